package dev.pawl.commands.hooks;

import dev.pawl.base.FileTree;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.shellhooks.ahp.AhpBackend;
import dev.pawl.shellhooks.ahp.AhpServer;
import dev.pawl.shellhooks.export.GuardServer;
import dev.pawl.shellhooks.export.GuardedCalls;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The command {@code pawl hooks export --serve}, which only commands of {@link HookExport} start: the process in which one hook judges the
 * calls of one session of another agent.
 */
public final class HookGuard {
    static final String SERVE = "--serve";

    private static final String STDIO = "--stdio";

    private HookGuard() {}

    public static int run(List<String> words, Places places, Streams streams) throws Exception {
        if (words.size() != 3) {
            throw Refusal.ofArguments("hooks export --serve is for what pawl hooks export writes");
        }
        var hook = Path.of(words.get(2));
        if (!Files.exists(hook) || !HookExport.fingerprint(hook).equals(words.get(1))) {
            throw Refusal.because(places.shown(hook.toString())
                    + " is not the hook any more that was exported; look at it, and export it again");
        }
        if (words.getFirst().equals(STDIO)) {
            try (var notices = new NoticePrinter(places, streams.err());
                    var wiring = HookExport.wiring(hook, places, notices);
                    var judging = new JudgingHooks(HookExport.alone(wiring), places, streams)) {
                notices.clear();
                AhpServer.serve(
                        new AhpBackend(judging::refusal, places.cwd(), places.home()), streams.in(), streams.out());
                return 0;
            }
        }
        return serve(Path.of(words.getFirst()), hook, places, streams);
    }

    /** One process serves a session; another one says so and ends. */
    private static int serve(Path room, Path hook, Places places, Streams streams) throws Exception {
        try (var file = FileChannel.open(room.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = file.tryLock()) {
            if (lock == null) {
                streams.out().println("busy");
                return 0;
            }
            try (var notices = new NoticePrinter(places, streams.err());
                    var wiring = HookExport.wiring(hook, places, notices);
                    var judging = new JudgingHooks(HookExport.alone(wiring), places, streams);
                    var server =
                            new GuardServer(new GuardedCalls(judging::refusal, places.cwd(), places.home()), room)) {
                notices.clear();
                streams.out().println("ready");
                streams.out().flush();
                server.serve();
                return 0;
            } finally {
                FileTree.delete(room);
            }
        }
    }
}
