package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of row that a conversation has, as a user sees it; {@code -Dgoldens=write} draws them again. */
class RowScreensTest {
    private static final String UNFOLD = "\u000f";
    private static final String DOT =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    private static final String ALL_TOOLS = """
        {"quietStartup":true, "defaultTools":["read","bash","edit","write","grep","find","ls"]}
        """;

    @TempDir
    Path dir;

    private static Turn call(String tool, JsonObject arguments) {
        return Turn.calls(Script.call(tool, arguments));
    }

    private static Turn bash(String command) {
        return call("bash", JsonObject.of("command", command));
    }

    private static void idle(TestScreen screen) throws InterruptedException {
        screen.awaitGone("Working");
    }

    /** What one tool after another looks like, folded, unfolded, and once more from the session's file. */
    @Test
    void tools() throws Exception {
        var turns = new Turn[] {
            call("write", JsonObject.of("path", "a.txt", "content", "one\ntwo\nthree\n")),
            call("read", JsonObject.of("path", "a.txt", "offset", 2)),
            call(
                    "edit",
                    JsonObject.of("path", "a.txt")
                            .with("edits", List.of(JsonObject.of("oldText", "two", "newText", "2")))),
            bash("seq 1 9"),
            bash("echo fails; exit 3"),
            call("grep", JsonObject.of("pattern", "one", "path", ".")),
            call("find", JsonObject.of("pattern", "*.txt")),
            call("ls", JsonObject.of("path", ".")),
            bash("echo danger"),
            call("greet", JsonObject.of("name", "Ada")),
            call("plain", JsonObject.of("name", "Bob", "twice", true)),
            Turn.text("Done.")
        };
        try (var screen = TestScreen.in(dir, 80, 100, turns)
                .user("settings.json", ALL_TOOLS)
                .hook("tools", """
                    var schema = JsonObject.parse("{\\"type\\":\\"object\\",\\"properties\\":{\\"name\\":{\\"type\\":\\"string\\"}}}");
                    pi.tool(Tool.of("plain", "Greets", schema, (arguments, ctx) -> ToolOutput.text("plain hello")));
                    pi.tool(Tool.of("greet", "Greets", schema, (arguments, ctx) -> ToolOutput.text("hello"))
                        .withRenderer(new ToolRenderer() {
                            public Component call(JsonObject arguments, Theme theme, Row row) {
                                return width -> java.util.List.of("greeting " + arguments.string("name"));
                            }
                            public Component result(ToolOutput output, Theme theme, Row row) {
                                return width -> java.util.List.of(row.expanded() ? "greeted at length" : "greeted");
                            }
                        }));
                    pi.on(TOOL_CALL, (call, _) -> call.input() instanceof ToolInput.Bash(var command, _)
                            && command.contains("danger") ? call.block("too dangerous") : call.allow());
                    """)
                .start()) {
            screen.submit("work");
            screen.await("Done.");
            idle(screen);
            screen.golden("tools");
            screen.type(UNFOLD);
            screen.await("greeted at length");
            screen.golden("tools-unfolded");
            screen.type(UNFOLD, "\u0004");
            screen.ended();
            try (var again = screen.again("-c")) {
                again.await("Done.");
                again.golden("tools-resumed");
            }
        }
    }

    /** A command that runs, what waits meanwhile, and the indicator. */
    @Test
    void what_is_going_on() throws Exception {
        var waiting = bash("echo begun; while [ ! -e go ]; do sleep 0.1; done; echo ended");
        try (var screen = TestScreen.in(dir, waiting, Turn.text("First."), Turn.text("Second."))
                .hook("slow", """
                    pi.on(INPUT, (input, ctx) -> {
                        while (input.text().equals("slow") && !java.nio.file.Files.exists(ctx.project().cwd().resolve("go2")))
                            Thread.sleep(20);
                        return input.proceed();
                    });
                    """)
                .start()) {
            screen.submit("work");
            screen.await("begun");
            screen.submit("steer this way");
            screen.await("Steering: steer this way");
            screen.type("and then that", "\u001b[13;3u");
            screen.await("Follow-up: and then that");
            screen.golden("working");
            Files.writeString(screen.project().resolve("go"), "");
            screen.await("Second.");
            idle(screen);
            screen.submit("slow");
            screen.await("Waiting for the hook");
            screen.golden("waiting-for-a-hook");
            Files.writeString(screen.project().resolve("go2"), "");
        }
    }

