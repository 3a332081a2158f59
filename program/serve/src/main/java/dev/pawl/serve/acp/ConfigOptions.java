package dev.pawl.serve.acp;

import dev.pawl.agent.Agent;
import dev.pawl.ai.Models;
import dev.pawl.ai.wire.ThinkingLevels;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.serve.jsonrpc.ProtocolError;
import java.util.ArrayList;
import java.util.List;

/** The options of a session that a client can set: the model, and its thinking level. */
final class ConfigOptions {
    private static final String MODEL = "model";
    private static final String THINKING = "thinking";

    private final Agent agent;
    private final Models models;

    ConfigOptions(Agent agent, Models models) {
        this.agent = agent;
        this.models = models;
    }

    List<JsonObject> list() {
        var options = new ArrayList<JsonObject>();
        var model = agent.model();
        if (model == null) {
            return options;
        }
        options.add(select(
                MODEL,
                "Model",
                "model",
                name(model),
                models.available(model).stream()
                        .map(one -> JsonObject.of("value", name(one), "name", one.name())
                                .with("description", name(one)))
                        .toList()));
        var levels = ThinkingLevels.of(model);
        if (levels.size() > 1) {
            options.add(select(
                    THINKING,
                    "Thinking",
                    "thought_level",
                    agent.thinkingLevel().wire(),
                    levels.stream()
                            .map(level -> JsonObject.of("value", level.wire(), "name", level.wire()))
                            .toList()));
        }
        return options;
    }

    void set(String option, String value) throws InterruptedException {
        switch (option) {
            case MODEL -> setModel(value);
            case THINKING -> {
                var level = ThinkingLevel.find(value);
                if (level == null) {
                    throw ProtocolError.params("there is no thinking level \"" + value + "\"");
                }
                agent.setThinkingLevel(level);
            }
            default -> throw ProtocolError.params("there is no config option \"" + option + "\"");
        }
    }

    private void setModel(String value) throws InterruptedException {
        var model = models.available(agent.model()).stream()
                .filter(each -> name(each).equals(value))
                .findFirst()
                .orElseThrow(() -> ProtocolError.params("there is no model \"" + value + "\", or no key for it"));
        agent.setModel(model);
    }

    private static String name(Model model) {
        return model.provider() + "/" + model.id();
    }

    private static JsonObject select(
            String id, String name, String category, String current, List<JsonObject> options) {
        return JsonObject.of("id", id, "name", name)
                .with("category", category)
                .with("type", "select")
                .with("currentValue", current)
                .with("options", options);
    }
}
