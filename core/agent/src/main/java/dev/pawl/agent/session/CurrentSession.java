package dev.pawl.agent.session;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.run.Prompting;
import dev.pawl.agent.session.SessionBinding.Arrival;
import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Forked;
import dev.pawl.agent.setup.Navigated;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.agent.setup.PromptListener;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.event.SessionBeforeFork;
import dev.pawl.api.event.SessionBeforeSwitch;
import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The session that an agent works in, and its replacement by another one.
 *
 * <p>A replacement is a new life for hooks: they are notified, closed, loaded again and bound to the new session.
 */
public final class CurrentSession {
    private static final String STALE = "another session took over, or the hooks were loaded again";

    private final AgentSetup setup;
    private final Listeners listeners = new Listeners();
    private final SessionBinding binding;
    private final ReentrantLock replacing = new ReentrantLock();
    private volatile @Nullable SessionContext context;
    private final AtomicBoolean ended = new AtomicBoolean();

    public CurrentSession(AgentSetup setup) {
        this.setup = setup;
        this.binding = new SessionBinding(setup, listeners, new SessionAssembly(setup, listeners));
    }

    public Listeners listeners() {
        return listeners;
    }

    /** The session as hooks see it. */
    public SessionContext context() {
        return Objects.requireNonNull(context, "no session has begun");
    }

    public OpenSession parts() {
        return context().parts();
    }

    /** Takes a prompt; see {@link Prompting#prompt}. */
    public Disposition prompt(Prompt prompt, PromptListener listener) throws InterruptedException {
        var now = context();
        return now.parts().control().prompting().prompt(prompt, now.commandCalls(), listener);
    }

    /** Begins with the first session. */
    public void begin(Session session) throws InterruptedException {
        try {
            bind(Arrival.of(session, SessionStart.Reason.STARTUP, null), List.of());
        } finally {
            if (context == null) {
                // It did not come to be; the session is free for others.
                close(session);
            }
        }
    }

    public boolean hasBegun() {
        return context != null;
    }

    public boolean hasEnded() {
        return ended.get();
    }

    /** Asked again when it is a replacement's turn, for the one before it may have taken the asker's session away. */
    @FunctionalInterface
    public interface Asker {
        Object good();

        /** The user, who means whatever session there is. */
        static Asker user() {
            return () -> "";
        }
    }

    public boolean newSession(CommandContext.NewSession options, Asker asker) throws InterruptedException {
        return replace(asker, options.withSession(), () -> {
            if (refuses(new SessionBeforeSwitch(SessionBeforeSwitch.Reason.NEW, null))) {
                return null;
            }
            var old = parts().session();
            var next = old.file() == null
                    ? setup.sessions().inMemory(old.cwd())
                    : setup.sessions().begin(old.cwd(), options.parentSession());
            return uninterrupted(() -> {
                var before = leave(SessionShutdown.Reason.NEW, next.file());
                return bind(
                        Arrival.of(next, SessionStart.Reason.NEW, old.file()).prepared(options.setup()), before);
            });
        });
    }

