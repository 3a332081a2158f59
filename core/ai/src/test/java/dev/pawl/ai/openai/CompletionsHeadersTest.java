package dev.pawl.ai.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.wire.Question;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompletionsHeadersTest {
    private static final String API = "openai-completions";

    private final OpenAiCompletions wire = new OpenAiCompletions();

    @Test
    void requests_go_behind_the_base_address_with_the_key_as_a_bearer() {
        var model = Conversations.model(API, "local", "m", "http://localhost:1/v1/", JsonObject.empty());

        assertThat(wire.address(Conversations.plain(model))).isEqualTo("http://localhost:1/v1/chat/completions");
        assertThat(wire.credentials("secret")).isEqualTo(Map.entry("authorization", "Bearer secret"));
    }

    @Test
    void session_ids_are_not_sent_unless_the_provider_takes_them() {
        assertThat(wire.headers(session(Ask.local(API, "{}")))).isEmpty();
    }

    @Test
    void openrouter_receives_the_session_in_its_own_header() {
        var model = Conversations.model(API, "openrouter", "m", "https://openrouter.ai/api/v1", JsonObject.empty());

        assertThat(wire.headers(session(model))).isEqualTo(Map.of("x-session-id", "s-1"));
        assertThat(wire.headers(Conversations.plain(model))).isEmpty();
        assertThat(wire.headers(Conversations.with(session(model), "cacheRetention", "none")))
                .isEmpty();
    }

    @Test
    void who_wants_sessions_says_in_which_headers() {
        assertThat(wire.headers(session(Ask.local(API, "{\"compat\":{\"sendSessionAffinityHeaders\":true}}"))))
                .isEqualTo(Map.of("session_id", "s-1", "x-client-request-id", "s-1", "x-session-affinity", "s-1"));
        assertThat(
                        wire.headers(
                                session(
                                        Ask.local(
                                                API,
                                                "{\"compat\":{\"sendSessionAffinityHeaders\":true,\"sessionAffinityFormat\":\"openai-nosession\"}}"))))
                .isEqualTo(Map.of("x-client-request-id", "s-1", "x-session-affinity", "s-1"));
    }

    private static Question session(Model model) {
        return Conversations.with(Conversations.plain(model), "sessionId", "s-1");
    }
}
