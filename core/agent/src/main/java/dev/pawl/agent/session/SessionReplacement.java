package dev.pawl.agent.session;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.session.SessionBinding.Arrival;
import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.agent.setup.Forked;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.event.SessionBeforeFork;
import dev.pawl.api.event.SessionBeforeSwitch;
import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.session.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the session of an agent, one replacement at a time.
 *
 * <p>A replacement is a new life for hooks: they are notified, closed, loaded again and bound to the new session.
 */
public final class SessionReplacement implements SessionChanges {
    private static final String STALE = "another session took over, or the hooks were loaded again";

    private final AgentSetup setup;
    private final Listeners listeners;
    private final LiveSession live;
    private final SessionBinding binding;
    private final ReentrantLock replacing = new ReentrantLock();
    private final AtomicBoolean ended = new AtomicBoolean();

    public SessionReplacement(AgentSetup setup, Listeners listeners, LiveSession live) {
        this.setup = setup;
        this.listeners = listeners;
        this.live = live;
        this.binding = new SessionBinding(setup, listeners);
    }

    /** Begins with the first session. */
    public void begin(Session session) throws InterruptedException {
        try {
            enter(Arrival.of(session, SessionStart.Reason.STARTUP, null), List.of());
        } finally {
            if (!live.hasBegun()) {
                // The session was not bound; others may open it.
                close(session);
            }
        }
    }

    /** Returns whether the program has ended the session, or is about to. */
    public boolean hasEnded() {
        return ended.get();
    }

    @Override
    public boolean newSession(CommandContext.NewSession options, Asker asker) throws InterruptedException {
        return replace(asker, options.withSession(), () -> {
            if (refuses(new SessionBeforeSwitch(SessionBeforeSwitch.Reason.NEW, null))) {
                return null;
            }
            var old = live.scope().core().session();
            var next = old.file() == null
                    ? setup.sessions().inMemory(old.cwd())
                    : setup.sessions().begin(old.cwd(), options.parentSession());
            return uninterrupted(() -> {
                var before = leave(SessionShutdown.Reason.NEW, next.file());
                return enter(
                        Arrival.of(next, SessionStart.Reason.NEW, old.file()).prepared(options.setup()), before);
            });
        });
    }

    @Override
    public boolean switchSession(Path given, CommandContext.Callback withSession, Asker asker)
            throws InterruptedException {
        var file = given.toAbsolutePath().normalize();
        return replace(asker, withSession, () -> {
            if (refuses(new SessionBeforeSwitch(SessionBeforeSwitch.Reason.RESUME, file))) {
                return null;
            }
            var old = live.scope().core().session();
            boolean same = file.equals(old.file());
            if (same && old.written()) {
                // A broken file is found while the current session still exists.
                setup.sessions().openReadOnly(file).close();
            }
            var opened = same ? null : opened(file, old.cwd());
            return uninterrupted(() -> {
                var before = leave(SessionShutdown.Reason.RESUME, file);
                // The session held the lock on the file; it is released before the file is opened again.
                var next = opened == null ? opened(file, old.cwd()) : opened;
                return enter(Arrival.of(next, SessionStart.Reason.RESUME, old.file()), before);
            });
        });
    }

    private Session opened(Path file, Path cwdIfNew) throws IOException {
        var session = setup.sessions().open(file, cwdIfNew);
        if (!Files.isDirectory(session.cwd())) {
            close(session);
            throw new IOException("session " + file + " belongs to the folder " + session.cwd()
                    + ", which is not there. Make the folder, or copy the session with --fork in another one.");
        }
        return session;
    }

    @Override
    public Forked fork(
            String entryId, CommandContext.ForkPosition position, CommandContext.Callback withSession, Asker asker)
            throws InterruptedException {
        var step = new Fork(entryId, position);
        boolean done = replace(asker, withSession, step);
        return new Forked(!done, step.text);
    }

    /** Puts a fork of the current session in its place. */
    private final class Fork implements Step {
        private final String entryId;
        private final CommandContext.ForkPosition position;
        private @Nullable String text;

        Fork(String entryId, CommandContext.ForkPosition position) {
            this.entryId = entryId;
            this.position = position;
        }

        @Override
        public @Nullable SessionScope run() throws IOException, InterruptedException {
            var old = live.scope().core().session();
            var target = forkable(old, entryId, position);
            var event = new SessionBeforeFork(entryId, placeOf(old, entryId), position, false);
            if (!(live.scope().core().engine().fire(HookPoints.SESSION_BEFORE_FORK, event)
                    instanceof Decision.Pass(var passed))) {
                return null;
            }
            boolean before = position == CommandContext.ForkPosition.BEFORE;
            boolean stays = passed.skipConversationRestore();
            text = before && !stays ? TreeWalk.textOf(target) : null;
            var kept = live.scope().core().conversation().snapshot();
            var next = setup.sessions().fork(old, before ? target.parentId() : entryId);
            var arrival = Arrival.of(next, SessionStart.Reason.FORK, old.file());
            return uninterrupted(() -> {
                var hooks = leave(SessionShutdown.Reason.FORK, next.file());
                return enter(stays ? arrival.keeping(kept) : arrival, hooks);
            });
        }
    }

