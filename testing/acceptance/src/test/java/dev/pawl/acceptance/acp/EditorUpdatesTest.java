package dev.pawl.acceptance.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an editor is sent besides messages and tool calls: plans, costs, compactions. */
@Timeout(600)
@Deep
class EditorUpdatesTest {
    @TempDir
    Path dir;

    private static Turn todo(String action, String field, Object value) {
        return Turn.calls(Script.call("todo", JsonObject.of("action", action, field, value)));
    }

    @Test
    void the_list_of_a_to_do_tool_is_a_plan() throws Exception {
        try (var editor = Editor.in(
                dir,
                todo("add", "text", "wash"),
                todo("add", "text", "dry"),
                todo("done", "id", 1),
                Turn.text("Done."))) {
            editor.user("hooks/todo.java", Files.readString(Checkout.file("examples/todo.java")));
            assertThat(editor.prompt(editor.session(), "go")).isEqualTo("end_turn");
            assertThat(editor.updates("plan")).hasSize(3);
            assertThat(editor.updates("plan").getLast().objects("entries"))
                    .extracting(entry -> entry.string("content") + " " + entry.string("status"))
                    .containsExactly("wash completed", "dry pending");
        }
    }

    @Test
    void the_window_and_the_cost_of_the_session_are_reported() throws Exception {
        try (var editor =
                Editor.in(dir, Turn.text("One.").usage(10, 5), Turn.text("Two.").usage(20, 5))) {
            var scripted = editor.model
                    .modelsJson("openai-completions")
                    .object("providers")
                    .object("scripted");
            var price = JsonObject.of("input", 1_000_000, "output", 1_000_000);
            var model = scripted.objects("models").getFirst().with("cost", price);
            editor.user(
                    "models.json",
                    JsonObject.of("providers", JsonObject.of("scripted", scripted.with("models", List.of(model))))
                            .toString());
            var session = editor.session();
            editor.prompt(session, "go");
            editor.prompt(session, "go on");
            var told = editor.updates("usage_update");
            assertThat(told.getLast().integer("used", 0)).isPositive();
            assertThat(told.getLast().integer("size", 0)).isPositive();
            assertThat(told.getLast().object("cost").string("currency")).isEqualTo("USD");
            // One more may come before the first answer, if the prompt is quicker than what opens the session.
            var paid = told.stream()
                    .map(EditorUpdatesTest::amount)
                    .filter(amount -> amount > 0)
                    .toList();
            assertThat(paid).hasSize(2).isSorted().doesNotHaveDuplicates();
        }
    }

    private static double amount(JsonObject update) {
        return update.object("cost").get("amount") instanceof Number number ? number.doubleValue() : 0;
    }

    @Test
    void a_compaction_is_reported_to_a_client_that_shows_it_and_to_no_other() throws Exception {
        for (boolean shows : List.of(true, false)) {
            try (var editor = Editor.in(
                    dir.resolve("shows-" + shows), Turn.text("One."), Turn.text("Two."), Turn.text("It was short."))) {
                editor.user("settings.json", "{\"compaction\": {\"keepRecentTokens\": 1}}");
                editor.hook("""
                    pi.command("squeeze", "Compacts", ctx -> {
                        var over = new java.util.concurrent.CountDownLatch(1);
                        ctx.session().compact(new CompactOptions(null, _ -> over.countDown(), _ -> over.countDown()));
                        over.await();
                        return Outcome.nothing();
                    });
                    """);
                var session = editor.session(
                        shows
                                ? JsonObject.of("session", JsonObject.of("compaction", JsonObject.empty()))
                                : JsonObject.empty());
                editor.prompt(session, "one");
                editor.prompt(session, "two");
                editor.prompt(session, "/squeeze");
                var told = editor.updates("compaction_update");
                assertThat(told)
                        .extracting(update -> update.string("status"))
                        .isEqualTo(shows ? List.of("in_progress", "completed") : List.of());
                assertThat(told.toString().contains("It was short.")).isEqualTo(shows);
            }
        }
    }
}
