package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Words;
import dev.pawl.serve.jsonrpc.ProtocolError;
import dev.pawl.session.list.SessionList;
import dev.pawl.session.list.SessionSummary;
import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sessions on this machine, as a client lists, finds and deletes them. */
final class SessionCatalogue {
    private static final int PAGE = 100;
    private static final int TITLE = 80;

    private final SessionList list;

    SessionCatalogue(SessionPaths paths, Path cache) {
        this.list = new SessionList(paths, cache);
    }

    /** A page of the sessions, of one folder or (null) of all. */
    JsonObject page(@Nullable Path cwd, @Nullable String cursor) throws InterruptedException {
        var all = cwd == null ? list.all(SessionList.Progress.NONE) : list.project(cwd, SessionList.Progress.NONE);
        int from = cursor == null ? 0 : after(all, cursor);
        int to = Math.min(all.size(), from + PAGE);
        var page = JsonObject.of(
                "sessions",
                all.subList(from, to).stream().map(SessionCatalogue::json).toList());
        return to < all.size() ? page.with("nextCursor", all.get(to - 1).id()) : page;
    }

    private static int after(List<SessionSummary> all, String cursor) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).id().equals(cursor)) {
                return i + 1;
            }
        }
        throw ProtocolError.params("the cursor \"" + cursor + "\" is not in this list");
    }

    /** The session of an id; unknown ones are an error, never a new session. */
    SessionSummary find(String id) throws InterruptedException {
        for (var one : list.all(SessionList.Progress.NONE)) {
            if (one.id().equals(id)) {
                return one;
            }
        }
        throw new ProtocolError(ProtocolError.NOT_FOUND, "there is no session \"" + id + "\"");
    }

    void delete(String id) throws IOException, InterruptedException {
        Files.deleteIfExists(find(id).path());
    }

    private static JsonObject json(SessionSummary one) {
        var text = one.name() == null ? one.firstMessage() : one.name();
        var line = Words.firstLine(text);
        return JsonObject.of("sessionId", one.id(), "cwd", one.cwd())
                .with("title", Words.excerpt(line, TITLE))
                .with("updatedAt", one.modified().toString());
    }
}
