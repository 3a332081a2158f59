package dev.pawl.session;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The messages that the entries of a context stand for, with context edits applied.
 *
 * <p>Only entries that say something to the model are read, and each of them once.
 */
final class Projection {
    private static final Set<String> SPEAKING = Set.of("message", "custom_message", "branch_summary", "compaction");

    private Projection() {}

    /** The messages of a path, each with its place in the list that holds the header at 0 and then the branch. */
    static List<ContextMessage> of(EntryLog log, int[] path) {
        var selection = ContextSelection.of(log, path);
        var edits = ContextEdits.in(log, selection);
        var places = speaking(log, selection, edits);
        var entries = selection.read(places);
        var messages = new ArrayList<ContextMessage>(places.length);
        for (int i = 0; i < places.length; i++) {
            var entry = entries[i];
            if (entry instanceof Entry.Compaction compaction
                    && compaction.extra().get("systemMessage") instanceof JsonObject checkpoint) {
                messages.add(new ContextMessage(Message.from(checkpoint), null));
            }
            var message = entry == null ? null : message(entry);
            if (message != null) {
                var edit = edits.get(log.id(selection.index(places[i])));
                messages.add(new ContextMessage(ContextEdits.apply(edit, message), places[i] + 1));
            }
        }
        return List.copyOf(messages);
    }

    /** The places of entries that say something to the model, neither hidden nor overtaken by a later compaction. */
    private static int[] speaking(EntryLog log, ContextSelection selection, Map<String, Entry.ContextEdit> edits) {
        var places = selection.places();
        return IntStream.range(0, places.length)
                .filter(i -> {
                    int index = selection.index(places[i]);
                    var type = log.type(index);
                    var edit = edits.get(log.id(index));
                    boolean overtaken = i > 0 && type.equals("compaction");
                    boolean hidden = edit != null && edit.replacement() == null;
                    return !overtaken && !hidden && SPEAKING.contains(type);
                })
                .map(i -> places[i])
                .toArray();
    }

    /** What one entry says to the model; null if nothing. */
    private static @Nullable Message message(Entry entry) {
        long time = entry.timestamp().toEpochMilli();
        return switch (entry) {
            case Entry.MessageEntry said -> said.message();
            case Entry.CustomMessage custom ->
                new Message.Custom(
                        custom.customType(),
                        custom.content(),
                        custom.display(),
                        custom.details(),
                        time,
                        JsonObject.empty());
            case Entry.BranchSummary branch ->
                branch.summary().isEmpty()
                        ? null
                        : new Message.BranchSummary(branch.summary(), branch.fromId(), time, JsonObject.empty());
            case Entry.Compaction compaction ->
                new Message.CompactionSummary(
                        compaction.summary(), compaction.tokensBefore(), time, JsonObject.empty());
            case Entry.Header _,
                    Entry.ThinkingLevelChange _,
                    Entry.ModelChange _,
                    Entry.UsageEntry _,
                    Entry.Custom _,
                    Entry.ContextEdit _,
                    Entry.LabelChange _,
                    Entry.SessionInfo _,
                    Entry.Other _ -> null;
        };
    }
}
