package dev.pawl.house.campaign;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.pawl.ai.demo.Script;
import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.testkit.PawlProcess;
import dev.pawl.testkit.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every misdeed at every point where a hook is called: a print run answers or says why not, and ends. */
class HostileHookMatrixTest {
    private static final List<String> POINTS = List.of(
            "tool_call",
            "tool_result",
            "context",
            "before_agent_start",
            "input",
            "session_start",
            "command",
            "tool",
            "timer",
            "ui");

    /** What a hook does when it is called. */
    enum Misdeed {
        MESSAGE_THAT_THROWS,
        WORDS_THAT_THROW,
        LINKAGE_ERROR,
        MADE_UP_MEMORY_ERROR,
        RECURSION,
        NULL,
        HUGE_MESSAGE,
        CHECKED_EXCEPTION,
        WRONG_TYPE,
        EXIT,
        THREAD_FLOOD,
        INTERRUPTS_ITSELF,
        SPINS,
        SWALLOWS_INTERRUPTS;

        /** It ends only by being left alone, and what was left goes on. */
        boolean isEndless() {
            return this == SPINS || this == SWALLOWS_INTERRUPTS;
        }
    }

    private static final String HOOK = """
        import module dev.pawl.api;
        import static dev.pawl.api.HookPoints.*;

        class Hostile implements Hook {
            static volatile String picked = System.getenv().getOrDefault("PICKED", "");
            static final java.util.concurrent.atomic.AtomicInteger floods =
                    new java.util.concurrent.atomic.AtomicInteger();

            public void install(Host pi) {
                pi.on(TOOL_CALL, (call, ctx) -> at("tool_call", call.allow()));
                pi.on(TOOL_RESULT, (result, ctx) -> at("tool_result", result));
                pi.on(CONTEXT, (context, ctx) -> at("context", context));
                pi.on(BEFORE_AGENT_START, (start, ctx) -> at("before_agent_start", start));
                pi.on(INPUT, (input, ctx) -> at("input", input.proceed()));
                pi.on(SESSION_START, (start, ctx) -> at("session_start", ""));
                pi.every(Duration.ofMillis(20), ctx -> at("timer", ""));
                pi.command("pick", "Chooses a misdeed", ctx -> { picked = ctx.argsRaw().strip(); return Outcome.nothing(); });
                pi.command("act", "Acts", ctx -> at("command", Outcome.nothing()));
                pi.command("draw", "Draws", ctx -> {
                    ctx.ui().setWidget("w", (screen, theme) -> at("ui", (Component) width -> at("ui", List.of("x"))),
                            Placement.ABOVE_EDITOR);
                    ctx.ui().notify(at("ui", "drawn"));
                    return Outcome.nothing();
                });
                pi.tool(Tool.of("probe", "Probes", JsonObject.of("type", "object"), (input, ctx) -> {
                    java.nio.file.Files.writeString(Path.of("ran"), "yes");
                    return at("tool", ToolOutput.text("probed"));
                }));
            }

            static class Unreadable extends RuntimeException {
                public String getMessage() { throw new IllegalStateException("unreadable"); }
            }

            static class Wordless extends RuntimeException {
                public String toString() { throw new StackOverflowError(); }
                public StackTraceElement[] getStackTrace() { throw new Error("no stack"); }
                public synchronized Throwable getCause() { return this; }
            }

            static int down(int n) { return down(n + 1) + 1; }

            @SuppressWarnings("unchecked")
            static <X extends Throwable> void sneak(Throwable e) throws X { throw (X) e; }

            @SuppressWarnings("unchecked")
            static <T> T at(String point, T good) {
                var words = picked.split(" ");
                if (words.length != 2 || !(words[0].equals(point) || words[0].equals("all"))) {
                    return good;
                }
                switch (words[1]) {
                    case "MESSAGE_THAT_THROWS" -> throw new Unreadable();
                    case "WORDS_THAT_THROW" -> throw new Wordless();
                    case "LINKAGE_ERROR" -> throw new NoClassDefFoundError("gone");
                    case "MADE_UP_MEMORY_ERROR" -> throw new OutOfMemoryError("made up");
                    case "RECURSION" -> down(0);
                    case "NULL" -> { return null; }
                    case "HUGE_MESSAGE" -> throw new IllegalStateException("x".repeat(3_000_000));
                    case "CHECKED_EXCEPTION" -> Hostile.<RuntimeException>sneak(new Exception("sneaky"));
                    case "WRONG_TYPE" -> { return (T) new Object(); }
                    case "EXIT" -> System.exit(9);
                    case "THREAD_FLOOD" -> {
                        for (int i = 0; i < 100 && floods.incrementAndGet() < 1_000; i++) {
                            var thread = new Thread(() -> {
                                try { Thread.sleep(500); } catch (InterruptedException e) { }
                            });
                            thread.start();
                        }
                    }
                    case "INTERRUPTS_ITSELF" -> Thread.currentThread().interrupt();
                    case "SPINS" -> { while (true) { Thread.onSpinWait(); } }
                    case "SWALLOWS_INTERRUPTS" -> {
                        while (true) {
                            try { Thread.sleep(1_000); } catch (InterruptedException e) { }
                        }
                    }
                }
                return good;
            }
        }
        """;

    @TempDir
    Path dir;

    private Path home() throws Exception {
        var home = Files.createDirectories(dir.resolve("home"));
        RpcProgram.user(home, "hooks/hostile.java", HOOK);
        RpcProgram.user(
                home,
                "settings.json",
                "{\"hookTimeout\": 3000, \"retry\": {\"enabled\": false}, \"httpIdleTimeoutMs\": 20000}");
        return home;
    }

    private static Script script(int runs) {
        var turns = new ArrayList<Turn>();
        for (int i = 0; i < runs; i++) {
            turns.add(Turn.calls(call("probe", "{}")));
            turns.add(Turn.text("Done."));
        }
        return Script.of(turns.toArray(Turn[]::new));
    }

    private static final Set<Misdeed> ALWAYS = EnumSet.of(
            Misdeed.MESSAGE_THAT_THROWS,
            Misdeed.MADE_UP_MEMORY_ERROR,
            Misdeed.HUGE_MESSAGE,
            Misdeed.EXIT,
            Misdeed.SPINS);

    /** In every build a few of them, all points at once. */
    @ParameterizedTest
    @EnumSource
    void printing_answers_or_says_why_not(Misdeed misdeed) throws Exception {
        assumeThat(Campaign.LONG || ALWAYS.contains(misdeed))
                .as("-Dpawl.campaign=long")
                .isTrue();
        for (var point : Campaign.LONG ? POINTS : List.of(misdeed.isEndless() ? "context" : "all")) {
            if (misdeed.isEndless() && point.equals("tool")) {
                continue; // A tool may take as long as it likes, and nobody is there to stop it.
            }
            var home = home();
            var project = Files.createDirectories(dir.resolve("project"));
            try (var model = ScriptedModel.playing(script(5))) {
                RpcProgram.user(
                        home,
                        "models.json",
                        model.modelsJson("openai-completions").toString());
                var run = new PawlProcess(home, project)
                        .with(Map.of("PICKED", point + " " + misdeed))
                        .run("--model", "scripted/" + ScriptedModel.MODEL, "-p", "Go");
                assertThat(run.status()).as(run.err()).isIn(0, 1);
                assertThat(run.err()).doesNotContain("did not load");
                if (run.status() == 0) {
                    assertThat(run.out()).isEqualTo("Done.\n");
                } else {
                    assertThat(run.err()).isNotBlank();
                }
            }
        }
    }
}
