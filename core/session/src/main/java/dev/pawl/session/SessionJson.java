package dev.pawl.session;

import dev.pawl.api.json.Json;
import dev.pawl.api.session.Entry;
import dev.pawl.session.store.EntryLines;
import dev.pawl.session.store.EntryLog;
import dev.pawl.session.store.StoredLog;
import dev.pawl.session.tree.ContextJson;
import dev.pawl.session.tree.Labels;
import dev.pawl.session.tree.TreeOrder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session as JSON text for other programs, taken from the lines of its file.
 *
 * <p>Sessions may have a million entries, and a tree is nested as deep as the conversation is long: nothing here holds
 * them as objects, and nothing calls itself.
 */
public final class SessionJson {
    private final StoredLog log;
    private final Pieces out = new Pieces();
    private final EntryLines lines;
    private boolean isFirst = true;

    private SessionJson(Session session) {
        this.log = session.entryLog();
        this.lines = new EntryLines(log, out);
    }

    /** Returns the entries, or those behind one of them, and the leaf. */
    public static Pieces entries(Session session, @Nullable String since) {
        synchronized (session) {
            var json = new SessionJson(session);
            int from = since == null ? 0 : json.log.find(since) + 1;
            if (since != null && from == 0) {
                throw new IllegalArgumentException("Entry not found: " + since);
            }
            return json.entries(from, session.leafId());
        }
    }

    /** Returns the messages that the model would see now. */
    public static Pieces messages(Session session) {
        synchronized (session) {
            return new SessionJson(session).messages(session.path());
        }
    }

    /** Returns all entries, each with its children, and the leaf. */
    public static Pieces tree(Session session) {
        synchronized (session) {
            return new SessionJson(session).tree(session.leafId());
        }
    }

    private Pieces entries(int from, @Nullable String leafId) {
        out.text("{\"entries\":[");
        for (int at = from; at < log.size(); at++) {
            separate();
            lines.entry(at);
        }
        return end(leafId);
    }

    private Pieces messages(int[] path) {
        out.text("{\"messages\":[");
        new ContextJson(log, lines).write(path, message -> {
            separate();
            message.run();
        });
        out.text("]}");
        return out;
    }

    private Pieces tree(@Nullable String leafId) {
        var order = TreeOrder.of(log);
        var labels = Labels.in(log);
        out.text("{\"tree\":[");
        int at = order.firstRoot();
        while (at != EntryLog.NONE) {
            separate();
            out.text("{\"entry\":");
            lines.entry(at);
            out.text(",\"children\":[");
            isFirst = true;
            int next = order.firstChild(at);
            while (next == EntryLog.NONE && at != EntryLog.NONE) {
                endNode(labels, at);
                next = order.next(at);
                at = log.parent(at);
            }
            at = next;
        }
        return end(leafId);
    }

    private void endNode(Map<Integer, Entry.LabelChange> labels, int at) {
        out.text("]");
        var label = labels.get(at);
        if (label != null) {
            out.text(",\"label\":" + Json.write(label.label()) + ",\"labelTimestamp\":"
                    + Json.write(label.timestamp().toString()));
        }
        out.text("}");
        isFirst = false;
    }

    private Pieces end(@Nullable String leafId) {
        out.text("],\"leafId\":" + Json.write(leafId) + "}");
        return out;
    }

    private void separate() {
        if (!isFirst) {
            out.text(",");
        }
        isFirst = false;
    }
}
