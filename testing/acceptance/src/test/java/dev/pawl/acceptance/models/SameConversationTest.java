package dev.pawl.acceptance.models;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.http.Failure;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.StreamDelta.Kind;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Tokens;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** One scripted conversation gives the same messages, whichever language the provider speaks. */
class SameConversationTest {
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    private static final Turn LOOK = Turn.thinking("Both files matter — 中文 😀.")
            .signed("c2lnbmF0dXJl")
            .andText("I look at *both*.\n")
            .andCalls(
                    call("read", "{\"path\":\"logo.png\"}"),
                    call("read", "{\"path\":\"naïve \\\"file\\\" 😀.txt\",\"limit\":10}"))
            .chunk(7)
            .usage(new Tokens(120, 40, 30, 0, 10));

    @TempDir
    Path home;

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void thinking_text_and_two_calls_at_once_come_out_the_same(String api) throws Exception {
        try (var talk = Talk.over(api, home, LOOK)) {
            var answer = talk.ask("Read logo.png and the other file.");

            assertThat(Talk.plain(answer)).isEqualTo("""
                thinking Both files matter — 中文 😀.
                text I look at *both*.

                call call_0001 read {"path":"logo.png"}
                call call_0002 read {"path":"naïve \\"file\\" 😀.txt","limit":10}
                TOOL_USE\
                """);
            assertThat(answer.usage().input()).isEqualTo(120);
            assertThat(answer.usage().output()).isEqualTo(40);
            assertThat(answer.usage().cacheRead()).isEqualTo(30);
            assertThat(answer.usage().totalTokens()).isEqualTo(190);
            assertThat(answer.api()).isEqualTo(api);
            assertThat(answer.provider()).isEqualTo("scripted");
            assertThat(answer.errorMessage()).isNull();
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void the_pieces_add_up_to_the_answer(String api) throws Exception {
        try (var talk = Talk.over(api, home, LOOK)) {
            var answer = talk.ask("Look.");

            var grown = new TreeMap<Integer, String>();
            for (var event : talk.events()) {
                if (event instanceof ModelEvent.Piece(_, var delta)
                        && List.of(Kind.TEXT_DELTA, Kind.THINKING_DELTA, Kind.TOOLCALL_DELTA)
                                .contains(delta.kind())) {
                    grown.merge(delta.contentIndex(), delta.delta(), String::concat);
                }
            }
            var calls = answer.toolCalls();
            assertThat(grown.values().stream().map(SameConversationTest::canonical))
                    .containsExactly(
                            "Both files matter — 中文 😀.",
                            "I look at *both*.\n",
                            calls.get(0).arguments().toString(),
                            calls.get(1).arguments().toString());
            assertThat(talk.events().getFirst()).isInstanceOf(ModelEvent.Started.class);
            assertThat(talk.events())
                    .filteredOn(ModelEvent.Started.class::isInstance)
                    .hasSize(1);
            assertThat(talk.events().getLast()).isEqualTo(new ModelEvent.Finished(answer));
            assertThat(talk.events())
                    .filteredOn(ModelEvent.Finished.class::isInstance)
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void results_and_images_reach_the_model_and_it_goes_on(String api) throws Exception {
        try (var talk = Talk.over(api, home, LOOK, Turn.text("A red dot."))) {
            var prompt = Body.of(Content.text("Read these."), Content.image(PIXEL, "image/png"));
            var first =
                    talk.add(new Message.User(prompt, 0, JsonObject.empty())).ask();
            var calls = first.toolCalls();
            var second = talk.add(
                            result(calls.get(0), false, Content.text("a picture"), Content.image(PIXEL, "image/png")))
                    .add(result(calls.get(1), true, Content.text("no such file: naïve")))
                    .ask();

            assertThat(Talk.plain(second)).isEqualTo("text A red dot.\nSTOP");
            var sent = talk.server().awaitRequest(2).bodyText();
            assertThat(occurrences(sent, PIXEL)).isEqualTo(2);
            assertThat(sent).contains("a picture", "no such file: naïve", "c2lnbmF0dXJl", "I look at *both*.");
            assertThat(talk.server().requests()).hasSize(2);
            assertThat(talk.server().connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void a_provider_that_is_busy_is_asked_again(String api) throws Exception {
        var script = Script.of(Turn.status(529), Turn.status(429).header("retry-after", "0"), Turn.text("Now."));
        try (var talk = Talk.over(api, home, script, 2)) {
            assertThat(Talk.plain(talk.ask("Hello."))).isEqualTo("text Now.\nSTOP");

            var requests = talk.server().requests();
            assertThat(requests).hasSize(3);
            assertThat(requests)
                    .allMatch(
                            request -> request.body().equals(requests.getFirst().body()));
            assertThat(talk.events())
                    .filteredOn(ModelEvent.Started.class::isInstance)
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void errors_are_answers_that_say_what_kind_they_are(String api) throws Exception {
        try (var talk = Talk.over(
                api,
                home,
                Turn.status(401),
                Turn.status(403),
                Turn.status(429).header("retry-after", "3"),
                Turn.status(500),
                Turn.status(529),
                Turn.status(400).message("prompt is too long: 300000 tokens"),
                Turn.status(400),
                Turn.status(429).message("You exceeded your current quota, please check your billing details."),
                Turn.text("Fine."))) {
            assertThat(failure(talk, 401)).isEqualTo(Failure.Kind.AUTH);
            assertThat(failure(talk, 403)).isEqualTo(Failure.Kind.AUTH);
            assertThat(failure(talk, 429)).isEqualTo(Failure.Kind.TRANSIENT);
            assertThat(failure(talk, 500)).isEqualTo(Failure.Kind.TRANSIENT);
            assertThat(failure(talk, 529)).isEqualTo(Failure.Kind.TRANSIENT);
            assertThat(failure(talk, 400)).isEqualTo(Failure.Kind.OVERFLOW);
            assertThat(failure(talk, 400)).isEqualTo(Failure.Kind.BAD_REQUEST);
            assertThat(failure(talk, 429)).isEqualTo(Failure.Kind.QUOTA);
            assertThat(Talk.plain(talk.ask("Hello."))).isEqualTo("text Fine.\nSTOP");
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void an_answer_that_was_too_long_is_cut_for_its_length(String api) throws Exception {
        try (var talk = Talk.over(api, home, Turn.text("And so on and").stopReason("length"))) {
            assertThat(Talk.plain(talk.ask("Hello."))).isEqualTo("text And so on and\nLENGTH");
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void a_long_answer_comes_whole(String api) throws Exception {
        var turn = new Turn(JsonObject.of("textBytes", 300_000, "chunk", 100));
        try (var talk = Talk.over(api, home, turn)) {
            assertThat(talk.ask("Hello.").text())
                    .isEqualTo(((Script.Part.Text) turn.parts().getFirst()).text());
        }
    }

    private static Failure.Kind failure(Talk talk, int status) throws InterruptedException {
        var answer = talk.ask("Hello.");
        assertThat(answer.stopReason()).isEqualTo(StopReason.ERROR);
        assertThat(answer.errorMessage()).contains("scripted/scripted-1", String.valueOf(status));
        assertThat(answer.errorMessage()).doesNotContain("scripted-key");
        assertThat(answer.content()).isEmpty();
        return Failure.of(answer).kind();
    }

    private static Message.ToolResult result(Content.ToolUse call, boolean error, Content... content) {
        return new Message.ToolResult(
                call.id(), call.name(), List.of(content), null, error, null, 0, JsonObject.empty());
    }

    private static int occurrences(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }

    private static String canonical(String grown) {
        return grown.startsWith("{") ? JsonObject.parse(grown).toString() : grown;
    }
}
