package dev.pawl.policy.sandbox;

import dev.pawl.base.Programs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the socket of the proxy available as a port inside of a sandbox without a network, for programs that use a web proxy.
 *
 * @param python the interpreter of the script that copies between the two
 */
record ProxyBridge(Path python) {
    private static final int PORT = 3128;
    private static final String ADDRESS = "http://127.0.0.1:" + PORT;

    /** Accepts at the port, connects with the socket, and copies both ways. */
    private static final String SCRIPT = """
        import socket, sys, threading
        server = socket.create_server(("127.0.0.1", int(sys.argv[2])))
        open(sys.argv[3], "w").close()
        def copy(source, target):
            try:
                while data := source.recv(65536):
                    target.sendall(data)
            except OSError:
                pass
            try:
                target.shutdown(socket.SHUT_WR)
            except OSError:
                pass
        while True:
            inside, _ = server.accept()
            outside = socket.socket(socket.AF_UNIX)
            try:
                outside.connect(sys.argv[1])
            except OSError:
                inside.close()
                continue
            threading.Thread(target=copy, args=(inside, outside), daemon=True).start()
            threading.Thread(target=copy, args=(outside, inside), daemon=True).start()
        """;

    /** The bridge of this machine; null if python3 is missing. */
    static @Nullable ProxyBridge find(Map<String, String> environment) {
        var python = Programs.find("python3", environment);
        return python == null ? null : new ProxyBridge(python);
    }

    /** The variables by which programs find a web proxy. */
    static List<String> variables() {
        return List.of(
                "HTTP_PROXY=" + ADDRESS,
                "HTTPS_PROXY=" + ADDRESS,
                "http_proxy=" + ADDRESS,
                "https_proxy=" + ADDRESS,
                "ALL_PROXY=" + ADDRESS,
                "all_proxy=" + ADDRESS,
                "NO_PROXY=localhost,127.0.0.1",
                "no_proxy=localhost,127.0.0.1");
    }

    /** The words before a command, which start it when the port is open. */
    List<String> prefix(Path socket) {
        var ready = "/tmp/.pawl-proxy-is-ready";
        var begin = "\"$1\" -c \"$2\" \"$3\" " + PORT + " " + ready + " </dev/null >/dev/null 2>&1 &\n"
                + "i=0; while [ ! -e " + ready + " ] && [ $i -lt 250 ]; do sleep 0.02; i=$((i+1)); done\n";
        return List.of(
                "/bin/sh", "-c", begin + "shift 3; exec \"$@\"", "sh", python.toString(), SCRIPT, socket.toString());
    }
}
