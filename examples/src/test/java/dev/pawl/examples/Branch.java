package dev.pawl.examples;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The entries of a session, the header at index 0, written in short.
 *
 * <p>{@code H M1 M2 C(2,sum) P(1,work,before)} is a header, two messages, a compaction that kept everything from index 2
 * on, and a pop to index 1 with both summaries. The number behind an M is the index it is at.
 */
final class Branch {
    private final List<Entry> entries = new ArrayList<>();

    static List<Entry> of(String text) {
        var branch = new Branch();
        for (var token : text.split(" ")) {
            branch.add(token);
        }
        return branch.entries();
    }

    List<Entry> entries() {
        return List.copyOf(entries);
    }

    int size() {
        return entries.size();
    }

    Branch header() {
        entries.add(new Entry.Header(node(), 3, "/project", null, JsonObject.empty()));
        return this;
    }

    Branch message() {
        entries.add(new Entry.MessageEntry(node(), Message.user("M" + size(), 0), JsonObject.empty()));
        return this;
    }

    Branch compaction(int firstKept, String summary) {
        entries.add(
                new Entry.Compaction(node(), summary, "e" + firstKept, 0, null, null, false, null, JsonObject.empty()));
        return this;
    }

    Branch pop(int backTo, String summary) {
        return pop(JsonObject.of("backToIndex", backTo, "summary", summary));
    }

    Branch pop(int backTo, String summary, String before) {
        return pop(JsonObject.of("backToIndex", backTo, "summary", summary).with("prePopSummary", before));
    }

    /** What the model sees of a branch before any hook changed it. */
    static List<ContextMessage> core(List<Entry> entries) {
        var messages = new ArrayList<ContextMessage>();
        int compactedAt = -1;
        int firstKept = 0;
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) instanceof Entry.Compaction compaction) {
                compactedAt = i;
                firstKept = compaction.firstKeptEntryIndex(entries);
            }
        }
        if (compactedAt >= 0) {
            var summary = ((Entry.Compaction) entries.get(compactedAt)).summary();
            messages.add(
                    new ContextMessage(new Message.CompactionSummary(summary, 0, 0, JsonObject.empty()), compactedAt));
        }
        for (int i = firstKept; i < entries.size(); i++) {
            if (entries.get(i) instanceof Entry.MessageEntry(_, var message, _)) {
                messages.add(new ContextMessage(message, i));
            }
        }
        return messages;
    }

    private void add(String token) {
        var arguments = token.replaceAll("^.\\(?|\\)$", "").split(",");
        switch (token.charAt(0)) {
            case 'H' -> header();
            case 'M' -> {
                if (Integer.parseInt(arguments[0]) != size()) {
                    throw new IllegalArgumentException(token + " stands at " + size());
                }
                message();
            }
            case 'C' -> compaction(Integer.parseInt(arguments[0]), arguments[1]);
            case 'P' -> {
                if (arguments.length == 3) {
                    pop(Integer.parseInt(arguments[0]), arguments[1], arguments[2]);
                } else {
                    pop(Integer.parseInt(arguments[0]), arguments[1]);
                }
            }
            default -> throw new IllegalArgumentException(token);
        }
    }

    private Branch pop(JsonObject fields) {
        entries.add(new Entry.Other(node(), "stack_pop", fields));
        return this;
    }

    private EntryNode node() {
        return new EntryNode("e" + size(), size() == 0 ? null : "e" + (size() - 1), Instant.ofEpochMilli(size()));
    }
}
