package dev.pawl.ai.google;

import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.ai.wire.Wire;
import dev.pawl.api.json.JsonObject;
import java.util.Map;

/** The Gemini API of Google. */
public final class GoogleGenerativeAi implements Wire {
    @Override
    public String name() {
        return "google-generative-ai";
    }

    @Override
    public String address(Question question) {
        return Wire.trimmed(question.model().baseUrl()) + "/models/"
                + question.model().id() + ":streamGenerateContent?alt=sse";
    }

    @Override
    public Map<String, String> headers(Question question) {
        return Map.of();
    }

    @Override
    public Map.Entry<String, String> credentials(String key) {
        return Map.entry("x-goog-api-key", key);
    }

    @Override
    public JsonObject body(Question question) {
        return RequestBody.of(question);
    }

    @Override
    public StreamReader reader(Question question, AnswerBuilder answer) {
        return new ContentStream(question.model(), answer);
    }
}