    private static Entry forkable(Session session, String entryId, CommandContext.ForkPosition position) {
        var target = session.entry(entryId);
        if (target == null) {
            throw new IllegalArgumentException("there is no entry " + entryId + " in this session to fork from");
        }
        boolean asked =
                target instanceof Entry.MessageEntry messageEntry && messageEntry.message() instanceof Message.User;
        if (position == CommandContext.ForkPosition.BEFORE && !asked) {
            throw new IllegalArgumentException(
                    "a session can be forked in front of a message of the user, and " + entryId + " is no such entry");
        }
        return target;
    }

    @Override
    public void reload(Asker asker) throws InterruptedException {
        replace(asker, CommandContext.Callback.nothing(), () -> {
            var old = live.scope();
            if (!old.parts().queue().isIdle()) {
                throw new IllegalStateException("hooks are loaded again only while the agent is idle");
            }
            return uninterrupted(() -> {
                var tools = old.core().tools().choice();
                var before = release(old, SessionShutdown.Reason.RELOAD, null);
                var arrival = Arrival.of(old.core().session(), SessionStart.Reason.RELOAD, null);
                var next = enter(arrival.withTools(tools).using(old.core().model()), before);
                next.core().queues().takeOver(old.core().queues());
                return next;
            });
        });
    }

    /** Ends the session: the program ends. */
    public void quit() {
        if (!ended.compareAndSet(false, true) || !live.hasBegun()) {
            return;
        }
        var last = live.scope();
        try {
            last.parts().queue().close();
            last.parts().queue().abort();
            fireShutdown(last, SessionShutdown.Reason.QUIT, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        detach(last, "the program ended").forEach(InstalledHook::end);
        close(last.core().session());
    }

    /** Puts another session in the place of the current one; null if a hook refuses. */
    @FunctionalInterface
    private interface Step {
        @Nullable
        SessionScope run() throws IOException, InterruptedException;
    }

    /** One replacement at a time. The callback runs when it is over, so it may replace the session again. */
    private boolean replace(Asker asker, CommandContext.Callback withSession, Step step) throws InterruptedException {
        SessionScope next;
        replacing.lockInterruptibly();
        try {
            asker.check();
            next = step.run();
        } catch (IOException e) {
            throw new IllegalStateException(String.valueOf(e.getMessage()), e);
        } finally {
            replacing.unlock();
        }
        if (next == null) {
            return false;
        }
        HookStep.attempt(
                next.core().engine(), "withSession", () -> withSession.run(new CommandCall(next, this, List.of(), "")));
        return true;
    }

    /**
     * Runs the step to completion; if the caller is interrupted meanwhile, its interrupt status is restored afterwards.
     *
     * <p>The step runs on another thread because it asks hooks, which an interruption would end.
     */
    private static SessionScope uninterrupted(Step step) throws IOException {
        var task = new FutureTask<SessionScope>(() -> Objects.requireNonNull(step.run()));
        var thread = Thread.ofVirtual().name("session replacement").start(task);
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (task.state() == Future.State.SUCCESS) {
            return task.resultNow();
        }
        var failure = task.exceptionNow();
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        throw new IllegalStateException("the session could not be replaced: " + failure, failure);
    }

    private boolean refuses(SessionBeforeSwitch event) throws InterruptedException {
        return live.scope().core().engine().fire(HookPoints.SESSION_BEFORE_SWITCH, event) instanceof Decision.Stop;
    }

    private List<InstalledHook> leave(SessionShutdown.Reason reason, @Nullable Path target)
            throws InterruptedException {
        var old = live.scope();
        var hooks = release(old, reason, target);
        close(old.core().session());
        return hooks;
    }

    /** Ends what runs, notifies hooks, and detaches them from the session. */
    private static List<InstalledHook> release(SessionScope old, SessionShutdown.Reason reason, @Nullable Path target)
            throws InterruptedException {
        old.parts().queue().close();
        old.parts().queue().abort();
        fireShutdown(old, reason, target);
        return detach(old, STALE);
    }

    private static void fireShutdown(SessionScope old, SessionShutdown.Reason reason, @Nullable Path target)
            throws InterruptedException {
        old.core().engine().fire(HookPoints.SESSION_SHUTDOWN, new SessionShutdown(reason, target));
    }

    private static List<InstalledHook> detach(SessionScope old, String why) {
        old.validity().end(why);
        var hooks = old.core().engine().suspend(why);
        old.contributions().release();
        return hooks;
    }

    /**
     * Makes a session the agent's, and notifies hooks that it starts.
     *
     * @param before the hooks of the session that was left; those that cannot be loaded again stay in force
     */
    private SessionScope enter(Arrival arrival, List<InstalledHook> before) throws InterruptedException {
        var bound = binding.bind(arrival, before, this);
        live.enter(bound.scope());
        binding.start(bound, arrival);
        return bound.scope();
    }

    private void close(Session session) {
        try {
            session.close();
        } catch (IOException e) {
            listeners.publish(new AgentEvent.SessionNotKept(
                    session.file(), "session " + session.file() + " could not be closed: " + e.getMessage()));
        }
        listeners.flush();
    }

    private static int placeOf(Session session, String entryId) {
        var branch = session.branch();
        for (int i = 0; i < branch.size(); i++) {
            if (branch.get(i).id().equals(entryId)) {
                return i + 1;
            }
        }
        return -1;
    }
}
