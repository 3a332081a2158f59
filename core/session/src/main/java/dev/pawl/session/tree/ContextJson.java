package dev.pawl.session.tree;

import dev.pawl.api.json.Json;
import dev.pawl.session.store.EntryLines;
import dev.pawl.session.store.StoredLog;
import java.util.function.Consumer;

/** The messages of a context as JSON text, each taken from the line of its entry unless an edit changed it. */
public final class ContextJson {
    private final StoredLog log;
    private final EntryLines lines;

    public ContextJson(StoredLog log, EntryLines lines) {
        this.log = log;
        this.lines = lines;
    }

    /**
     * Writes the messages of a path.
     *
     * @param each called once for each message, with what writes it
     */
    public void write(int[] path, Consumer<Runnable> each) {
        var selection = ContextSelection.of(log, path);
        var edits = ContextEdits.in(log, selection);
        for (int place : Projection.withContent(log, selection, edits)) {
            int at = selection.index(place);
            var edit = edits.isEmpty() ? null : edits.get(log.id(at));
            var found = edit == null && log.type(at).equals("message") ? lines.message(at) : null;
            var role = found == null ? null : found.role();
            if (found == null || role == null) {
                var entry = log.entry(at);
                Projection.add(
                        entry,
                        place,
                        edit,
                        projected -> each.accept(() ->
                                lines.bytes(Json.writeUtf8(projected.message().toJson()))));
            } else if (!selection.isOvertaken(place, role)) {
                each.accept(() -> lines.message(found));
            }
        }
    }
}
