package dev.pawl.acceptance.campaign;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.PawlProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every misdeed at every point where a hook is called: the program answers, gates stay closed, the next run is good. */
@Deep
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

        /** It does nothing wrong that the caller can see. */
        boolean isQuiet() {
            return this == THREAD_FLOOD || this == INTERRUPTS_ITSELF;
        }
    }

    private static final String HOOK = """
        import module dev.pawl.api;
        import static dev.pawl.api.HookPoints.*;

        class Hostile implements Hook {
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
                pi.command("pick", "Chooses a misdeed", ctx -> { System.setProperty("picked", ctx.argsRaw().strip()); return Outcome.nothing(); });
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
                // A property, because a new session loads the hook again.
                var words = System.getProperty("picked", System.getenv().getOrDefault("PICKED", "")).split(" ");
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
        return home(1_000);
    }

    private Path home(int hookTimeout) throws Exception {
        var home = Files.createDirectories(dir.resolve("home"));
        RpcProgram.user(home, "hooks/hostile.java", HOOK);
        RpcProgram.user(
                home,
                "settings.json",
                "{\"hookTimeout\": " + hookTimeout + ", \"toolCallHookTimeout\": 1000, \"retry\": {\"enabled\": false},"
                        + " \"httpIdleTimeoutMs\": 20000}");
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

    private record Case(String point, Misdeed misdeed) {}

    /** Each leaves a thread that goes on, so there are few of them in every build. */
    private static final Set<Case> ENDLESS =
            Set.of(new Case("tool_call", Misdeed.SPINS), new Case("session_start", Misdeed.SWALLOWS_INTERRUPTS));

    /** Beside those over RPC, which are quicker: one that throws at every point, and one that never ends. */
    private static final Set<Misdeed> PRINTED_ALWAYS = EnumSet.of(Misdeed.HUGE_MESSAGE, Misdeed.SPINS);

    /** In every build a quarter of them, so that each misdeed and each point has its turn, and two that never end. */
    private static List<Case> cases() {
        var cases = new ArrayList<Case>();
        var misdeeds = List.of(Misdeed.values());
        for (int m = 0; m < misdeeds.size(); m++) {
            var misdeed = misdeeds.get(m);
            for (int i = 0; i < POINTS.size(); i++) {
                var one = new Case(POINTS.get(i), misdeed);
                if (Campaign.LONG || (misdeed.isEndless() ? ENDLESS.contains(one) : (m + i) % 4 == 0)) {
                    cases.add(one);
                }
            }
        }
        return cases;
    }

    @Test
    void over_rpc_each_is_survived_and_the_next_run_is_good() throws Exception {
        var home = home();
        var project = Files.createDirectories(dir.resolve("project"));
        try (var model = ScriptedModel.playing(script(1_000))) {
            RpcProgram.user(
                    home, "models.json", model.modelsJson("openai-completions").toString());
            try (var program = RpcProgram.start(home, project, "400m", "--model", "scripted/" + ScriptedModel.MODEL)) {
                for (var one : cases()) {
                    survives(program, project, one);
                }
                program.end();
            }
        }
    }

    /** A gate at a tool call waits as long as it takes, unless toolCallHookTimeout says otherwise. */
    @Test
    void a_gate_without_a_limit_that_spins_is_left_by_an_abort() throws Exception {
        var home = home();
        RpcProgram.user(home, "settings.json", "{\"retry\": {\"enabled\": false}}");
        var project = Files.createDirectories(dir.resolve("project"));
        var one = new Case("tool_call", Misdeed.SPINS);
        try (var model = ScriptedModel.playing(script(10))) {
            RpcProgram.user(
                    home, "models.json", model.modelsJson("openai-completions").toString());
            try (var program = RpcProgram.start(home, project, "400m", "--model", "scripted/" + ScriptedModel.MODEL)) {
                eventsOf(program, "/pick tool_call SPINS", one);
                program.write(JsonObject.of("type", "prompt", "message", "Go").toString());
                program.awaitRecord("the gate", record -> "tool_execution_start".equals(record.get("type")));
                program.ask("a", "abort", JsonObject.empty());
                eventsOf(program, "/pick none", one);
                assertThat(project.resolve("ran")).doesNotExist();
                eventsOf(program, "Go", one);
                assertThat(eventsOf(program, "Go on", one).toString()).contains("Done.");
                program.end();
            }
        }
    }

    private static void survives(RpcProgram program, Path project, Case one) throws Exception {
        Files.deleteIfExists(project.resolve("ran"));
        eventsOf(program, "/pick " + one.point() + " " + one.misdeed(), one);
        var words = switch (one.point()) {
            case "command" -> "/act";
            case "ui" -> "/draw";
            default -> "Go";
        };
        if (one.misdeed().isEndless() && Set.of("command", "ui", "tool").contains(one.point())) {
            // What takes as long as it likes has no limit of time: it goes on until somebody ends it, or for ever.
            program.write(JsonObject.of("type", "prompt", "message", words).toString());
            if (one.point().equals("tool")) {
                program.awaitRecord("the tool", record -> "tool_execution_start".equals(record.get("type")));
            }
            program.ask("a", "abort", JsonObject.empty());
        } else {
            eventsOf(program, words, one);
        }
        if (one.point().equals("session_start")) {
            program.take();
            program.ask("n", "new_session", JsonObject.empty());
        }
        if (one.point().equals("tool_call") && !one.misdeed().isQuiet()) {
            assertThat(project.resolve("ran"))
                    .as("a gate that fails is closed: %s", one)
                    .doesNotExist();
        }
        eventsOf(program, "/pick none", one);
        // The script may stand at either of its two turns, so one more run is enough for both.
        eventsOf(program, "Go", one);
        var records = eventsOf(program, "Go on", one);
        assertThat(records.toString()).as("after %s", one).contains("Done.");
    }

    /** Says something, waits until the agent rests, and returns what came meanwhile. */
    private static List<JsonObject> eventsOf(RpcProgram program, String words, Case one) throws Exception {
        program.take();
        program.ask("p", "prompt", JsonObject.of("message", words));
        var came = new ArrayList<>(program.take());
        var asked = new AtomicInteger();
        Await.until("it rests after " + one + ": " + words, () -> {
            var state = program.ask("s" + asked.getAndIncrement(), "get_state", JsonObject.empty())
                    .object("data");
            came.addAll(program.take());
            return !state.bool("isStreaming", true);
        });
        return came;
    }

    private static Collection<Misdeed> printed() {
        return Campaign.LONG ? List.of(Misdeed.values()) : PRINTED_ALWAYS;
    }

    /** In every build a few of them, all points at once. */
    @ParameterizedTest
    @MethodSource("printed")
    void printing_answers_or_says_why_not(Misdeed misdeed) throws Exception {
        for (var point : Campaign.LONG ? POINTS : List.of(misdeed.isEndless() ? "context" : "all")) {
            if (misdeed.isEndless() && point.equals("tool")) {
                continue; // A tool may take as long as it likes, and nobody is there to stop it.
            }
            // Every run loads the hook again, which takes its time on a busy machine.
            var home = home(misdeed.isEndless() ? 3_000 : 30_000);
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
                    assertThat(run.out()).as(point).isEqualTo("Done.\n");
                } else {
                    assertThat(run.err()).isNotBlank();
                }
            }
        }
    }
}
