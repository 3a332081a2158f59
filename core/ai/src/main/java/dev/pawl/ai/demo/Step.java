package dev.pawl.ai.demo;

import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;

/** A tool that was used since the user last spoke, and what came of it. */
record Step(Content.ToolUse call, Message.ToolResult result) {
    private static final List<String> OWN_TROUBLE = List.of(
            "permission denied",
            "eacces",
            "operation not permitted",
            "connection refused",
            "exited with code",
            "no such file");
    private static final List<String> STOPPED = List.of(
            "block",
            "hook",
            "protected",
            "dangerous",
            "not allowed",
            "not permitted",
            "forbidden",
            "denied",
            "refused",
            "policy",
            "vetoed");

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

    /** Whether the tool was kept from running; its own errors are recognised by their text. */
    boolean blocked() {
        var words = text().toLowerCase(Locale.ROOT);
        return result.isError() && any(STOPPED, words) && !any(OWN_TROUBLE, words);
    }

    /** Whether something was redacted before it came here. */
    boolean redacted() {
        return !result.isError() && text().toLowerCase(Locale.ROOT).contains("redacted");
    }

    /** Whether there was nothing to find. */
    boolean nothing() {
        var words = text();
        return words.isEmpty()
                || "(no output)".equals(words)
                || "(empty directory)".equals(words)
                || words.startsWith("No matches found")
                || words.startsWith("No files found");
    }

    /** The lines, without the notes that tools put in brackets below them. */
    List<String> lines() {
        var lines = new ArrayList<String>();
        if (!nothing()) {
            result.text().lines().forEach(lines::add);
        }
        while (!lines.isEmpty() && (lines.getLast().isBlank() || isNote(lines.getLast()))) {
            lines.removeLast();
        }
        return lines;
    }

    private static boolean isNote(String line) {
        return line.startsWith("[") && line.endsWith("]") && line.indexOf(' ') > 0;
    }

    private static boolean any(List<String> list, String words) {
        for (var word : list) {
            if (words.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
