package dev.pawl.testkit.model;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one provider expresses a script: its stream, event by event, and its errors. */
interface ScriptedDialect {
    /** The events of a stream, each as it is on the wire. */
    List<String> events(Turn turn, String model);

    /** The body that comes with a status from 400 up. */
    JsonObject error(int status, @Nullable String message);

    /** The event by which a provider reports in the middle of a stream that it cannot go on. */
    String brokenStream(@Nullable String message);

    /** The dialect that a request's path asks for; null if there is none. */
    static @Nullable ScriptedDialect at(String path) {
        if (path.endsWith("/messages")) {
            return new ScriptedAnthropic();
        }
        if (path.endsWith("/chat/completions")) {
            return new ScriptedCompletions();
        }
        if (path.endsWith("/responses")) {
            return new ScriptedResponses();
        }
        return path.endsWith(":streamGenerateContent") ? new ScriptedGoogle() : null;
    }

    /** The dialect of an api's name in models.json. */
    static ScriptedDialect named(String api) {
        return switch (api) {
            case "anthropic-messages" -> new ScriptedAnthropic();
            case "openai-completions" -> new ScriptedCompletions();
            case "openai-responses" -> new ScriptedResponses();
            case "google-generative-ai" -> new ScriptedGoogle();
            default ->
                throw new IllegalArgumentException("no api is called " + api
                        + "; there are anthropic-messages, openai-completions, openai-responses and"
                        + " google-generative-ai");
        };
    }
}
