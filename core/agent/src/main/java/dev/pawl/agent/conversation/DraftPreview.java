package dev.pawl.agent.conversation;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Draft;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import dev.pawl.session.tree.EntryMessages;
import dev.pawl.session.tree.LlmMessages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Previews the context of a conversation with entries that are only proposed. */
record DraftPreview(List<Draft> drafts, List<Entry> entries, List<Message> messages) {
    static DraftPreview of(Conversation conversation, List<Draft> drafts, long now) {
        var session = conversation.session();
        boolean grows = drafts.stream()
                .noneMatch(draft -> draft instanceof Draft.ContextEdit || draft instanceof Draft.Compaction);
        var entries = new ArrayList<>(grows ? session.contextEntries() : session.branch());
        for (var draft : drafts) {
            var parent = entries.isEmpty() ? null : entries.getLast().id();
            entries.add(entry(draft, new EntryNode("draft" + entries.size(), parent, Instant.ofEpochMilli(now))));
        }
        if (grows) {
            var messages = new ArrayList<>(conversation.messages());
            entries.subList(entries.size() - drafts.size(), entries.size()).forEach(entry -> add(entry, messages));
            return new DraftPreview(drafts, List.copyOf(entries), List.copyOf(messages));
        }
        var selected = selected(entries);
        var messages = new ArrayList<Message>();
        for (var projected : Projected.of(selected, Set.of())) {
            var message = projected.message();
            if (message instanceof Message.CompactionSummary) {
                messages.add(conversation.prompt().message(now));
            }
            if (message != null) {
                messages.add(message);
            }
        }
        return new DraftPreview(drafts, List.copyOf(selected), List.copyOf(messages));
    }

    List<Message> llmMessages() {
        return LlmMessages.of(messages);
    }

    private static void add(Entry entry, List<Message> messages) {
        var message = EntryMessages.of(entry);
        if (message != null) {
            messages.add(message);
        }
    }

    private static Entry entry(Draft draft, EntryNode node) {
        return switch (draft) {
            case Draft.Custom custom ->
                new Entry.Custom(node, custom.customType(), Json.freeze(custom.data()), JsonObject.empty());
            case Draft.CustomMessage message ->
                new Entry.CustomMessage(
                        node,
                        message.customType(),
                        message.content(),
                        message.display(),
                        Json.freeze(message.details()),
                        JsonObject.empty());
            case Draft.ContextEdit edit ->
                new Entry.ContextEdit(node, edit.targetId(), edit.replacement(), JsonObject.empty());
            case Draft.Compaction compaction -> {
                var first = compaction.firstKeptEntryId();
                yield new Entry.Compaction(
                        node,
                        compaction.summary(),
                        first == null ? node.id() : first,
                        0,
                        Json.freeze(compaction.details()),
                        compaction.usage(),
                        true,
                        null,
                        JsonObject.empty());
            }
        };
    }

    /** Of a branch, what makes up the context: the latest compaction, what it kept, and what came after. */
    private static List<Entry> selected(List<Entry> branch) {
        int at = branch.size() - 1;
        while (at >= 0 && !(branch.get(at) instanceof Entry.Compaction)) {
            at--;
        }
        if (at < 0) {
            return branch;
        }
        var compaction = (Entry.Compaction) branch.get(at);
        var selected = new ArrayList<Entry>();
        selected.add(compaction);
        boolean kept = false;
        for (var entry : branch.subList(0, at)) {
            kept |= entry.id().equals(compaction.firstKeptEntryId());
            if (kept && !isSystem(entry)) {
                selected.add(entry);
            }
        }
        selected.addAll(branch.subList(at + 1, branch.size()));
        return selected;
    }

    private static boolean isSystem(Entry entry) {
        return entry instanceof Entry.MessageEntry stored && stored.message() instanceof Message.SystemPrompt;
    }
}
