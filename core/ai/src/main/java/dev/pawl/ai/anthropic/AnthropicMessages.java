package dev.pawl.ai.anthropic;

import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.ai.wire.Wire;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The Messages API of Anthropic, which other providers offer too. */
public final class AnthropicMessages implements Wire {
    private static final String INTERLEAVED_THINKING = "interleaved-thinking-2025-05-14";
    private static final String FINE_GRAINED_TOOL_STREAMING = "fine-grained-tool-streaming-2025-05-14";
    private static final String OAUTH = "oauth-2025-04-20";

    @Override
    public String address(Question question) {
        var base = Wire.trimmed(question.model().baseUrl());
        return base + (base.endsWith("/v1") ? "/messages" : "/v1/messages");
    }

    @Override
    public Map<String, String> headers(Question question) {
        return headers(question, "");
    }

    @Override
    public Map<String, String> headers(Question question, String key) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("anthropic-version", "2023-06-01");
        var betas = betas(question, key);
        if (!betas.isEmpty()) {
            headers.put("anthropic-beta", String.join(",", betas));
        }
        var session = question.options().string("sessionId");
        if (session != null && staysWithSession(question)) {
            headers.put(isOpenRouter(question) ? "x-session-id" : "x-session-affinity", session);
        }
        return headers;
    }

    @Override
    public Map.Entry<String, String> credentials(String key) {
        return isOauthToken(key) ? Map.entry("authorization", "Bearer " + key) : Map.entry("x-api-key", key);
    }

    @Override
    public JsonObject body(Question question) {
        return RequestBody.of(question);
    }

    @Override
    public StreamReader reader(Question question, AnswerBuilder answer) {
        return new MessageStream(question.model(), answer);
    }

    private static List<String> betas(Question question, String key) {
        var betas = new ArrayList<String>();
        if (isOauthToken(key)) {
            betas.add(OAUTH);
        }
        if (!question.tools().isEmpty() && !RequestBody.streamsArguments(question)) {
            betas.add(FINE_GRAINED_TOOL_STREAMING);
        }
        if (Thinking.of(question).hasBudget()) {
            betas.add(INTERLEAVED_THINKING);
        }
        return betas;
    }

    /** Some providers find their cache again only if a request names its conversation. */
    private static boolean staysWithSession(Question question) {
        return question.compat("sendSessionAffinityHeaders", isOpenRouter(question))
                && !question.cacheRetention().equals("none");
    }

    private static boolean isOpenRouter(Question question) {
        return "openrouter".equals(question.compat("sessionAffinityFormat"))
                || question.model().provider().equals("openrouter")
                || question.model().baseUrl().contains("openrouter.ai");
    }

    private static boolean isOauthToken(String key) {
        return key.startsWith("sk-ant-oat");
    }
}
