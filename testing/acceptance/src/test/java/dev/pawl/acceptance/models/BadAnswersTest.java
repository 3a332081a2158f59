package dev.pawl.acceptance.models;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.http.Failure;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.testkit.model.Script.Break;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.model.ScriptedRequest;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Whatever a provider sends, the answer is one: a good one, or a failed one that says what happened. */
class BadAnswersTest {
    private static final Turn HELLO = Turn.text("Hello, world.").chunk(3);

    @TempDir
    Path home;

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void lines_that_are_no_events_are_passed_over(String api) throws Exception {
        var stream = ScriptedModel.stream(api, HELLO);
        var noisy =
                ": a comment\n\nretry: 3000\nid: 7\n\nnonsense\n\n" + stream.replace("data:", ":\ndata:") + "\n\n: bye";
        try (var talk = Talk.over(api, home, Turn.raw(noisy), Turn.raw("\uFEFF" + stream))) {
            assertThat(Talk.plain(talk.ask("Hi."))).isEqualTo("text Hello, world.\nSTOP");
            assertThat(Talk.plain(talk.ask("Hi."))).as("with a byte order mark").isEqualTo("text Hello, world.\nSTOP");
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void lines_may_end_as_they_like(String api) throws Exception {
        var stream = ScriptedModel.stream(api, HELLO).replace("\r\n", "\n");
        try (var talk = Talk.over(
                api,
                home,
                Turn.raw(stream),
                Turn.raw(stream.replace("\n", "\r\n")),
                Turn.raw(stream.replace("\n", "\r")))) {
            for (var ending : List.of("LF", "CRLF", "CR")) {
                assertThat(Talk.plain(talk.ask("Hi."))).as(ending).isEqualTo("text Hello, world.\nSTOP");
            }
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void events_of_unknown_types_are_passed_over(String api) throws Exception {
        var news = "event: moon_phase\ndata: {\"type\":\"moon_phase\",\"phase\":\"full\"}\n\n";
        var stream = ScriptedModel.stream(api, HELLO);
        var noisy = news + stream.replace("\n\n", "\n\n" + news).replace("\r\n\r\n", "\r\n\r\n" + news);
        try (var talk = Talk.over(api, home, Turn.raw(noisy))) {
            assertThat(Talk.plain(talk.ask("Hi."))).isEqualTo("text Hello, world.\nSTOP");
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void an_event_that_is_no_json_ends_the_answer_and_what_came_is_kept(String api) throws Exception {
        try (var talk = Talk.over(api, home, HELLO.breakAfter(5, Break.GARBAGE))) {
            var answer = talk.ask("Hi.");

            assertFailed(answer, Failure.Kind.TRANSIENT, "not JSON");
            assertThat("Hello, world.").startsWith(answer.text());
            assertThat(answer.text()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void a_stream_that_ends_too_early_is_an_error_that_keeps_what_came(String api) throws Exception {
        try (var talk = Talk.over(
                api,
                home,
                HELLO.breakAfter(5, Break.END),
                HELLO.breakAfter(5, Break.CUT),
                Turn.raw(""),
                Turn.raw("\n\n"))) {
            for (int i = 0; i < 2; i++) {
                var answer = talk.ask("Hi.");
                assertFailed(answer, Failure.Kind.TRANSIENT, "broke off");
                assertThat("Hello, world.").startsWith(answer.text());
                assertThat(answer.text()).isNotEmpty();
            }
            assertFailed(talk.ask("Hi."), Failure.Kind.TRANSIENT, "broke off");
            assertFailed(talk.ask("Hi."), Failure.Kind.TRANSIENT, "broke off");
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void what_the_provider_says_in_the_middle_of_a_stream_is_reported(String api) throws Exception {
        var turn = HELLO.breakAfter(5, Break.ERROR).message("Overloaded, please try again");
        try (var talk = Talk.over(api, home, turn)) {
            var answer = talk.ask("Hi.");

            assertFailed(answer, Failure.Kind.TRANSIENT, "Overloaded, please try again");
            assertThat(answer.text()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void an_answer_without_usage_counts_nothing(String api) throws Exception {
        try (var talk = Talk.over(api, home, HELLO.withoutUsage())) {
            var answer = talk.ask("Hi.");

            assertThat(Talk.plain(answer)).isEqualTo("text Hello, world.\nSTOP");
            assertThat(answer.usage()).isEqualTo(Usage.NONE);
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void arguments_that_are_no_json_are_kept_as_they_came_or_refused(String api) throws Exception {
        try (var talk = Talk.over(api, home, Turn.calls(call("read", "{\"path\": \"a")))) {
            var answer = talk.ask("Hi.");

            if (api.equals("google-generative-ai")) {
                assertFailed(answer, Failure.Kind.TRANSIENT, "MALFORMED_FUNCTION_CALL");
            } else {
                var read = answer.toolCalls().getFirst();
                assertThat(read.arguments().isEmpty()).isTrue();
                assertThat(read.extra().string("argumentsError")).endsWith("{\"path\": \"a");
                assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
            }
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void calls_with_the_same_id_are_distinguished(String api) throws Exception {
        var turn = Turn.calls(
                call("read", "{\"path\":\"a\"}").withId("same"),
                call("ls", "{\"path\":\"b\"}").withId("same"));
        try (var talk = Talk.over(api, home, turn)) {
            var calls = talk.ask("Hi.").toolCalls();

            assertThat(calls).extracting(Content.ToolUse::name).containsExactly("read", "ls");
            assertThat(calls)
                    .extracting(call -> call.arguments().string("path"))
                    .containsExactly("a", "b");
            assertThat(calls).extracting(Content.ToolUse::id).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void a_web_page_instead_of_an_answer_is_called_one(String api) throws Exception {
        try (var talk = Talk.over(api, home, Turn.webPage())) {
            assertFailed(talk.ask("Hi."), Failure.Kind.BAD_REQUEST, "web page", "baseUrl");
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void a_redirect_is_not_followed_for_it_would_carry_the_key_elsewhere(String api) throws Exception {
        try (var elsewhere = ScriptedModel.playing(Turn.text("Give me your key."));
                var talk = Talk.over(api, home, Turn.redirect(elsewhere.url() + "/v1/messages"))) {
            assertFailed(talk.ask("Hi."), Failure.Kind.BAD_REQUEST, elsewhere.url(), "baseUrl");
            assertThat(elsewhere.connections()).isZero();
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void tls_that_fails_is_called_so(String api) throws Exception {
        try (var plain = ScriptedModel.playing(HELLO);
                var talk = Talk.with("baseUrl", plain.baseUrl(api).replace("http:", "https:"), api, home)) {
            var answer = talk.ask("Hi.");

            assertFailed(answer, Failure.Kind.OTHER, "TLS", "https://127.0.0.1");
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void an_unknown_host_is_named(String api) throws Exception {
        try (var talk = Talk.with("baseUrl", "http://nobody.invalid/v1", api, home)) {
            assertFailed(talk.ask("Hi."), Failure.Kind.TRANSIENT, "http://nobody.invalid/v1", "baseUrl");
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void a_server_that_is_not_running_is_named(String api) throws Exception {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        try (var talk = Talk.with("baseUrl", "http://127.0.0.1:" + port, api, home)) {
            assertFailed(talk.ask("Hi."), Failure.Kind.TRANSIENT, "http://127.0.0.1:" + port);
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void an_address_that_is_none_is_named(String api) throws Exception {
        try (var talk = Talk.with("baseUrl", "http://not an address", api, home)) {
            assertFailed(talk.ask("Hi."), Failure.Kind.BAD_REQUEST, "http://not an address", "baseUrl");
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void a_key_with_a_line_break_is_not_sent_and_not_reported(String api) throws Exception {
        try (var talk = Talk.with("apiKey", "secret\nX-Evil: 1", api, home, HELLO)) {
            var answer = talk.ask("Hi.");

            assertThat(answer.stopReason()).isEqualTo(StopReason.ERROR);
            assertThat(Failure.of(answer).kind()).isEqualTo(Failure.Kind.AUTH);
            assertThat(answer.errorMessage()).contains("line break").doesNotContain("secret", "X-Evil");
            assertThat(talk.server().requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void a_provider_that_falls_silent_is_given_up(String api) throws Exception {
        try (var talk = Talk.impatient(Duration.ofMillis(300), api, home, Turn.stalled())) {
            assertFailed(talk.ask("Hi."), Failure.Kind.TRANSIENT, "timed out");
            assertThat(talk.server().awaitRequest(1).awaitEnd()).isEqualTo(ScriptedRequest.End.CLIENT_LEFT);
        }
    }

    @ParameterizedTest
    @FieldSource(Talk.EACH_API)
    void an_interruption_ends_the_request_and_keeps_what_came(String api) throws Exception {
        try (var talk =
                Talk.over(api, home, Turn.text("Hello. ".repeat(5_000)).chunk(3).heldAfter(9))) {
            var answer = new AtomicReference<Message.Assistant>();
            var asking = Thread.ofVirtual().start(() -> {
                try {
                    answer.set(talk.ask("Hi."));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            talk.awaitEvents(6);
            asking.interrupt();
            asking.join();

            assertThat(answer.get().stopReason()).isEqualTo(StopReason.ABORTED);
            assertThat(answer.get().text()).startsWith("Hel");
            assertThat(talk.server().awaitRequest(1).awaitEnd()).isEqualTo(ScriptedRequest.End.CLIENT_LEFT);
        }
    }

    private static void assertFailed(Message.Assistant answer, Failure.Kind kind, String... words) {
        assertThat(answer.stopReason()).isEqualTo(StopReason.ERROR);
        assertThat(answer.errorMessage()).contains(words).contains("scripted/scripted-1");
        assertThat(Failure.of(answer).kind()).as(answer.errorMessage()).isEqualTo(kind);
    }
}
