package dev.pawl.app;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The front door: what needs no more than a text is answered here, before anything else of the house is loaded. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        // Fewer than the hooks that may hang, and virtual threads would stand still until more carriers are added.
        System.setProperty(
                "jdk.virtualThreadScheduler.parallelism",
                String.valueOf(Runtime.getRuntime().availableProcessors() + 2));
        var streams = Streams.ofProcess();
        int status = run(args, streams);
        if (!isDriven(args)) {
            // Whoever reads the answer may take as long as they like; a client that does not read is gone.
            streams.out().flush();
        }
        // Neither threads that hooks started keep the program alive, nor what they do at its end.
        Halt.after(Halt.PATIENCE, status);
        streams.out().flush();
        System.exit(status);
    }

    private static boolean isDriven(String[] args) {
        return String.join(" ", args).contains("--mode rpc");
    }

    static int run(String[] args, Streams streams) throws Exception {
        for (var arg : args) {
            if (arg.equals("--")) {
                break;
            }
            if (arg.equals("--version") || arg.equals("-v")) {
                return print(isPi() ? "pi-version.txt" : "version.txt", streams.out());
            }
            if (arg.equals("--help") || arg.equals("-h")) {
                return print("help.txt", streams.out());
            }
            if (arg.startsWith("--train=")) {
                return Training.run(Path.of(arg.substring("--train=".length())), streams.err());
            }
        }
        return Invocation.run(List.of(args), streams);
    }

    /** Whether it stands in for pi: clients that start pi ask for a version of it first. */
    private static boolean isPi() {
        return "1".equals(System.getenv("PAWL_AS_PI")) || "pi".equals(System.getProperty("pawl.name"));
    }

    private static int print(String resource, PrintStream out) throws IOException {
        try (var text = Objects.requireNonNull(Main.class.getResourceAsStream(resource), resource)) {
            text.transferTo(out);
        }
        return 0;
    }
}
