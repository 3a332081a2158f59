package dev.pawl.app;

import dev.pawl.cli.Halt;
import dev.pawl.cli.HelpText;
import dev.pawl.cli.PackageUsage;
import dev.pawl.cli.StandardOutput;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Version;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
        if (!Invocation.isDriven(List.of(args))) {
            // A reader may take its time; a client that does not read at all is gone.
            streams.out().flush();
            var unwritten = StandardOutput.problem(streams.out());
            if (unwritten != null && status == 0) {
                streams.err().println("pawl: " + unwritten);
                status = 1;
            }
        }
        // Neither threads that hooks started keep the program alive, nor what they do at its end.
        Halt.after(Halt.PATIENCE, status);
        streams.out().flush();
        if (status != 0 || Halt.isKeptAlive()) {
            System.exit(status);
        }
        // Returning does the same, and looks for no logger first.
    }

    public static int run(String[] args, Streams streams) throws Exception {
        for (var arg : args) {
            if (arg.equals("--")) {
                break;
            }
            if (arg.equals("--version") || arg.equals("-v")) {
                version(streams);
                return 0;
            }
            if (arg.equals("--help") || arg.equals("-h")) {
                return help(args[0], streams);
            }
        }
        var unsupported = unsupported(System.getProperty("os.name", ""));
        if (unsupported != null) {
            streams.err().println("pawl: " + unsupported);
            return 1;
        }
        return Invocation.run(List.of(args), streams);
    }

    /** Prints the version and, below it, what it was built from and which Java runs it; in place of pi, that of pi alone. */
    private static void version(Streams streams) {
        if (isPi()) {
            streams.out().println(Version.ofPi());
            return;
        }
        streams.out().println(Version.text());
        streams.out().println(System.getProperty("pawl.built", "Java " + Runtime.version()));
    }

    /** Returns why the program does not run on a system; null where it may. */
    static @Nullable String unsupported(String system) {
        return system.startsWith("Windows")
                ? "Windows is not supported: commands need a POSIX shell, and files the rights of one. Install Pawl in"
                        + " the Windows Subsystem for Linux (wsl --install), and start it there"
                : null;
    }

    /** Prints the help of the command that a command line begins with, or that of the program. */
    private static int help(String first, Streams streams) throws Exception {
        var command = Subcommand.named(List.of(first));
        switch (command == null ? Subcommand.HOOKS : command) {
            case FLEET, WORKER, MCP, TRUST, POLICY, SECRETS, DOCTOR -> {
                return Invocation.run(List.of(first, "--help"), streams);
            }
            case INSTALL, REMOVE, UNINSTALL, UPDATE, LIST, CONFIG ->
                streams.out().print(PackageUsage.text(first));
            default -> streams.out().print(HelpText.text());
        }
        return 0;
    }

    /** Returns whether it is started instead of pi: clients that start pi ask for a version of it first. */
    private static boolean isPi() {
        return "1".equals(System.getenv("PAWL_AS_PI")) || "pi".equals(System.getProperty("pawl.name"));
    }
}
