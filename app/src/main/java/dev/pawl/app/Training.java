package dev.pawl.app;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The run from which the start-up cache is made: it walks the ways that real starts walk.
 *
 * <p>It is run twice in the same folder, and the cache is made from the second run, which finds its hook compiled. The
 * compiler's own classes are left out on purpose: all that is in the cache is linked at every start, and they would cost
 * each one 20 ms to save half a second in those few that compile.
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

    static int run(Path folder, PrintStream err) throws Exception {
        var hook = folder.resolve("trained.java");
        Files.createDirectories(folder);
        Files.writeString(hook, HOOK);
        var places = new Places(folder, folder.resolve("agent"), folder, false);
        var nowhere = new PrintStream(OutputStream.nullOutputStream());
        Main.run(new String[] {"--version"}, nowhere, nowhere);
        Main.run(new String[] {"--help"}, nowhere, nowhere);
        Invocation.run(List.of("--hook", hook.toString(), "hooks"), places, nowhere, err);
        for (var point : List.of("session_start", "tool_call", "tool_result", "context")) {
            Invocation.run(List.of("--hook", hook.toString(), "hooks", "try", point, "rm -rf a"), places, nowhere, err);
        }
        return 0;
    }
}
