package dev.pawl.acceptance.beside;

import dev.pawl.machine.Checkout;
import dev.pawl.machine.Pi;
import dev.pawl.testkit.program.ProgramCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A program that takes pi's extensions and arguments: Pawl, or a version of pi. */
sealed interface Agent {
    /** Pawl, with the same Node.js as pi. */
    record Pawl() implements Agent {
        @Override
        public List<String> command(Path temporary, List<String> args) {
            return ProgramCommand.with(List.of("-Djava.io.tmpdir=" + temporary), args.toArray(String[]::new));
        }
    }

    /** A version of pi. */
    record Original(Pi pi) implements Agent {
        @Override
        public List<String> command(Path temporary, List<String> args) {
            return pi.command(args.toArray(String[]::new));
        }
    }

    List<String> command(Path temporary, List<String> args);

    /**
     * Returns the process to start in a sandbox: it writes below one folder, and reaches nothing but the port of a model, by
     * way of a socket, for an extension is a stranger's code.
     */
    default ProcessBuilder in(Workplace work, int port, List<String> args) {
        var relay = Checkout.file("testing", "acceptance", "src", "test", "beside", "relay.mjs");
        var words = new ArrayList<>(List.of("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"));
        words.addAll(List.of("--bind", work.folder().toString(), work.folder().toString()));
        words.addAll(List.of("--unshare-net", "--unshare-pid", "--die-with-parent", "--chdir"));
        words.add(work.project().toString());
        words.addAll(List.of(Pi.node().toString(), relay.toString()));
        words.addAll(List.of(work.socket().toString(), String.valueOf(port)));
        words.addAll(command(work.temporary(), args));
        var builder = new ProcessBuilder(words).redirectError(work.errors().toFile());
        var environment = builder.environment();
        environment.keySet().retainAll(List.of("PATH", "LC_ALL"));
        environment.putAll(Map.of(
                "HOME", work.home().toString(),
                "TMPDIR", work.temporary().toString(),
                "PI_OFFLINE", "1",
                "PI_SKIP_VERSION_CHECK", "1",
                "PAWL_NODE", Pi.node().toString(),
                "PAWL_NODE_PACKAGES", Pi.PLACE.resolve("packages").toString()));
        return builder;
    }
}
