package dev.pawl.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks ask, and a client answers: well, late, twice, wrongly, or not at all. */
class DialogTest {
    private static final String ASKING = """
        pi.command("ask", "Asks", ctx -> {
            var ui = ctx.ui();
            ui.notify("said " + ui.select("Which?", List.of("a", "b"))
                + " " + ui.confirm("Sure?", "Really")
                + " " + ui.input("Name?", "nobody")
                + " " + ui.editor("Text?", "old"));
            return Outcome.nothing();
        });
        pi.command("wait", "Asks for a moment", ctx -> {
            var options = DialogOptions.timeout(java.time.Duration.ofMillis(50));
            ctx.ui().notify("said " + ctx.ui().select("Which?", List.of("a"), options));
            return Outcome.nothing();
        });
        pi.command("screen", "Shows what a client cannot", ctx -> {
            ctx.ui().notify("ui " + ctx.ui().hasUser() + " " + ctx.ui().custom((screen, theme, keys, done) -> null)
                + " " + ctx.ui().setTheme("dark"));
            return Outcome.nothing();
        });
        """;

    @TempDir
    Path dir;

    private Driven asking() throws Exception {
        return asking(Driven.in(dir, Turn.text("One.")));
    }

    private static Driven asking(Driven pawl) throws Exception {
        return pawl.hook(ASKING).start();
    }

    private static JsonObject awaitAnswer(Driven pawl) throws InterruptedException {
        return pawl.await(event -> event.string("message", "").startsWith("said"));
    }

    @Test
    void dialogs_are_answered_by_the_client() throws Exception {
        try (var pawl = asking(Driven.in(dir, Turn.text("One.")).asProcess())) {
            pawl.client().onDialog(request -> switch (request.string("method", "")) {
                case "select" -> JsonObject.of("value", "b");
                case "confirm" -> JsonObject.of("confirmed", true);
                case "input" -> JsonObject.of("value", "me");
                default -> JsonObject.of("value", request.string("prefill") + " new");
            });
            pawl.client().prompt("/ask");
            assertThat(awaitAnswer(pawl).string("message"))
                    .isEqualTo("said Optional[b] true Optional[me] Optional[old new]");
        }
    }

    @Test
    void a_client_that_cancels_gives_no_answers() throws Exception {
        try (var pawl = asking()) {
            pawl.client().prompt("/ask");
            assertThat(awaitAnswer(pawl).string("message"))
                    .isEqualTo("said Optional.empty false Optional.empty Optional.empty");
        }
    }

    @Test
    void a_dialog_that_runs_out_of_time_ends_by_itself_and_a_late_answer_is_ignored() throws Exception {
        try (var pawl = asking()) {
            var client = pawl.client();
            // Answers when nobody waits any more, and then once more.
            var over = new CountDownLatch(1);
            client.onDialog(request -> {
                try {
                    over.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return JsonObject.of("value", "a");
            });
            client.prompt("/wait");
            assertThat(awaitAnswer(pawl).string("message")).isEqualTo("said Optional.empty");
            var asked = pawl.await(event -> "select".equals(event.string("method")));
            assertThat(asked.number("timeout", 0)).isEqualTo(50);
            over.countDown();
            client.write(JsonObject.of("type", "extension_ui_response", "id", asked.get("id"))
                    .with("value", "a"));
            assertThat(client.state().string("sessionId")).isNotBlank();
        }
    }

    @Test
    void answers_without_a_question_and_of_the_wrong_kind_are_passed_over() throws Exception {
        try (var pawl = asking()) {
            var client = pawl.client();
            for (var id : new Object[] {"nobody", 5, JsonObject.empty()}) {
                client.write(
                        JsonObject.of("type", "extension_ui_response", "id", id).with("value", 7));
            }
            client.write(JsonObject.of("type", "extension_ui_response"));
            client.onDialog(request -> JsonObject.of("value", 7).with("confirmed", "yes"));
            client.prompt("/ask");
            assertThat(awaitAnswer(pawl).string("message"))
                    .isEqualTo("said Optional.empty false Optional.empty Optional.empty");
        }
    }

    @Test
    void a_client_that_never_answers_can_still_abort() throws Exception {
        try (var pawl = Driven.in(dir, Turn.text("One."))
                .hook("pi.on(AGENT_START, (_, ctx) -> { ctx.ui().confirm(\"Sure?\", \"Really\"); });")
                .start()) {
            var client = pawl.client();
            client.onDialog(request -> {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return JsonObject.empty();
            });
            client.prompt("Hi");
            pawl.await(event -> "confirm".equals(event.string("method")));
            client.abort();
            assertThat(client.state().bool("isStreaming", true)).isFalse();
        }
    }

    @Test
    void what_only_a_screen_can_show_is_absent() throws Exception {
        try (var pawl = asking()) {
            pawl.client().prompt("/screen");
            var told = pawl.await(event -> event.string("message", "").startsWith("ui"));
            assertThat(Objects.requireNonNull(told.string("message"))).startsWith("ui true Optional.empty ");
            assertThat(told.string("message")).doesNotEndWith("null");
        }
    }
}
