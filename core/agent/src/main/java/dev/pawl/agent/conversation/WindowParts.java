package dev.pawl.agent.conversation;

import dev.pawl.agent.event.WindowPart;
import dev.pawl.agent.event.WindowPart.Kind;
import dev.pawl.agent.prompt.PromptState;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.ai.wire.TokenEstimate;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Divides what the model reads into parts. */
public final class WindowParts {
    private final Map<Map.Entry<Kind, String>, Long> parts = new LinkedHashMap<>();

    private WindowParts() {}

    /** Returns the parts of a conversation; before its first prompt, of the prompt and tools that it would have. */
    public static List<WindowPart> of(List<ContextMessage> context, SystemPrompts prompts) {
        var all = new WindowParts();
        var sent = PromptState.of(context.stream().map(ContextMessage::message).toList());
        var own = prompts.options();
        var sections = sent.sections().isEmpty() && sent.content().isEmpty() ? prompts.sections() : sent.sections();
        all.add(Kind.PROMPT, "", sent.content().length());
        sections.forEach((name, text) -> {
            if (name.equals("project_context")) {
                own.contextFiles().forEach((file, content) -> all.add(Kind.FILE, file, content.length()));
            } else {
                boolean known = own.sections().containsKey(name);
                all.add(
                        name.equals("skills") ? Kind.FILE : known ? Kind.PROMPT : Kind.HOOK_PROMPT,
                        name,
                        text.length());
            }
        });
        long shown = String.join("\n\n", prompts.sections().values()).length();
        all.add(Kind.HOOK_PROMPT, "", Math.max(0, prompts.text().length() - shown));
        if (sent.tools().isEmpty()) {
            prompts.tools()
                    .activeTools()
                    .forEach(tool -> all.add(
                            Kind.TOOL,
                            tool.name(),
                            tool.description().length() + TokenEstimate.jsonLength(tool.parameters())));
        } else {
            sent.tools().forEach((name, tool) -> all.add(Kind.TOOL, name, TokenEstimate.jsonLength(tool)));
        }
        context.forEach(one -> all.add(one.message()));
        var list = new ArrayList<WindowPart>();
        all.parts.forEach(
                (part, characters) -> list.add(new WindowPart(part.getKey(), part.getValue(), (characters + 3) / 4)));
        return List.copyOf(list);
    }

    private void add(Message message) {
        long characters = TokenEstimate.of(message) * 4;
        switch (message) {
            case Message.SystemPrompt _ -> {}
            case Message.User _ -> add(Kind.USER, "", characters);
            case Message.Assistant _ -> add(Kind.ANSWER, "", characters);
            case Message.ToolResult result -> add(Kind.RESULT, result.toolName(), characters);
            case Message.BashExecution _ -> add(Kind.RESULT, "!", characters);
            case Message.Custom custom -> add(Kind.HOOK_MESSAGE, custom.customType(), characters);
            case Message.BranchSummary _, Message.CompactionSummary _ -> add(Kind.SUMMARY, "", characters);
            case Message.Other _ -> add(Kind.USER, "", characters);
        }
    }

    private void add(Kind kind, String name, long characters) {
        if (characters > 0) {
            parts.merge(Map.entry(kind, name), characters, Long::sum);
        }
    }
}
