package dev.pawl.ai.demo;

import dev.pawl.ai.wire.AnswerBlock;
import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.model.ThinkingLevel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The provider {@code demo}: two models that need neither key nor network, and cost nothing.
 *
 * @param pace the pause between two pieces of an answer; zero for none
 */
public record DemoProvider(InstantSource clock, Duration pace) implements ProviderConfig.Answerer {
    public static final String NAME = "demo";

    private static final int PIECE = 14;

    /** Returns the provider as it is registered. */
    public static ProviderConfig config(InstantSource clock, Duration pace) {
        return new ProviderConfig(
                        "Demonstration", null, null, null, Map.of(), false, List.of(), null, null, JsonObject.empty())
                .withModels(NAME, NAME, models())
                .answeredBy(new DemoProvider(clock, pace));
    }

    public static List<Model> models() {
        return List.of(
                model("tour", "Demonstration: looks around with the tools, no account needed"),
                model("echo", "Demonstration: repeats your message"));
    }

    private static Model model(String id, String name) {
        return new Model(
                NAME,
                id,
                name,
                NAME,
                "",
                false,
                List.of(ThinkingLevel.OFF),
                Set.of(Model.Medium.TEXT),
                Cost.NONE,
                128_000,
                16_384,
                JsonObject.empty());
    }

    @Override
    public Message.Assistant answer(Model model, ModelRequest request, Consumer<ModelEvent> events) {
        // An answer has one call at most, so that the number of messages tells calls apart.
        var answer = new AnswerBuilder(
                model, clock.millis(), () -> "demo_" + request.messages().size(), events);
        try {
            return switch (model.id()) {
                case "tour" -> stream(new Tour().reply(request), request, answer);
                case "echo" -> stream(Reply.of(echo(request)), request, answer);
                default -> {
                    var words = model.reference() + " is no demonstration model; there are demo/tour and demo/echo.";
                    yield answer.fail(StopReason.ERROR, words, JsonObject.empty());
                }
            };
        } catch (InterruptedException e) {
            // Being interrupted is an answer too, as with every model: the text so far.
            return answer.fail(StopReason.ABORTED, "Request aborted.", JsonObject.empty());
        }
    }

    private static String echo(ModelRequest request) {
        for (var message : request.messages().reversed()) {
            if (message instanceof Message.User user) {
                return user.text();
            }
        }
        return "";
    }

    /** Streams an answer in small pieces, as a model does, and counts its tokens at four characters each. */
    private Message.Assistant stream(Reply reply, ModelRequest request, AnswerBuilder answer)
            throws InterruptedException {
        long input = tokens(size(request));
        answer.usage(input, 0, 0, 0, null, null);
        answer.start();
        long spoken = 0;
        if (!reply.text().isEmpty()) {
            spoken += stream(answer, answer.openText(), reply.text());
        }
        var use = reply.use();
        if (use != null) {
            spoken += stream(
                    answer, answer.openTool(null, use.tool()), use.arguments().toString());
        }
        answer.usage(input, tokens(spoken), 0, 0, null, null);
        answer.stop(use == null ? StopReason.STOP : StopReason.TOOL_USE);
        return answer.finish();
    }

    private int stream(AnswerBuilder answer, AnswerBlock block, String text) throws InterruptedException {
        for (int from = 0; from < text.length(); ) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (!pace.isZero()) {
                Thread.sleep(pace);
            }
            int to = Math.min(from + PIECE, text.length());
            to = to < text.length() && Character.isHighSurrogate(text.charAt(to - 1)) ? to + 1 : to;
            answer.append(block, text.substring(from, to));
            from = to;
        }
        answer.close(block);
        return text.length();
    }

    private static long size(ModelRequest request) {
        return Objects.requireNonNullElse(request.systemPrompt(), "").length()
                + request.messages().stream()
                        .mapToLong(message -> message.toJson().toString().length())
                        .sum()
                + request.tools().stream()
                        .mapToLong(tool -> tool.toString().length())
                        .sum();
    }

    private static long tokens(long characters) {
        return (characters + 3) / 4;
    }
}
