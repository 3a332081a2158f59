package dev.pawl.agent.conversation;

import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.List;

/** About how many tokens messages are: a quarter of their characters. */
public final class TokenEstimate {
    private static final int IMAGE = 4_800;

    private TokenEstimate() {}

    public static long of(List<? extends Message> messages) {
        long sum = 0;
        for (var message : messages) {
            sum += of(message);
        }
        return sum;
    }

    public static long of(Message message) {
        return (characters(message) + 3) / 4;
    }

    private static long characters(Message message) {
        return switch (message) {
            case Message.User user -> characters(user.content().blocks());
            case Message.Custom custom -> characters(custom.content().blocks());
            case Message.ToolResult result -> characters(result.content());
            case Message.Assistant answer -> characters(answer.content());
            case Message.BashExecution bash ->
                bash.command().length() + (long) bash.output().length();
            case Message.BranchSummary branch -> branch.summary().length();
            case Message.CompactionSummary compaction -> compaction.summary().length();
            case Message.SystemPrompt system -> {
                long sum = characters(system.content().blocks());
                for (var section : system.sections().values()) {
                    sum += section == null ? 0 : section.length();
                }
                for (var tool : system.toolsAdded()) {
                    sum += JsonLength.of(tool);
                }
                yield sum;
            }
            case Message.Other other -> other.text().length();
        };
    }

    private static long characters(List<Content> blocks) {
        long sum = 0;
        for (var block : blocks) {
            sum += switch (block) {
                case Content.Text text -> text.text().length();
                case Content.Thinking thinking -> thinking.thinking().length();
                case Content.ToolUse call -> call.name().length() + JsonLength.of(call.arguments());
                case Content.Image _ -> IMAGE;
                case Content.Other _ -> 0;
            };
        }
        return sum;
    }
}
