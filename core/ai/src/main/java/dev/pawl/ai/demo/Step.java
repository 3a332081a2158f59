package dev.pawl.ai.demo;

import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A tool that was used since the user last spoke, and what came of it. */
record Step(Content.ToolUse call, Message.ToolResult result) {
    private static final Pattern OWN_TROUBLE = Pattern.compile("(?i)permission denied|eacces"
            + "|operation not permitted|connection refused|exited with code|no such file");
    private static final Pattern STOPPED = Pattern.compile(
            "(?i)block|hook|protected|dangerous|not allowed" + "|not permitted|forbidden|denied|refused|policy|vetoed");

    private static final Pattern NOTHING =
            Pattern.compile("$|\\(no output\\)$|\\(empty directory\\)$|No matches found|No files found");
    private static final Pattern NOTES = Pattern.compile("(?:\\n\\[[^\\n]* [^\\n]*\\]|\\n)+$");

    static List<Step> since(List<Message> messages) {
        var calls = new HashMap<String, Content.ToolUse>();
        var steps = new ArrayList<Step>();
        for (var message : messages) {
            if (message instanceof Message.Assistant assistant) {
                assistant.toolCalls().forEach(call -> calls.put(call.id(), call));
            } else if (message instanceof Message.ToolResult result) {
                var call = calls.get(result.toolCallId());
                if (call != null) {
                    steps.add(new Step(call, result));
                }
            }
        }
        return steps;
    }

    String text() {
        return result.text().strip();
    }

    boolean failed() {
        return result.isError();
    }

    /** Returns whether the tool was kept from running; its own errors are recognised by their text. */
    boolean blocked() {
        return result.isError()
                && STOPPED.matcher(text()).find()
                && !OWN_TROUBLE.matcher(text()).find();
    }

    /** Returns whether something was redacted before it came here. */
    boolean redacted() {
        return !result.isError() && text().toLowerCase(Locale.ROOT).contains("redacted");
    }

    /** Returns whether there was nothing to find. */
    boolean nothing() {
        return NOTHING.matcher(text()).lookingAt();
    }

    /** Returns the lines, without the notes that tools put in brackets below them. */
    List<String> lines() {
        return nothing()
                ? List.of()
                : NOTES.matcher(text()).replaceFirst("").lines().toList();
    }
}
