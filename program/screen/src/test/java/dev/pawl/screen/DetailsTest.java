package dev.pawl.screen;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small things that one meets every day. */
class DetailsTest {
    private static final String UP = "\u001b[A";
    private static final String DOWN = "\u001b[B";
    private static final String PAGE_UP = "\u001b[5~";
    private static final String PAGE_DOWN = "\u001b[6~";
    private static final String CTRL_END = "\u001b[1;5F";
    private static final String ESCAPE = "\u001b[27u";
    private static final String CTRL_W = "\u0017";
    private static final String CTRL_U = "\u0015";

    @TempDir
    Path dir;

    private TestScreen screen(Turn... turns) throws Exception {
        return TestScreen.in(dir, 80, 30, turns);
    }

    private static int row(TestScreen it, String text) {
        var lines = it.terminal.screen();
        for (int row = lines.size() - 1; row >= 0; row--) {
            if (lines.get(row).contains(text)) {
                return row;
            }
        }
        throw new AssertionError("not on the screen: " + text + "\n" + it.screen());
    }

    @Test
    void a_click_hides_one_thought_and_shows_it_again() throws Exception {
        try (var it = screen(Turn.thinking("Let me see.").andText("Done.")).begin()) {
            it.submit("Go").await("Done.");
            it.awaitIdle();
            it.await("Let me see.");
            var click = "\u001b[<0;4;" + (row(it, "Let me see.") + 1);
            it.terminal.type(click + "M" + click + "m");
            it.awaitGone("Let me see.");
            it.await("Thinking…");
            it.terminal.type(click + "M" + click + "m");
            it.await("Let me see.");
        }
    }

    @Test
    void margin_and_completions_of_the_editor_follow_the_settings_at_once() throws Exception {
        try (var it = screen().begin()) {
            it.submit("/settings Editor margin").await("→ Editor margin");
            it.type("\r", ESCAPE, ESCAPE).awaitGone("search:");
            it.type("word");
            it.await("a margin of one column", now -> now.lines().anyMatch(" word"::equals));
            it.type(CTRL_U).submit("/settings Completions").await("→ Completions");
            it.type("\r", ESCAPE, ESCAPE).awaitGone("search:");
            it.type("/");
            it.await(
                    "seven completions",
                    now -> now.lines()
                                    .filter(line -> line.startsWith("  ") || line.startsWith("→ "))
                                    .filter(line -> line.contains("  "))
                                    .count()
                            >= 7);
        }
    }

    @Test
    void settings_are_paged_and_searched_with_the_keys_of_the_editor() throws Exception {
        try (var it = screen().begin()) {
            it.submit("/settings ").await("→ Theme");
            it.type(PAGE_DOWN).await("another page", now -> !now.contains("→ Theme") && now.contains("→ "));
            it.type(PAGE_UP).await("→ Theme");
            it.type("auto retry").await("→ Auto-retry");
            it.type(CTRL_W).await("search: auto\n");
            it.type(CTRL_U).awaitGone("search:");
        }
    }

    @Test
    void themes_are_searched_by_typing_and_shown_while_one_goes_through_them() throws Exception {
        try (var it = screen().inColour().begin()) {
            it.submit("/settings theme").await("→ Theme");
            it.type("\r").await("type to search");
            it.type("lig").await("→ light");
            var light = Await.value(
                    "the light theme", () -> it.cells().lastStyle("→ light"), style -> style.contains("38;2;"));
            it.type(CTRL_U, "dark").await("→ dark");
            Await.value("the dark theme", () -> it.cells().lastStyle("→ dark"), style -> !style.equals(light));
            it.type(CTRL_W).await("→ system");
            it.type(PAGE_DOWN).await("the last one", now -> !now.contains("→ system"));
        }
    }

    @Test
    void the_footer_counts_what_the_summary_of_a_branch_used() throws Exception {
        try (var it = screen(
                        Turn.text("First.").usage(1_000, 10),
                        Turn.text("Second.").usage(1_000, 10),
                        Turn.text("It was about words.").usage(40_000, 10))
                .begin()) {
            it.submit("one").await("First.");
            it.awaitIdle();
            it.submit("two").await("Second.");
            it.awaitIdle();
            it.await("↑2.0k");
            it.submit("/tree ").await("Where to?");
            it.type(UP, "\r").await("Summarise the branch");
            it.type(DOWN, "\r").await("↑42k");
        }
    }

    @Test
    void a_folder_of_many_files_and_one_of_a_variable_are_completed() throws Exception {
        var it = screen();
        for (int i = 10; i < 50; i++) {
            it.file("many/file" + i, "x");
        }
        try (var _ = it.environment("PROJECT_DIR", it.project().toString()).begin()) {
            it.type("see many/f", "\t").await("(1/40)");
            it.type(UP).await("→ file49");
            it.type("\t").await("see many/file49");
            it.type(CTRL_U, "cat $PROJECT_DIR/ma", "\t").await("cat $PROJECT_DIR/many/");
        }
    }

