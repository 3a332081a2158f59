package dev.pawl.ai.demo;

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
import java.util.Set;
import java.util.function.Consumer;

/** The provider {@code demo}: three models that need neither key nor network, and cost nothing. */
public final class DemoProvider implements ProviderConfig.Answerer {
    public static final String NAME = "demo";

    private final InstantSource clock;
    private final Duration pace;
    private final ScriptedDemo script;

    private DemoProvider(Map<String, String> environment, InstantSource clock, Duration pace) {
        this.clock = clock;
        this.pace = pace;
        this.script = new ScriptedDemo(environment);
    }

    /**
     * The provider as it is registered.
     *
     * @param environment where {@code PAWL_DEMO_SCRIPT} is looked up
     * @param pace the pause between two pieces of the answer; zero for none
     */
    public static ProviderConfig config(Map<String, String> environment, InstantSource clock, Duration pace) {
        return new ProviderConfig(
                        "Demonstration", null, null, null, Map.of(), false, List.of(), null, null, JsonObject.empty())
                .withModels(NAME, NAME, models())
                .answeredBy(new DemoProvider(environment, clock, pace));
    }

    public static List<Model> models() {
        return List.of(
                model("tour", "Demonstration: looks around with the tools, no account needed", false),
                model("echo", "Demonstration: repeats your message", false),
                model("script", "Demonstration: plays the script named by PAWL_DEMO_SCRIPT", true));
    }

    private static Model model(String id, String name, boolean reasoning) {
        var levels = reasoning
                ? List.of(
                        ThinkingLevel.OFF,
                        ThinkingLevel.MINIMAL,
                        ThinkingLevel.LOW,
                        ThinkingLevel.MEDIUM,
                        ThinkingLevel.HIGH)
                : List.of(ThinkingLevel.OFF);
        return new Model(
                NAME,
                id,
                name,
                NAME,
                "",
                reasoning,
                levels,
                Set.of(Model.Medium.TEXT),
                Cost.NONE,
                128_000,
                16_384,
                JsonObject.empty());
    }

    @Override
    public Message.Assistant answer(Model model, ModelRequest request, Consumer<ModelEvent> events) {
        var ids = new CallIds(request.messages().size());
        var answer = new AnswerBuilder(model, clock.millis(), ids::next, events);
        try {
            var speaker = new Speaker(answer, request, pace);
            if ("tour".equals(model.id())) {
                return speaker.stream(new Tour().reply(request));
            }
            if ("echo".equals(model.id())) {
                return speaker.stream(Reply.of(echo(request)));
            }
            if ("script".equals(model.id())) {
                return script.answer(model, request, answer);
            }
            var words = "demo/" + model.id()
                    + " is no demonstration model; there are demo/tour, demo/echo and demo/script.";
            return answer.fail(StopReason.ERROR, words, JsonObject.empty());
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

    /** Names for calls that differ from those of the conversation's other answers. */
    private static final class CallIds {
        private final int position;
        private int count;

        CallIds(int position) {
            this.position = position;
        }

        String next() {
            count++;
            return "demo_" + position + "_" + count;
        }
    }
}