    @Test
    void commands_of_the_users() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 40).start()) {
            screen.await("scripted-1");
            screen.submit("!echo one; exit 2");
            screen.await("exit code 2");
            screen.submit("!!seq 1 30; while [ ! -e go ]; do sleep 0.1; done");
            screen.await(" 30");
            screen.golden("shell-running");
            Files.writeString(screen.project().resolve("go"), "");
            screen.awaitGone("running…");
            screen.golden("shell");
        }
    }

    /** Summaries, what hooks say and draw, notices, and a hook that fails. */
    @Test
    void what_is_neither_said_by_a_user_nor_by_a_model() throws Exception {
        var script = Script.of(Turn.text("First. ".repeat(20)), Turn.text("Second."), Turn.text("Third."))
                .aside("You write summaries", Turn.text("## All in short\n\nA *lot* was said."));
        try (var screen = TestScreen.in(dir, 80, 60, script)
                .user("settings.json", "{\"quietStartup\":true,\"compaction\":{\"keepRecentTokens\":10}}")
                .hook("talker", """
                    pi.messageRenderer("drawn", (message, options, theme) ->
                        width -> java.util.List.of("drawn: " + message.text() + (options.expanded() ? " at length" : "")));
                    pi.entryRenderer("kept", (entry, options, theme) -> width -> java.util.List.of("an entry is kept"));
                    pi.command("talk", "", ctx -> {
                        ctx.messages().send(HookMessage.of("plain", "A message of a **hook**."));
                        ctx.messages().send(HookMessage.of("drawn", "hello"));
                        ctx.session().append("kept", null);
                        ctx.session().append("unseen", null);
                        ctx.ui().notify("just so you know");
                        ctx.ui().notify("take care", Severity.WARNING);
                        ctx.ui().notify("it broke", Severity.ERROR);
                        return Outcome.nothing();
                    });
                    pi.command("fail", "", ctx -> {
                        var failure = new IllegalStateException("no luck");
                        failure.setStackTrace(new StackTraceElement[] {
                            new StackTraceElement("Talker", "fail", "talker.java", 12)});
                        throw failure;
                    });
                    """)
                .start()) {
            screen.await("scripted-1");
            screen.submit("question one");
            screen.await("First.");
            screen.submit("question two");
            screen.await("Second.");
            idle(screen);
            screen.submit("/tree ");
            screen.await("Where to?");
            screen.type("\u001b[A", "\r");
            screen.await("Summarise the branch");
            screen.type("\u001b[B", "\r");
            screen.await("[branch]");
            screen.type("\u0003", "question three", "\r");
            screen.await("Third.");
            idle(screen);
            screen.submit("/compact ");
            screen.await("[compaction]");
            screen.submit("/talk ");
            screen.await("it broke");
            screen.submit("/fail ");
            screen.await("no luck");
            screen.golden("rows-of-others");
            screen.type(UNFOLD);
            screen.await("Talker.fail");
            screen.golden("rows-of-others-unfolded");
        }
    }

    @Test
    void pictures_where_the_terminal_shows_none() throws Exception {
        var read = call("read", JsonObject.of("path", "dot.png"));
        var screen = TestScreen.in(dir, 120, 24, read, Turn.text("A dot.")).with("@dot.png", "What is this?");
        Files.write(screen.project().resolve("dot.png"), Base64.getDecoder().decode(DOT));
        try (screen) {
            screen.start();
            screen.await("A dot.");
            idle(screen);
            screen.golden("pictures");
            assertThat(screen.terminal.written()).doesNotContain("\u001b_G");
        }
    }

    /** What is at the top and at the bottom. */
    @Test
    void header_and_footer() throws Exception {
        var cached = Turn.text("Done.").usage(new Script.Tokens(12_345, 678, 90_000, 1_500, 0));
        try (var screen = TestScreen.in(dir, cached)
                .user("settings.json", "{}")
                .user("AGENTS.md", "Be kind.")
                .user("skills/sew/SKILL.md", "---\nname: sew\ndescription: Sews.\n---\nSew.")
                .file(".git/HEAD", "ref: refs/heads/feature\n")
                .hook("statuses", """
                    pi.on(SESSION_START, (_, ctx) -> {
                        ctx.ui().setStatus("b", "second");
                        ctx.ui().setStatus("a", "first");
                        ctx.ui().setWidget("w", java.util.List.of("a widget above"), Placement.ABOVE_EDITOR);
                        ctx.ui().setWidget("v", java.util.List.of("a widget below"), Placement.BELOW_EDITOR);
                    });
                    """)
                .start()) {
            screen.await("first second");
            screen.submit("/name The good one");
            screen.await("feature) • The good one");
            screen.submit("Hi");
            screen.await("R90k");
            screen.golden("header-and-footer");
        }
    }
}
