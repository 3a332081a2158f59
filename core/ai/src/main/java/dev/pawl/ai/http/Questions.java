package dev.pawl.ai.http;

import dev.pawl.ai.wire.EncodedMessages;
import dev.pawl.ai.wire.OutputRoom;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.ThinkingLevels;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes requests ready for a model: its messages readable, the prompt in one place, levels and limits its own. */
final class Questions {
    private Questions() {}

    static Question of(Model model, ModelRequest request) {
        return of(model, request, new EncodedMessages());
    }

    /** @param encoded what the messages became in earlier requests */
    static Question of(Model model, ModelRequest request, EncodedMessages encoded) {
        var messages = ReadableMessages.of(model, request.messages());
        var prompts = new ArrayList<String>();
        var prompt = request.systemPrompt();
        if (prompt != null && !prompt.isBlank()) {
            prompts.add(prompt);
        }
        boolean inTheMiddle = model.extra().object("compat").bool("supportsMidConvoSystemMessages", false);
        var rest = inTheMiddle ? lead(messages, prompts) : fold(messages, prompts);
        var joined = prompts.isEmpty() ? null : String.join("\n\n", prompts);
        var asked = request.maxTokens();
        long limit = asked == null ? model.maxTokens() : Math.min(asked, Math.max(model.maxTokens(), 1));
        return new Question(
                model,
                joined,
                rest,
                request.tools(),
                ThinkingLevels.clamp(model, request.thinkingLevel()),
                Math.min(limit, OutputRoom.of(model, joined, rest, request.tools())),
                request.options(),
                encoded);
    }

    /** All system messages become the prompt: later sections replace earlier ones of the same name. */
    private static List<Message> fold(List<Message> messages, List<String> prompts) {
        var sections = new LinkedHashMap<String, String>();
        var rest = new ArrayList<Message>(messages.size());
        for (var message : messages) {
            if (message instanceof Message.SystemPrompt system) {
                if (!system.text().isBlank()) {
                    prompts.add(system.text());
                }
                system.sections().forEach((name, text) -> put(sections, name, text));
            } else {
                rest.add(message);
            }
        }
        prompts.addAll(sections.values());
        return rest;
    }

    /** System messages in front become the prompt; later ones stay, and state what changed. */
    private static List<Message> lead(List<Message> messages, List<String> prompts) {
        int first = 0;
        while (first < messages.size() && messages.get(first) instanceof Message.SystemPrompt) {
            first++;
        }
        fold(messages.subList(0, first), prompts);
        var rest = new ArrayList<Message>(messages.size() - first);
        for (var message : messages.subList(first, messages.size())) {
            rest.add(message instanceof Message.SystemPrompt system ? change(system) : message);
        }
        return rest;
    }

    private static Message change(Message.SystemPrompt system) {
        var parts = new ArrayList<String>();
        if (!system.text().isBlank()) {
            parts.add(system.text());
        }
        system.sections()
                .forEach((name, text) ->
                        parts.add(text != null ? text : "The section \"" + name + "\" no longer applies."));
        return new Message.SystemPrompt(
                Body.of(String.join("\n\n", parts)),
                Map.of(),
                List.of(),
                List.of(),
                system.timestamp(),
                JsonObject.empty());
    }

    private static void put(Map<String, String> sections, String name, @Nullable String text) {
        if (text == null) {
            sections.remove(name);
        } else {
            sections.put(name, text);
        }
    }
}
