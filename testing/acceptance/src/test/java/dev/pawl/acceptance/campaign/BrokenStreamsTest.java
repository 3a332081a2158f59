package dev.pawl.acceptance.campaign;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.OpenModels;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.ai.http.Exchange;
import dev.pawl.ai.http.Failure;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.base.net.Network;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.testkit.model.Script.Tokens;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However the stream of a provider is damaged, it ends with an answer or with an error that can be read. */
@Deep
class BrokenStreamsTest {
    private static final Turn TURN = Turn.thinking("hm é")
            .signed("c2ln")
            .andText("Grüße 😀 中")
            .andCalls(
                    call("read", "{\"path\":\"ä😀\"}").withId("a"),
                    call("ls", "{}").withId("b"))
            .chunk(6)
            .usage(new Tokens(10, 7, 4, 0, 2));
    private static final Pattern JSON_VALUE =
            Pattern.compile("(?<=:)(\"[^\"\\\\]*\"|-?\\d+|true|false|null|\\{\\}|\\[\\])");

    @TempDir
    Path home;

    @ParameterizedTest
    @ValueSource(strings = {"anthropic-messages", "google-generative-ai", "openai-completions", "openai-responses"})
    void a_damaged_stream_ends_with_an_answer_or_an_error(String api) throws Exception {
        var whole = ScriptedModel.stream(api, TURN);
        try (var server = new BadServer();
                var open = open(server, api)) {
            var model = Objects.requireNonNull(open.models().find("scripted", ScriptedModel.MODEL));
            Property.holds(Campaign.tries(100, 25_000), draw -> {
                // One char is one byte, so that a report can be read.
                var body = draw.from(d -> new String(damaged(d, whole), StandardCharsets.ISO_8859_1))
                        .getBytes(StandardCharsets.ISO_8859_1);
                server.answers(BadServer.response(200, "text/event-stream", "", body));
                var request = new ModelRequest(
                        "Be careful.",
                        List.of(Message.user("Hi", 0)),
                        List.of(),
                        ThinkingLevel.LOW,
                        null,
                        JsonObject.empty());
                isWhole(open.models().stream(model, request, Exchange.PLAIN, _ -> {}));
            });
        }
    }

    private OpenModels open(BadServer server, String api) throws Exception {
        var path = api.equals("anthropic-messages") ? "" : api.equals("google-generative-ai") ? "/v1beta" : "/v1";
        var provider = JsonObject.of("baseUrl", server.url() + path, "apiKey", "a-key-of-the-test")
                .with("api", api)
                .with("models", List.of(JsonObject.of("id", ScriptedModel.MODEL, "reasoning", true)));
        Files.writeString(
                home.resolve("models.json"),
                JsonObject.of("providers", JsonObject.of("scripted", provider)).toString());
        var settings = new CallSettings(Duration.ofMinutes(1), 0, Duration.ofMinutes(1));
        return new OpenModels(ModelsSetup.of(home, Map.of()), settings, Network.direct(), Duration.ZERO);
    }

    /** It can be written down and read back, and an error is a sentence. */
    private static void isWhole(Message.Assistant answer) {
        var failure = Failure.of(answer);
        if (answer.stopReason() == StopReason.ERROR) {
            assertThat(failure).isNotNull();
            assertThat(answer.errorMessage())
                    .isNotBlank()
                    .doesNotContainPattern("\\tat |Cannot invoke|NullPointer|ClassCast|\\bjava\\.[a-z.]+[A-Z]");
        } else {
            assertThat(failure).isNull();
        }
        for (var content : answer.content()) {
            if (content instanceof Content.ToolUse use) {
                assertThat(use.name()).isNotNull();
                assertThat(use.arguments()).isNotNull();
            }
        }
        assertThat(answer.usage().input()).isNotNegative();
        assertThat(answer.usage().output()).isNotNegative();
        var written = answer.toJson().toString();
        assertThat(Message.from(JsonObject.parse(written)).toJson()).hasToString(written);
    }

    private static byte[] damaged(Draw draw, String whole) {
        var events = new ArrayList<>(List.of(whole.split("(?<=\\n\\n|\\r\\n\\r\\n)")));
        for (int damage = draw.integer(1, 4); damage > 0 && !events.isEmpty(); damage--) {
            int at = draw.integer(0, events.size() - 1);
            var event = events.get(at);
            switch (draw.integer(0, 7)) {
                case 0 -> events.add(draw.integer(0, events.size()), event);
                case 1 -> events.remove(at);
                case 2 -> events.set(at, events.set(draw.integer(0, events.size() - 1), event));
                case 3 -> events.set(at, event.substring(0, draw.integer(0, event.length())));
                case 4, 5 -> events.set(at, retyped(draw, event));
                case 6 -> events.add(at, odd(draw));
                default -> events.set(at, event.replaceFirst("\"[a-z_]+\":", "\"other\":"));
            }
        }
        var bytes = String.join("", events).getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || draw.bool()) {
            return bytes;
        }
        int at = draw.integer(0, bytes.length - 1);
        if (draw.bool()) {
            return Arrays.copyOf(bytes, at);
        }
        bytes[at] ^= (byte) (1 << draw.integer(0, 7));
        return bytes;
    }

    /** One of its values becomes another one, of another type. */
    private static String retyped(Draw draw, String event) {
        var values = JSON_VALUE.matcher(event).results().toList();
        if (values.isEmpty()) {
            return event;
        }
        var value = values.get(draw.integer(0, values.size() - 1));
        var other = draw.of(
                "null",
                "7",
                "-1",
                "1e400",
                "99999999999999999999",
                "true",
                "\"\"",
                "\"x\"",
                "\"\\ud800\"",
                "[]",
                "[7,null,\"x\",{}]",
                "{}",
                "{\"a\":{}}",
                "[".repeat(2_000) + "]".repeat(2_000));
        return event.substring(0, value.start()) + other + event.substring(value.end());
    }

    private static String odd(Draw draw) {
        int many = draw.integer(1, 50_000);
        return draw.of(
                "data: {\n\n",
                "data:\n\n",
                "data: null\n\n",
                "data: []\n\n",
                "data: [DONE]\n\n",
                "event: error\ndata: {\"type\":\"error\",\"error\":7}\n\n",
                "event: error\ndata: {\"error\":{\"message\":null,\"code\":{}}}\n\n",
                "data: " + "x".repeat(many) + "\n\n",
                "data: " + "[".repeat(many) + "\n\n",
                "data: {}\n".repeat(Math.min(many, 500)) + "\n",
                "\n".repeat(Math.min(many, 5_000)),
                ":" + "c".repeat(many) + "\n",
                "\u0000\uFEFF\r",
                "retry: " + many + "\nid: \u0000\n\n");
    }
}
