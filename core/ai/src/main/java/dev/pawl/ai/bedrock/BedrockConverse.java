package dev.pawl.ai.bedrock;

import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.Framing;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.ai.wire.Wire;
import dev.pawl.api.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Converse: the API of Amazon Bedrock for the models of all vendors. */
public final class BedrockConverse implements Wire {
    private final Map<String, String> environment;

    /** @param environment contains the region */
    public BedrockConverse(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public String address(Question question) {
        var model = question.model();
        return Region.address(model, environment) + "/model/"
                + URLEncoder.encode(model.id(), StandardCharsets.UTF_8).replace("+", "%20") + "/converse-stream";
    }

    @Override
    public Map<String, String> headers(Question question) {
        return Map.of("accept", "application/vnd.amazon.eventstream");
    }

    @Override
    public JsonObject body(Question question) {
        boolean forced = environment.getOrDefault("AWS_BEDROCK_FORCE_CACHE", "").equals("1");
        return new ConverseBody(question, Region.of(question.model(), environment), forced).body();
    }

    @Override
    public Framing framing() {
        return Framing.AMAZON;
    }

    @Override
    public StreamReader reader(Question question, AnswerBuilder answer) {
        return new ConverseReader(question.model(), answer);
    }
}
