package dev.pawl.agent.compaction;

import dev.pawl.api.json.Json;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.base.Words;
import dev.pawl.session.tree.LlmMessages;
import java.util.ArrayList;
import java.util.List;

/** A conversation as plain text, for a model that is to summarise it and not to continue it. */
public final class Transcript {
    /** The characters of a tool's result that are shown; what the model made of the rest is in its own words. */
    static final int LONGEST_RESULT = 2_000;

    private Transcript() {}

    public static String of(List<Message> messages) {
        var parts = new ArrayList<String>();
        for (var message : LlmMessages.of(messages)) {
            switch (message) {
                case Message.User user -> add(parts, "User", user.text());
                case Message.Assistant answer -> {
                    add(parts, "Assistant", answer.text());
                    add(parts, "Assistant tool calls", calls(answer));
                }
                case Message.ToolResult result -> add(parts, "Tool result", cut(result.text()));
                // The prompt goes along by itself; the others were made into one of the above.
                case Message.SystemPrompt _,
                        Message.BashExecution _,
                        Message.Custom _,
                        Message.BranchSummary _,
                        Message.CompactionSummary _,
                        Message.Other _ -> {}
            }
        }
        return String.join("\n\n", parts);
    }

    private static void add(List<String> parts, String who, String text) {
        if (!text.isEmpty()) {
            parts.add("[" + who + "]: " + text);
        }
    }

    private static String calls(Message.Assistant answer) {
        return String.join(
                "; ", answer.toolCalls().stream().map(Transcript::call).toList());
    }

    private static String call(Content.ToolUse call) {
        var arguments = call.arguments();
        var written = new ArrayList<String>();
        for (var name : arguments.names()) {
            written.add(name + "=" + Json.write(arguments.get(name)));
        }
        return call.name() + "(" + String.join(", ", written) + ")";
    }

    private static String cut(String text) {
        if (text.length() <= LONGEST_RESULT) {
            return text;
        }
        var head = Words.head(text, LONGEST_RESULT);
        return head + "\n\n[" + (text.length() - head.length()) + " more characters were left out]";
    }
}
