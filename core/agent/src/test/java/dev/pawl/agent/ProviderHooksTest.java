package dev.pawl.agent;

import static dev.pawl.api.HookPoints.AFTER_PROVIDER_RESPONSE;
import static dev.pawl.api.HookPoints.BEFORE_PROVIDER_HEADERS;
import static dev.pawl.api.HookPoints.BEFORE_PROVIDER_REQUEST;
import static dev.pawl.api.HookPoints.PROVIDER_STREAM_EVENT;
import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.BeforeProviderHeaders;
import dev.pawl.api.event.BeforeProviderRequest;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderHooksTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private TestAgent.Builder talking() {
        return TestAgent.in(dir).model(Turn.text("One."), Turn.text("Two."));
    }

    /** Vector D9. */
    @Test
    void the_body_one_hook_changes_the_next_one_sees_and_the_last_change_is_sent() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(
                        BEFORE_PROVIDER_REQUEST,
                        (request, _) -> request.withPayload(request.payload().with("user", "h1"))))
                .hook(pi -> pi.on(BEFORE_PROVIDER_REQUEST, (request, _) -> {
                    recorded.add(String.valueOf(request.payload().get("user")));
                    return request.withPayload(request.payload().with("user", "h2"));
                }))
                .hook(pi -> pi.onNamed("before_provider_request", (_, _) -> null))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded).containsExactly("h1");
            assertThat(it.request(1).string("user")).isEqualTo("h2");
            assertThat(it.sentMessages(1)).containsExactly("user: Hi");
        }
    }

    @Test
    void a_body_may_be_replaced_altogether() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(
                        BEFORE_PROVIDER_REQUEST,
                        (request, _) -> request.withPayload(
                                JsonObject.of("model", request.payload().get("model"), "stream", true))))
                .start()) {
            it.prompt("Hi");
            assertThat(it.request(1).names()).containsExactlyInAnyOrder("model", "stream");
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("One.");
        }
    }

    @Test
    @SuppressWarnings("NullAway") // Hooks are compiled without it.
    void a_hook_that_returns_no_body_or_no_headers_is_passed_over_and_reported() throws Exception {
        try (var it = talking()
                .hook(pi -> {
                    pi.on(BEFORE_PROVIDER_REQUEST, (_, _) -> new BeforeProviderRequest(null));
                    pi.on(BEFORE_PROVIDER_HEADERS, (_, _) -> new BeforeProviderHeaders(null));
                })
                .start()) {
            it.prompt("Hi");
            assertThat(it.errors())
                    .extracting(error -> error.event())
                    .containsExactlyInAnyOrder("before_provider_headers", "before_provider_request");
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("One.");
        }
    }

    /** Vector D10. */
    @Test
    @SuppressWarnings("NullAway") // A header of null is one that is taken away.
    void headers_may_be_set_and_taken_away() throws Exception {
        try (var it = talking()
                .hook(pi -> {
                    pi.on(
                            BEFORE_PROVIDER_HEADERS,
                            (event, _) -> event.with("X-Mine", "yes").with("X-Other", "no"));
                    pi.on(
                            BEFORE_PROVIDER_HEADERS,
                            (event, _) -> event.without("x-other").with("X-Third", "no"));
                    pi.on(BEFORE_PROVIDER_HEADERS, (event, _) -> {
                        var changed = new HashMap<>(event.headers());
                        changed.put("X-Third", null);
                        return new BeforeProviderHeaders(changed);
                    });
                })
                .start()) {
            it.prompt("Hi");
            var sent = it.model.requests().getFirst();
            assertThat(sent.header("x-mine")).isEqualTo("yes");
            assertThat(sent.headers()).doesNotContainKeys("x-other", "x-third");
        }
    }

    @Test
    void the_headers_cannot_be_changed_in_place() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(BEFORE_PROVIDER_HEADERS, (event, _) -> {
                    event.headers().put("X-Sneaked", "in");
                    return event;
                }))
                .start()) {
            it.prompt("Hi");
            assertThat(it.model.requests().getFirst().headers()).doesNotContainKey("x-sneaked");
            assertThat(it.errors()).extracting(error -> error.event()).containsExactly("before_provider_headers");
        }
    }

    @Test
    void a_header_that_cannot_be_sent_is_a_failed_answer_that_names_it() throws Exception {
        try (var it = talking()
                .settings(JsonObject.of("retry", JsonObject.of("enabled", false)))
                .hook(pi -> pi.on(BEFORE_PROVIDER_HEADERS, (event, _) -> event.with("X-Bad", "two\nlines")))
                .start()) {
            it.prompt("Hi");
            var answer = (Message.Assistant) it.storedMessages().getLast();
            assertThat(answer.stopReason()).isEqualTo(StopReason.ERROR);
            assertThat(answer.errorMessage()).containsIgnoringCase("X-Bad");
            assertThat(it.requests()).isZero();
        }
    }

    @Test
    void hooks_do_not_see_the_key() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(BEFORE_PROVIDER_HEADERS, (event, _) -> {
                    recorded.add(event.headers().toString());
                    return event;
                }))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded).singleElement().asString().doesNotContain("scripted-key");
            assertThat(it.model.requests().getFirst().header("authorization")).isEqualTo("Bearer scripted-key");
        }
    }

    /** Vector D11. */
    @Test
    void the_status_and_the_headers_of_a_refusal_are_reported() throws Exception {
        var pauses = new ArrayList<Duration>();
        try (var it = TestAgent.in(dir)
                .pause(pauses::add)
                .model(Turn.status(429).header("Retry-After", "3"), Turn.text("One."))
                .hook(pi -> pi.on(
                        AFTER_PROVIDER_RESPONSE,
                        (response, _) -> recorded.add(
                                response.status() + " " + response.headers().get("retry-after"))))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded).containsExactly("429 3", "200 null");
            assertThat(pauses).containsExactly(Duration.ofSeconds(3));
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("One.");
        }
    }

    @Test
    void the_events_of_the_stream_are_reported_in_the_providers_own_language_before_the_answer_grows()
            throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("Hello there.").chunk(6))
                .hook(pi -> {
                    pi.on(PROVIDER_STREAM_EVENT, (event, _) -> {
                        for (var choice : event.data().objects("choices")) {
                            recorded.add(event.provider() + " " + event.model() + " "
                                    + choice.object("delta").string("content", ""));
                        }
                    });
                    pi.on(dev.pawl.api.HookPoints.MESSAGE_UPDATE, (update, _) -> {
                        if (!update.delta().delta().isEmpty()) {
                            recorded.add("grew " + update.delta().delta());
                        }
                    });
                })
                .start()) {
            it.prompt("Hi");
            assertThat(recorded.stream().filter(one -> !one.endsWith(" ") && !one.equals("grew Hello there.")))
                    .containsSubsequence("scripted scripted-1 there.", "grew there.");
            assertThat(recorded.getFirst()).startsWith("scripted scripted-1");
        }
    }

    @Test
    void a_stream_hook_that_fails_does_not_break_the_answer() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(PROVIDER_STREAM_EVENT, (_, _) -> {
                    throw new AssertionError("boom");
                }))
                .start()) {
            it.prompt("Hi");
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("One.");
            assertThat(it.errors()).isNotEmpty().allMatch(error -> error.event().equals("provider_stream_event"));
        }
    }
}