    @Test
    void up_goes_from_one_text_of_several_lines_to_the_one_before_it() throws Exception {
        try (var it = screen(Turn.text("First."), Turn.text("Second.")).begin()) {
            it.type("\u001b[200~one\ntwo\nthree\u001b[201~", "\r").await("First.");
            it.awaitIdle();
            it.type("\u001b[200~four\nfive\u001b[201~", "\r").await("Second.");
            it.awaitIdle();
            it.type(UP).await("the last text", now -> now.lines().anyMatch("five"::equals));
            it.type(UP).await("the text before", now -> now.lines().anyMatch("three"::equals));
            it.type(DOWN, DOWN, DOWN)
                    .await("the last text again", now -> now.lines().anyMatch("five"::equals));
        }
    }

    @Test
    void the_end_of_the_conversation_is_one_key_away_while_one_writes() throws Exception {
        var lines = IntStream.rangeClosed(1, 60).mapToObj(i -> "- line " + i).collect(Collectors.joining("\n"));
        try (var it = screen(Turn.text(lines)).begin()) {
            it.submit("Go").await("line 60");
            it.awaitIdle();
            it.type("a text").type(PAGE_UP).awaitGone("line 60");
            it.type(CTRL_END).await("line 60");
            it.type("!").await("a text!");
        }
    }

    @Test
    void of_all_words_that_were_found_those_that_are_looked_at_stand_out_most() throws Exception {
        try (var it =
                screen(Turn.text("apple one\n\napple two\n\npear")).inColour().begin()) {
            it.submit("Go").await("pear");
            it.awaitIdle();
            it.submit("/find apple").await("2 of 2");
            var other = Await.value(
                            "two styles",
                            it::cells,
                            cells -> !Objects.equals(cells.firstStyle("apple two"), cells.firstStyle("apple one")))
                    .firstStyle("apple one");
            it.type(UP).await("1 of 2");
            Await.value("the other one", () -> it.cells().firstStyle("apple two"), style -> style.equals(other));
        }
    }

    @Test
    void a_model_that_thinks_and_does_not_is_said_to_be_off() throws Exception {
        try (var it = screen().with("--thinking", "off").begin()) {
            assertThat(it.await("scripted-1 • thinking off")).doesNotContain("• off");
        }
    }

    @Test
    void the_list_of_models_names_what_one_chooses_by() throws Exception {
        try (var it = screen().user("models.json", """
            {"providers": {"house": {"baseUrl": "http://127.0.0.1:1", "api": "openai-completions", "apiKey": "k",
              "models": [{"id": "big", "name": "The Big One", "contextWindow": 200000, "reasoning": true,
                "cost": {"input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 3.75}}]}}}
            """).start()) {
            it.await("big");
            it.submit("/model ").await("house · 200k · $3/$15 · thinks · The Big One");
        }
    }

    @Test
    void of_a_failed_command_only_what_went_wrong_is_red() throws Exception {
        var fails = call("bash", JsonObject.of("command", "echo fine so far; exit 3"));
        try (var it = screen(Turn.calls(fails), Turn.text("Well.")).inColour().begin()) {
            it.submit("Go").await("Well.");
            it.awaitIdle();
            assertThat(it.styleOf("fine so far")).isNotEqualTo(it.styleOf("exited with code 3"));
        }
    }

    @Test
    void thoughts_are_told_from_what_tools_write() throws Exception {
        var works = call("bash", JsonObject.of("command", "echo from a tool"));
        try (var it = screen(Turn.thinking("A thought.").andCalls(works), Turn.text("Well."))
                .inColour()
                .begin()) {
            it.submit("Go").await("Well.");
            it.awaitIdle();
            assertThat(it.styleOf("A thought.")).contains("3;");
            assertThat(it.styleOf("from a tool")).doesNotContain("[3;");
        }
    }

    @Test
    void the_todo_list_that_a_tool_keeps_stands_above_the_editor_until_all_is_done() throws Exception {
        var first = call("todo", JsonObject.of("list", "brew:in_progress pour:pending drink:pending"));
        var last = call("todo", JsonObject.of("list", "brew:completed pour:completed drink:completed"));
        try (var it = screen(Turn.calls(first), Turn.text("Begun."), Turn.calls(last), Turn.text("Finished."))
                .hook("todo", """
                    pi.tool(Tool.of("todo", "A list",
                        JsonObject.of("type", "object"),
                        (call, _) -> {
                            var items = new java.util.ArrayList<JsonObject>();
                            for (var item : call.string("list").split(" ")) {
                                var parts = item.split(":");
                                items.add(JsonObject.of("content", parts[0], "status", parts[1]));
                            }
                            return ToolOutput.text("kept").withDetails(JsonObject.of("todos", items));
                        }));
                    """)
                .begin()) {
            it.submit("Tea").await("Begun.");
            it.await("Todo: 0 of 3 done");
            it.await("▸ brew");
            it.await("☐ drink");
            it.submit("/new ").awaitGone("Todo:");
            it.submit("Tea again").await("Finished.");
            it.awaitGone("Todo:");
        }
    }
}
