package dev.pawl.app.mcpserve;

import dev.pawl.app.cli.Option;
import dev.pawl.app.cli.Places;
import dev.pawl.app.cli.Refusal;
import dev.pawl.app.wiring.SessionPlace;
import dev.pawl.session.list.SessionList;
import dev.pawl.session.list.SessionSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The sessions that are open; of many, those that rested longest are closed and opened again from their files. */
final class OpenSessions {
    private static final int MOST = 16;

    private final ServeSetup setup;
    private final Map<String, ServedSession> open = new LinkedHashMap<>();
    private boolean closed;

    OpenSessions(ServeSetup setup) {
        this.setup = setup;
    }

    /** A new session, with its prompt reserved. */
    ServedSession begin(Path cwd, boolean asks) throws IOException, InterruptedException {
        var id = UUID.randomUUID().toString();
        boolean kept = !setup.line().has(Option.NO_SESSION);
        return reserved(made(
                id,
                Places.of(setup.places().environment(), cwd),
                asks,
                store -> kept ? store.begin(cwd, null, id) : store.inMemory(cwd)));
    }

    /** An earlier session, with its prompt reserved. */
    ServedSession reopen(String id, boolean asks) throws IOException, InterruptedException {
        ServedSession there;
        synchronized (this) {
            there = open.remove(id);
            if (there != null) {
                open.put(id, there);
            }
        }
        if (there != null) {
            return reserved(there);
        }
        var found = find(id);
        var cwd = found.cwd().isEmpty() ? setup.places().cwd() : Path.of(found.cwd());
        if (!Files.isDirectory(cwd)) {
            throw Refusal.because("the folder " + cwd + " of session " + id + " does not exist any more");
        }
        return reserved(
                made(id, Places.of(setup.places().environment(), cwd), asks, store -> store.open(found.path(), cwd)));
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

    private ServedSession made(String id, Places places, boolean asks, ServedSession.Opener opener)
            throws IOException, InterruptedException {
        var session = new ServedSession(id, setup.at(places), asks, opener);
        if (!session.hasModel()) {
            session.close();
            throw Refusal.because("no model can be used, because there is no key: run pawl in a terminal and type"
                    + " /login, or put a key into the environment of the server");
        }
        var resting = new ArrayList<ServedSession>();
        synchronized (this) {
            var before = open.putIfAbsent(id, session);
            if (before != null || closed) {
                resting.add(session);
            }
            session = before == null ? session : before;
            for (var one : List.copyOf(open.values())) {
                if (open.size() > MOST && one != session && !one.isBusy()) {
                    open.remove(one.id());
                    resting.add(one);
                }
            }
        }
        resting.forEach(ServedSession::close);
        return session;
    }

    private static ServedSession reserved(ServedSession session) {
        if (!session.reserve()) {
            throw Refusal.because("session " + session.id() + " is at work; wait for the answer, or use cancel");
        }
        return session;
    }

    synchronized List<ServedSession> all() {
        return List.copyOf(open.values());
    }

    /** Ends all sessions, each on a thread of its own: one that takes long does not hold up the others. */
    void close() throws InterruptedException {
        List<ServedSession> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(open.values());
        }
        var ending = all.stream()
                .map(one -> Thread.ofPlatform().daemon().name("mcp end").start(one::close))
                .toList();
        for (var thread : ending) {
            thread.join();
        }
    }
}
