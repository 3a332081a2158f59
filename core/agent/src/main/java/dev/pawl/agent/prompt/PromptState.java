package dev.pawl.agent.prompt;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The system prompt and the tools that a conversation's system messages add up to. */
public record PromptState(String content, Map<String, String> sections, Map<String, JsonObject> tools) {
    public static final PromptState NONE = new PromptState("", Map.of(), Map.of());

    public static PromptState of(List<? extends Message> messages) {
        var state = NONE;
        for (var message : messages) {
            if (message instanceof Message.SystemPrompt system) {
                state = state.with(system);
            }
        }
        return state;
    }

    /** Returns whether there is neither a prompt nor a tool. The first {@code equals} of a record would cost a run 20 ms. */
    public boolean isNone() {
        return content.isEmpty() && sections.isEmpty() && tools.isEmpty();
    }

    /** This state with a message's changes applied. */
    public PromptState with(Message.SystemPrompt system) {
        var changed = new LinkedHashMap<>(sections);
        system.sections().forEach((name, text) -> {
            if (text == null) {
                changed.remove(name);
            } else {
                changed.put(name, text);
            }
        });
        var declared = new LinkedHashMap<>(tools);
        system.toolsRemoved().forEach(declared::remove);
        system.toolsAdded().forEach(tool -> declared.put(tool.string("name", ""), tool));
        return new PromptState(
                system.text().isBlank() ? content : system.text(),
                Collections.unmodifiableMap(changed),
                Collections.unmodifiableMap(declared));
    }

    /** Returns the message that changes this state to another; null if they are the same. */
    public Message.@Nullable SystemPrompt changeTo(
            Map<String, String> wanted, Map<String, JsonObject> wantedTools, long now) {
        var patch = new LinkedHashMap<String, @Nullable String>();
        wanted.forEach((name, text) -> {
            if (!text.equals(sections.get(name))) {
                patch.put(name, text);
            }
        });
        sections.keySet().stream().filter(name -> !wanted.containsKey(name)).forEach(name -> patch.put(name, null));
        var added = new ArrayList<JsonObject>();
        wantedTools.forEach((name, tool) -> {
            if (!tool.equals(tools.get(name))) {
                added.add(tool);
            }
        });
        var removed = tools.keySet().stream()
                .filter(name -> !wantedTools.containsKey(name))
                .toList();
        return patch.isEmpty() && added.isEmpty() && removed.isEmpty()
                ? null
                : new Message.SystemPrompt(
                        Body.of(""), Collections.unmodifiableMap(patch), added, removed, now, JsonObject.empty());
    }

    /** One message that contains all of them. */
    public Message.SystemPrompt message(long now) {
        return new Message.SystemPrompt(
                Body.of(content),
                Collections.unmodifiableMap(new LinkedHashMap<String, @Nullable String>(sections)),
                List.copyOf(tools.values()),
                List.of(),
                now,
                JsonObject.empty());
    }
}
