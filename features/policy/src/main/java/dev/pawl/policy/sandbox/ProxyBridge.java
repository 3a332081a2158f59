package dev.pawl.policy.sandbox;

import dev.pawl.base.Programs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes the socket of the proxy available as a port inside of a sandbox without a network, for programs that use a web proxy.
 *
 * <p>A process inside listens at the port, hands that over to a process outside, and becomes the command. So the
 * command itself reaches no socket of the file system.
 *
 * @param python the interpreter of the scripts
 */
record ProxyBridge(Path python) {
    private static final int PORT = 3128;
    /** The descriptor that both processes share. */
    private static final int CHANNEL = 6;

    private static final String ADDRESS = "http://127.0.0.1:" + PORT;

    /** Forks a process that accepts connections from inside and copies them, and becomes the sandbox. */
    private static final String OUTSIDE = """
        import array, ctypes, os, socket, sys, threading
        ours, theirs = socket.socketpair()
        parent = os.getpid()
        if os.fork():
            os.dup2(theirs.fileno(), %d)
            os.execv(sys.argv[2], sys.argv[2:])
        ctypes.CDLL(None).prctl(1, 9)
        if os.getppid() != parent:
            sys.exit()
        theirs.close()
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(nothing, descriptor)
        _, sent, _, _ = ours.recvmsg(1, socket.CMSG_SPACE(4))
        if not sent:
            sys.exit()
        server = socket.socket(fileno=array.array("i", sent[0][2])[0])
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
        """.formatted(CHANNEL);

    private static final String INSIDE = """
        import array, os, socket, sys
        server = socket.create_server(("127.0.0.1", %d))
        channel = socket.socket(fileno=%d)
        sent = array.array("i", [server.fileno()])
        channel.sendmsg([b"!"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, sent)])
        channel.close()
        os.execvp(sys.argv[1], sys.argv[1:])
        """.formatted(PORT, CHANNEL);

    /** The bridge of this machine; null if python3 is missing. */
    static @Nullable ProxyBridge find(Map<String, String> environment) {
        var python = Programs.find("python3", environment);
        return python == null ? null : new ProxyBridge(python);
    }

    /** The variables by which programs find a web proxy. */
    static Map<String, String> variables() {
        var variables = new TreeMap<String, String>();
        for (var name : List.of("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")) {
            variables.put(name, ADDRESS);
            variables.put(name.toLowerCase(Locale.ROOT), ADDRESS);
        }
        variables.put("NO_PROXY", "localhost,127.0.0.1");
        variables.put("no_proxy", "localhost,127.0.0.1");
        return variables;
    }

    /** Returns the words that start a sandbox, with the process outside before it. */
    List<String> outside(Path socket, List<String> sandbox) {
        var words = new ArrayList<>(List.of(python.toString(), "-c", OUTSIDE, socket.toString()));
        words.addAll(sandbox);
        return words;
    }

    /** Returns the words before a command inside, which open the port and become the command. */
    List<String> inside() {
        return List.of(python.toString(), "-c", INSIDE);
    }
}
