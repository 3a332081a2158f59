import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles whatever {@code build/javac} asks for until the process that it serves ends: {@code Compiler.java PID FILE},
 * where FILE gets the port and a secret that requests begin with.
 *
 * <p>Every room is compiled twice. In compilers of their own, most of that time is the warming of the compiler.
 */
class Compiler {
    /** Statuses above are failures of the compiler itself, which the caller then starts as a process. */
    private static final int WRONG_ARGUMENTS = 2;

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final String secret = HexFormat.of().formatHex(new SecureRandom().generateSeed(16));

    public static void main(String[] args) throws IOException {
        ProcessHandle.of(Long.parseLong(args[0])).orElseThrow().onExit().thenRun(() -> System.exit(0));
        new Compiler().serve(Path.of(args[1]));
    }

    private void serve(Path file) throws IOException {
        try (var server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            endEarlier(file);
            var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
            Path written = Files.createTempFile(file.getParent(), "compiler", "", ownerOnly);
            Files.writeString(written, server.getLocalPort() + " " + secret + "\n");
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
            System.out.println("ready");
            while (true) {
                Socket request = server.accept();
                Thread.ofPlatform().daemon().start(() -> answer(request));
            }
        }
    }

    /** Ends the compiler of an earlier build: a process that runs one build after the other would collect them. */
    private static void endEarlier(Path file) {
        try {
            String[] address = Files.readString(file).strip().split(" ");
            try (var earlier = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address[0]))) {
                earlier.getOutputStream().write((address[1] + "\n0\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            // It has ended, or its file was not written by one.
        }
    }

    /** Reads the secret, the number of arguments and the arguments, and writes the status and what the compiler printed. */
    private void answer(Socket request) {
        try (request;
                var in = new BufferedReader(new InputStreamReader(request.getInputStream(), StandardCharsets.UTF_8));
                OutputStream out = request.getOutputStream()) {
            if (!secret.equals(in.readLine())) {
                return;
            }
            var arguments = new String[Integer.parseInt(in.readLine())];
            if (arguments.length == 0) {
                System.exit(0);
            }
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = in.readLine();
            }
            var printed = new ByteArrayOutputStream();
            int status = compiler.run(null, printed, printed, arguments);
            if (status <= WRONG_ARGUMENTS) {
                out.write((status + "\n").getBytes(StandardCharsets.UTF_8));
                printed.writeTo(out);
            }
        } catch (IOException e) {
            // The build has gone away.
        }
    }
}
