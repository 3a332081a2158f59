package dev.pawl.acceptance.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that sends requests of any shape: each is answered once, refusals are sentences, and the next prompt is good. */
@Timeout(600)
@Deep
class HostileEditorTest {
    private static final List<String> METHODS = List.of(
            "initialize",
            "authenticate",
            "session/new",
            "session/load",
            "session/resume",
            "session/list",
            "session/close",
            "session/delete",
            "session/prompt",
            "session/set_mode",
            "session/set_config_option",
            "_pawl/hooks",
            "_nothing/of/this",
            "fs/read_text_file",
            "");
    private static final List<String> FIELDS = List.of(
            "sessionId",
            "cwd",
            "mcpServers",
            "prompt",
            "methodId",
            "modeId",
            "configId",
            "value",
            "cursor",
            "toolCallId",
            "protocolVersion",
            "clientCapabilities",
            "_meta");

    @TempDir
    Path dir;

    private static @Nullable Object value(Draw draw, int depth) {
        return switch (draw.integer(0, depth > 3 ? 5 : 7)) {
            case 0 -> null;
            case 1 -> draw.bool();
            case 2 -> draw.anyLong();
            case 3 -> draw.anyDouble();
            case 4 -> draw.of("", "/", "../..", "\0", "/nowhere", "model", "scripted/none", "x".repeat(5_000));
            case 5 -> draw.text(12);
            case 6 -> draw.list(0, 3, () -> value(draw, depth + 1));
            default ->
                draw.map(
                        3, () -> draw.of("type", "uri", "data", "fs", "session", "name"), () -> value(draw, depth + 1));
        };
    }

    private static JsonObject params(Draw draw, String session) {
        var params = JsonObject.from(draw.map(5, () -> draw.of(FIELDS), () -> value(draw, 0)));
        return draw.bool() ? params : params.with("sessionId", session);
    }

    @Test
    void requests_of_any_shape_are_answered_and_the_next_prompt_is_carried_out() throws Exception {
        try (var editor = Editor.in(dir, Turn.text("fine"))) {
            var session = editor.session();
            var victim = editor.newSession();
            Property.holds(600, draw -> {
                var answer = editor.ask(draw.of(METHODS), params(draw, victim)).get(Patience.SECONDS, TimeUnit.SECONDS);
                assertThat(answer.object("error").string("message", ""))
                        .as(answer.toString())
                        .doesNotContain("Exception", "dev.pawl", "java.");
            });
            assertThat(editor.prompt(session, "still there?")).isEqualTo("end_turn");
            assertThat(editor.text("agent_message_chunk")).isEqualTo("fine");
            assertThat(editor.end()).isZero();
        }
    }

    @Test
    void a_session_that_is_opened_many_times_at_once_is_opened_once_and_only_in_its_folder() throws Exception {
        try (var editor = Editor.in(dir, Turn.text("fine"))) {
            var seen = dir.resolve("seen");
            editor.hook("""
                pi.on(SESSION_START, (_, ctx) -> java.nio.file.Files.writeString(java.nio.file.Path.of("%s"), "+",
                    java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND));
                """.formatted(seen));
            var session = editor.session();
            editor.prompt(session, "x");
            editor.result("session/close", JsonObject.of("sessionId", session));
            var known = JsonObject.of("sessionId", session, "cwd", editor.project.toString())
                    .with("mcpServers", List.of());
            var answers = new ArrayList<CompletableFuture<JsonObject>>();
            for (int i = 0; i < 20; i++) {
                answers.add(editor.ask(i % 2 == 0 ? "session/load" : "session/resume", known));
            }
            int opened = 0;
            for (var answer : answers) {
                opened += answer.get(Patience.SECONDS, TimeUnit.SECONDS).has("result") ? 1 : 0;
            }
            assertThat(opened).isPositive();
            assertThat(seen).hasContent("++");
            assertThat(editor.error(
                                    "session/load",
                                    known.with("cwd", dir.toRealPath().toString()))
                            .string("message"))
                    .contains("belongs to the folder");
            assertThat(editor.prompt(session, "still there?")).isEqualTo("end_turn");
        }
    }

    @Test
    void an_image_that_no_model_could_read_is_refused_before_it_is_kept() throws Exception {
        try (var editor = Editor.in(dir, Turn.text("fine"))) {
            var session = editor.session();
            for (var image : List.of(
                    JsonObject.of("data", "no base64!", "mimeType", "image/png"),
                    JsonObject.of("data", "", "mimeType", "image/png"),
                    JsonObject.of("data", "aGVsbG8=", "mimeType", "text/html"))) {
                var block = JsonObject.of("type", "image").with(image);
                var error =
                        editor.error("session/prompt", JsonObject.of("sessionId", session, "prompt", List.of(block)));
                assertThat(error.integer("code", 0)).isEqualTo(-32602);
                assertThat(error.string("message")).contains("image");
            }
            assertThat(editor.prompt(session, "x")).isEqualTo("end_turn");
        }
    }
}
