package dev.pawl.serve.mcp;

import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.serve.served.ServedSetup;
import dev.pawl.session.list.SessionList;
import dev.pawl.session.list.SessionSummary;
import dev.pawl.start.AgentStart;
import dev.pawl.start.SessionPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The open sessions; if there are many, those that have been idle longest are closed, and opened again when needed. */
final class OpenSessions {
    private static final int MOST = 16;

    private final ServedSetup setup;
    private final Map<String, ServedSession> open = new LinkedHashMap<>();
    private boolean closed;

    OpenSessions(ServedSetup setup) {
        this.setup = setup;
    }

    /** A new session, with its prompt reserved. */
    ServedSession begin(Path cwd, boolean canAsk) throws IOException, InterruptedException {
        var id = UUID.randomUUID().toString();
        boolean kept = !setup.line().has(Option.NO_SESSION);
        return reserve(create(
                id,
                Places.of(setup.places().environment(), cwd),
                canAsk,
                store -> kept ? store.begin(cwd, null, id) : store.inMemory(cwd)));
    }

    /** An earlier session, with its prompt reserved. */
    ServedSession reopen(String id, boolean canAsk) throws IOException, InterruptedException {
        ServedSession existing;
        synchronized (this) {
            existing = open.remove(id);
            if (existing != null) {
                open.put(id, existing);
            }
        }
        if (existing != null) {
            return reserve(existing);
        }
        var found = find(id);
        var cwd = found.cwd().isEmpty() ? setup.places().cwd() : Path.of(found.cwd());
        if (!Files.isDirectory(cwd)) {
            throw Refusal.because("the folder " + cwd + " of session " + id + " does not exist any more");
        }
        return reserve(create(
                id, Places.of(setup.places().environment(), cwd), canAsk, store -> store.open(found.path(), cwd)));
    }

    private SessionSummary find(String id) throws InterruptedException {
        var places = setup.places();
        var list = new SessionList(
                SessionPlace.driven(setup.line(), places), places.agentDir().resolve("cache/pawl-sessions"));
        return list.all(SessionList.Progress.NONE).stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Refusal.because("there is no session \"" + id + "\""));
    }

    private ServedSession create(String id, Places places, boolean canAsk, AgentStart.Opener opener)
            throws IOException, InterruptedException {
        var session = new ServedSession(id, setup.at(places), canAsk, opener);
        if (!session.hasModel()) {
            session.close();
            throw Refusal.because("no model can be used, because there is no key: run pawl in a terminal and type"
                    + " /login, or put a key into the environment of the server");
        }
        var idle = new ArrayList<ServedSession>();
        synchronized (this) {
            var before = open.putIfAbsent(id, session);
            if (before != null || closed) {
                idle.add(session);
            }
            session = before == null ? session : before;
            for (var one : List.copyOf(open.values())) {
                if (open.size() > MOST && one != session && !one.isBusy()) {
                    open.remove(one.id());
                    idle.add(one);
                }
            }
        }
        idle.forEach(ServedSession::close);
        return session;
    }

    private static ServedSession reserve(ServedSession session) {
        if (!session.reserve()) {
            throw Refusal.because("session " + session.id() + " is busy; wait for the answer, or use cancel");
        }
        return session;
    }

    synchronized List<ServedSession> all() {
        return List.copyOf(open.values());
    }

    /** Ends all sessions. */
    void close() throws InterruptedException {
        List<ServedSession> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(open.values());
        }
        ServedSetup.end(all.stream().<Runnable>map(one -> one::close).toList());
    }
}
