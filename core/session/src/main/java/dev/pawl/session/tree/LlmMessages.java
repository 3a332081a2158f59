package dev.pawl.session.tree;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages of a context as a model reads them: nothing but system, user, assistant and toolResult. */
public final class LlmMessages {
    // Both are constants that pi exports; extensions recognise a summary by them.
    private static final String COMPACTED =
            "The conversation history before this point was compacted into the following summary:";

    private static final String OTHER_BRANCH =
            "The following is a summary of a branch that this conversation came back from:";

    private LlmMessages() {}

    public static List<Message> of(List<? extends Message> messages) {
        var read = new ArrayList<Message>(messages.size());
        for (var message : messages) {
            var converted = convert(message);
            if (converted != null) {
                read.add(converted);
            }
        }
        return List.copyOf(read);
    }

    /** One message as a model reads it; null if the model is not to see it. A switch over types would cost a start time. */
    private static @Nullable Message convert(Message message) {
        if (message instanceof Message.SystemPrompt
                || message instanceof Message.User
                || message instanceof Message.Assistant
                || message instanceof Message.ToolResult) {
            return message;
        }
        if (message instanceof Message.BashExecution bash) {
            return bash.excludeFromContext() ? null : Message.user(text(bash), bash.timestamp());
        }
        if (message instanceof Message.Custom custom) {
            return new Message.User(custom.content(), custom.timestamp(), JsonObject.empty());
        }
        if (message instanceof Message.BranchSummary branch) {
            return summary(OTHER_BRANCH, branch.summary(), branch.timestamp());
        }
        if (message instanceof Message.CompactionSummary compaction) {
            return summary(COMPACTED, compaction.summary() + "\n", compaction.timestamp());
        }
        if (message instanceof Message.Other) {
            return null;
        }
        throw new IllegalStateException("unknown message " + message);
    }

    private static Message summary(String lead, String summary, long timestamp) {
        return Message.user(lead + "\n\n<summary>\n" + summary + "</summary>", timestamp);
    }

    private static String text(Message.BashExecution bash) {
        var text = new StringBuilder("Ran `").append(bash.command()).append("`\n");
        var output = bash.output();
        if (output.isEmpty()) {
            text.append("(no output)");
        } else {
            var fence = fence(output);
            text.append(fence).append('\n').append(output).append('\n').append(fence);
        }
        var exitCode = bash.exitCode();
        if (bash.cancelled()) {
            text.append("\n\n(command cancelled)");
        } else if (exitCode != null && exitCode != 0) {
            text.append("\n\nCommand exited with code ").append(exitCode);
        }
        if (bash.truncated()) {
            var path = bash.fullOutputPath();
            text.append("\n\n[Output truncated");
            text.append(path == null ? "]" : ". Full output: " + path + "]");
        }
        return text.toString();
    }

    /** Returns a fence that nothing in the output can close. */
    private static String fence(String output) {
        int longest = 2;
        int run = 0;
        for (int i = 0; i < output.length(); i++) {
            run = output.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return "`".repeat(longest + 1);
    }
}
