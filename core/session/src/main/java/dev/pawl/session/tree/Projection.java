package dev.pawl.session.tree;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import dev.pawl.session.store.EntryLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The messages that the entries of a context stand for, with context edits applied.
 *
 * <p>Only entries with content for the model are read, and each of them once.
 */
public final class Projection {
    private static final Set<String> WITH_CONTENT = Set.of("message", "custom_message", "branch_summary", "compaction");

    private Projection() {}

    /** Returns the messages of a path, each with its place in the list that holds the header at 0 and then the branch. */
    public static List<ContextMessage> of(EntryLog log, int[] path) {
        var selection = ContextSelection.of(log, path);
        var edits = ContextEdits.in(log, selection);
        var places = withContent(log, selection, edits);
        var entries = selection.read(places);
        var messages = new ArrayList<ContextMessage>(places.length);
        for (int i = 0; i < places.length; i++) {
            var entry = entries[i];
            if (entry != null) {
                add(entry, places[i], edits.get(log.id(selection.index(places[i]))), messages::add);
            }
        }
        return List.copyOf(messages);
    }

    /** Returns whether anything with content for the model lies between the root and a leaf. */
    public static boolean hasContent(EntryLog log, int leaf) {
        for (int at = leaf; at != EntryLog.NONE; at = log.parent(at)) {
            if (WITH_CONTENT.contains(log.type(at))) {
                return true;
            }
        }
        return false;
    }

    /** The message of one entry of a context to the model. */
    static void add(Entry entry, int place, Entry.@Nullable ContextEdit edit, Consumer<ContextMessage> messages) {
        if (entry instanceof Entry.Compaction compaction
                && compaction.extra().get("systemMessage") instanceof JsonObject checkpoint) {
            messages.accept(new ContextMessage(Message.from(checkpoint), null));
        }
        var message = EntryMessages.of(entry);
        if (message != null) {
            messages.accept(new ContextMessage(EntryMessages.edited(edit, message), place + 1));
        }
    }

    /** Returns the places of entries with content for the model, neither hidden nor superseded by a later compaction. */
    static int[] withContent(EntryLog log, ContextSelection selection, Map<String, Entry.ContextEdit> edits) {
        var places = selection.places();
        return IntStream.range(0, places.length)
                .filter(i -> {
                    int index = selection.index(places[i]);
                    var type = log.type(index);
                    var edit = edits.isEmpty() ? null : edits.get(log.id(index));
                    boolean overtaken = i > 0 && type.equals("compaction");
                    boolean hidden = edit != null && edit.replacement() == null;
                    return !overtaken && !hidden && WITH_CONTENT.contains(type);
                })
                .map(i -> places[i])
                .toArray();
    }
}