    public boolean switchSession(Path given, CommandContext.Callback withSession, Asker asker)
            throws InterruptedException {
        var file = given.toAbsolutePath().normalize();
        return replace(asker, withSession, () -> {
            if (refuses(new SessionBeforeSwitch(SessionBeforeSwitch.Reason.RESUME, file))) {
                return null;
            }
            var old = parts().session();
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
                return bind(Arrival.of(next, SessionStart.Reason.RESUME, old.file()), before);
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
        public @Nullable SessionContext run() throws IOException, InterruptedException {
            var old = parts().session();
            var target = forkable(old, entryId, position);
            var event = new SessionBeforeFork(entryId, placeOf(old, entryId), position, false);
            if (!(parts().engine().fire(HookPoints.SESSION_BEFORE_FORK, event) instanceof Decision.Pass(var passed))) {
                return null;
            }
            boolean before = position == CommandContext.ForkPosition.BEFORE;
            boolean stays = passed.skipConversationRestore();
            text = before && !stays ? textOf(target) : null;
            var kept = parts().recorder().conversation().snapshot();
            var next = setup.sessions().fork(old, before ? target.parentId() : entryId);
            var arrival = Arrival.of(next, SessionStart.Reason.FORK, old.file());
            return uninterrupted(() -> {
                var hooks = leave(SessionShutdown.Reason.FORK, next.file());
                return bind(stays ? arrival.keeping(kept) : arrival, hooks);
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

    public Navigated navigated(String targetId, CommandContext.Navigation options) throws InterruptedException {
        return TreeWalk.in(parts()).go(targetId, options);
    }

    public void reload(Asker asker) throws InterruptedException {
        replace(asker, CommandContext.Callback.nothing(), () -> {
            var left = context();
            var old = left.parts();
            if (!old.runs().isIdle()) {
                throw new IllegalStateException("hooks are loaded again only while the agent is idle");
            }
            return uninterrupted(() -> {
                var tools = old.tools().choice();
                var before = release(left, SessionShutdown.Reason.RELOAD, null);
                var arrival = Arrival.of(old.session(), SessionStart.Reason.RELOAD, null);
                var next = bind(arrival.withTools(tools).using(old.model()), before);
                next.parts().queues().takeOver(old.queues());
                return next;
            });
        });
    }

    Ui ui() {
        return setup.frontend().ui();
    }

    /** Whether there is a screen with an editor on it; clients have one of their own, which they fill themselves. */
    boolean hasEditor() {
        return setup.frontend().mode() == Mode.TUI;
    }

    /** Ends the program, once it is idle. */
    void shutdown() {
        setup.frontend().shutdown().run();
    }

    public BashResult bash(String command, boolean excludeFromContext, Consumer<String> output)
            throws InterruptedException {
        var now = parts();
        var runner = new UserShellRunner(
                now.recorder(),
                now.engine(),
                listeners,
                now.runs(),
                now.place().project().tools());
        return runner.run(command, excludeFromContext, output);
    }

    /** The program ends. */
    public void quit() {
        var lastContext = context;
        if (!ended.compareAndSet(false, true) || lastContext == null) {
            return;
        }
        var last = lastContext.parts();
        try {
            last.runs().close();
            last.runs().abort();
            last.engine().fire(HookPoints.SESSION_SHUTDOWN, new SessionShutdown(SessionShutdown.Reason.QUIT, null));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        letGo(lastContext, "the program ended").forEach(InstalledHook::end);
        close(last.session());
    }

    /** Puts another session in the place of the current one; null if a hook refuses. */
    @FunctionalInterface
    private interface Step {
        @Nullable
        SessionContext run() throws IOException, InterruptedException;
    }

    /** One replacement at a time. The callback runs when it is over, so it may replace the session again. */
    private boolean replace(Asker asker, CommandContext.Callback withSession, Step step) throws InterruptedException {
        SessionContext next;
        replacing.lockInterruptibly();
        try {
            asker.good();
            next = step.run();
        } catch (IOException e) {
            throw new IllegalStateException(String.valueOf(e.getMessage()), e);
        } finally {
            replacing.unlock();
        }
        if (next == null) {
            return false;
        }
        next.attempt("withSession", () -> withSession.run(new CommandCall(next, List.of(), "")));
        return true;
    }

    /**
     * Does what must not be left half done: an interruption comes to its due when it is over.
     *
     * <p>It has a thread of its own because hooks are asked in it, which an interruption would end.
     */
    private static SessionContext uninterrupted(Step step) throws IOException {
        var task = new FutureTask<SessionContext>(() -> Objects.requireNonNull(step.run()));
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
        return parts().engine().fire(HookPoints.SESSION_BEFORE_SWITCH, event) instanceof Decision.Stop;
    }

    private List<InstalledHook> leave(SessionShutdown.Reason reason, @Nullable Path target)
            throws InterruptedException {
        var old = context();
        var hooks = release(old, reason, target);
        close(old.parts().session());
        return hooks;
    }

    /** Ends what runs, notifies hooks, and detaches them from the session. */
    private static List<InstalledHook> release(SessionContext old, SessionShutdown.Reason reason, @Nullable Path target)
            throws InterruptedException {
        old.parts().runs().close();
        old.parts().runs().abort();
        old.parts().engine().fire(HookPoints.SESSION_SHUTDOWN, new SessionShutdown(reason, target));
        return letGo(old, STALE);
    }

    private static List<InstalledHook> letGo(SessionContext old, String why) {
        old.leave(why);
        var hooks = old.parts().engine().suspend(why);
        old.parts().contributions().release();
        return hooks;
    }

    /** @param before the hooks of the session that was left; those that cannot be loaded again stay in force */
    private SessionContext bind(Arrival arrival, List<InstalledHook> before) throws InterruptedException {
        return binding.bind(arrival, before, this, next -> context = next);
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

    static @Nullable String textOf(Entry entry) {
        return switch (entry) {
            case Entry.MessageEntry messageEntry
            when messageEntry.message() instanceof Message.User user -> user.text();
            case Entry.CustomMessage custom -> custom.content().text();
            default -> null;
        };
    }
}
