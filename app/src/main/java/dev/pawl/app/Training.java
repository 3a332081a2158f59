package dev.pawl.app;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The run from which the start-up cache is made: it walks the ways that real starts walk.
 *
 * <p>A hook is compiled, loaded from the cache of classes, and asked, so that the classes for all of it are in the cache.
 */
final class Training {
    private static final String HOOK = """
        import module dev.pawl.api;
        import static dev.pawl.api.HookPoints.*;

        class Trained implements Hook {
            public void install(Host pi) {
                pi.on(SESSION_START, (_, ctx) -> ctx.ui().notify("hello"));
                pi.on(TOOL_CALL, (call, _) -> switch (call.input()) {
                    case ToolInput.Bash(var command, _) when command.contains("rm") -> call.block("no");
                    default -> call.allow();
                });
                pi.on(TOOL_RESULT, (result, _) -> result.mapText(text -> text.replace("a", "b")));
                pi.on(CONTEXT, (context, _) -> context);
                pi.command("train", "Trains", _ -> Outcome.nothing());
            }
        }
        """;

    private Training() {}

    static int run(PrintStream out, PrintStream err) throws Exception {
        var folder = Files.createTempDirectory("pawl-training");
        try {
            var places = new Places(folder, folder.resolve("agent"), folder);
            var hook = folder.resolve("trained.java");
            Files.writeString(hook, HOOK);
            var nowhere = new PrintStream(OutputStream.nullOutputStream());
            Main.run(new String[] {"--version"}, nowhere, nowhere);
            Main.run(new String[] {"--help"}, nowhere, nowhere);
            for (int i = 0; i < 2; i++) {
                Invocation.run(List.of("--hook", hook.toString(), "hooks"), places, nowhere, err);
            }
            for (var point : List.of("session_start", "tool_call", "tool_result", "context")) {
                Invocation.run(
                        List.of("--hook", hook.toString(), "hooks", "try", point, "rm -rf a"), places, nowhere, err);
            }
            return 0;
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
