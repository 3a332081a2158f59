package dev.pawl.agent.run;

import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.RunEnd;
import dev.pawl.base.FailureText;
import dev.pawl.base.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** The runs of one session, one at a time: each goes on until nothing is left to do, and then settles. */
public final class SessionRuns {
    private static final int MOST_STOPS = 25;

    private final RunParts parts;
    private final Recorder recorder;
    private final RunEvents events;
    private final Queues queues;
    private final Retries retries;
    private final AutoCompaction compaction;
    private final StopCheck lastWord;
    private final SystemPrompts prompts;
    private final RunSlot occupancy = new RunSlot();
    private final TurnLoop.Sent sent;
    private final List<Message> afterRun = new ArrayList<>();

    public SessionRuns(RunParts parts, StopCheck lastWord, SystemPrompts prompts) {
        this.parts = parts;
        this.recorder = parts.recorder();
        this.events = parts.events();
        this.sent = new SentByHooks(occupancy, events.engine());
        this.queues = parts.queues();
        this.retries = parts.retries();
        this.compaction = parts.compaction();
        this.lastWord = lastWord;
        this.prompts = prompts;
    }

    public boolean hasRunningTools() {
        return parts.runner().ledger().hasRunning();
    }

    public AutoCompaction compaction() {
        return compaction;
    }

    public Retries retries() {
        return retries;
    }

    /** Whether nothing is running. During the events of the end it is idle already. */
    public boolean isIdle() {
        return occupancy.isIdle();
    }

    /** As {@link #isIdle}, but what is only being prepared does not count: no model has been asked for it. */
    public boolean isIdleToHooks() {
        return occupancy.isIdle() || isPreparing();
    }

    /** Whether hooks are still asked about a run before it begins. */
    boolean isPreparing() {
        return occupancy.isPreparing();
    }

    /** Whether something that was to start has neither started nor joined the run under way. */
    boolean isSending() {
        return occupancy.isSending();
    }

    /** A message that is kept when the run is over: a command that the user ran meanwhile. False if none runs. */
    public boolean afterRun(Message message) {
        return occupancy.whileBusy(() -> {
            synchronized (afterRun) {
                afterRun.add(message);
            }
        });
    }

    /** A message that is kept behind the current turn; false if there is none. */
    boolean recordAfterTurn(Message message) {
        return occupancy.whileBusy(() -> recorder.recordAfterTurn(message));
    }

    /** Puts a message where a run takes it along: the one under way, or else the next one. */
    void keepQueued(Message message, boolean asFollowUp) {
        queues.add(message, asFollowUp, false);
        queues.report();
    }

    /** Has the run under way take a message along; false if there is none. */
    boolean queue(Message message, boolean asFollowUp, boolean byHook) {
        boolean taken = occupancy.whileBusy(() -> queues.add(message, asFollowUp, byHook));
        if (taken && message instanceof Message.User) {
            queues.report();
        }
        return taken;
    }

    /** Ends what is running and waits for its end. */
    public void abort() throws InterruptedException {
        signalAbort();
        occupancy.abortEnding();
        awaitIdle();
    }

    /** Ends what is running; does not wait. */
    public void signalAbort() {
        occupancy.abort();
    }

    /** Ends a run that only waits to ask again, and returns when that was reported; any other run goes on. */
    public void abortRetry() throws InterruptedException {
        if (retries.isWaiting()) {
            signalAbort();
            retries.awaitEnd();
        }
    }

    public void awaitIdle() throws InterruptedException {
        occupancy.awaitIdle();
    }

    /** Waits while a run has reported its end and it is not known yet whether another one follows. */
    void awaitDecision() throws InterruptedException {
        occupancy.awaitDecision();
    }

    /** The session is left: nothing starts here any more. */
    public void close() {
        occupancy.close();
    }

    /** A message is about to be sent; until it starts a run or is given up, the agent does not count as idle. */
    RunSlot.Starting starting(Runnable begun) {
        return occupancy.starting(begun);
    }

    /** Starts a run on a thread of its own and waits until it has settled. */
    void run(Preparation preparation, Runnable started, RunSlot.Starting starting) throws InterruptedException {
        var run = new RunState("agent run", state -> carryOut(preparation, state), started, retries::wants);
        boolean stop = occupancy.enter(run, null);
        starting.close();
        run.start(stop);
        join(run);
        var failure = run.failure();
        if (failure != null) {
            throw failure;
        }
    }

    private void carryOut(Preparation preparation, RunState run) {
        boolean aborted = true;
        try {
            aborted = body(preparation, run);
        } catch (RuntimeException e) {
            aborted = false;
            run.failed(e);
        } catch (Error e) { // Such as no memory: it ends the run and not more.
            aborted = false;
            run.failed(new IllegalStateException("the run broke: " + FailureText.of(e), e));
        } finally {
            settle(run, aborted || run.isAborted());
        }
    }

    /** Something that no run may overlap with. */
    @FunctionalInterface
    public interface Alone<T> {
        T run() throws InterruptedException;
    }

    /**
     * Does something while the agent is idle, on a thread that an abort interrupts, and waits for its end.
     *
     * @param what its name, for those who have to wait for it
     */
    public <T> T alone(String what, Alone<T> work) throws InterruptedException {
        var task = new FutureTask<T>(work::run);
        var state = new RunState(what, _ -> task.run(), () -> {}, (_, _) -> false);
        state.started();
        state.start(occupancy.enter(state, what));
        try {
            join(state);
            return task.get();
        } catch (ExecutionException e) {
            throw unwrapped(e);
        } finally {
            released();
        }
    }

    /** What is done in place of a run, by its name; null if nothing is. */
    @Nullable
    public String alone() {
        return occupancy.alone();
    }

    private static RuntimeException unwrapped(ExecutionException e) throws InterruptedException {
        if (e.getCause() instanceof InterruptedException) {
            throw new InterruptedException("aborted");
        }
        if (e.getCause() instanceof RuntimeException cause) {
            return cause;
        }
        return new IllegalStateException(String.valueOf(e.getCause()), e.getCause());
    }

    /** Messages that arrived meanwhile and were to be queued are sent now. */
    private void released() {
        occupancy.leave();
        if (!queues.isEmpty()) {
            later("queue", starting -> run(queues::takeNext, () -> {}, starting));
        }
    }

    /** Something that starts a run or puts a message into one. */
    @FunctionalInterface
    interface Start {
        /** Starts it, closing {@code starting} as soon as others may find the agent idle again. */
        void run(RunSlot.Starting starting) throws InterruptedException;
    }

    /** Starts something without waiting for it, once the events of an end were fired; false if that was refused. */
    boolean later(String event, Start start) {
        if (occupancy.isEnding() && !queues.admitsRound()) {
            events.refused(event, Queues.BRAKED_AT_END);
            return false;
        }
        boolean accepted = occupancy.later(starting -> {
            try {
                start.run(starting);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                events.refused(event, String.valueOf(e.getMessage()));
            }
        });
        if (!accepted) {
            events.refused(event, "another session took the place of this one, so the message was dropped");
        }
        return accepted;
    }

    private void join(RunState run) throws InterruptedException {
        try {
            run.thread().join();
        } catch (InterruptedException e) {
            run.abort();
            Threads.joinAll(List.of(run.thread()));
            throw e;
        }
    }

    /** Whether all ended because of an abort. */
    private boolean body(Preparation preparation, RunState run) {
        try {
            flushAfterRun();
            var loop = new TurnLoop(parts, run, sent);
            var end = loop.run(preparation.prepare(), false, preparation.goesOn());
            return afterwards(end, loop, run);
        } catch (InterruptedException e) {
            return true;
        } finally {
            prompts.use(null);
        }
    }

    /** What follows a run before it may settle; whether all ended because of an abort. */
    private boolean afterwards(RunEnd first, TurnLoop firstLoop, RunState run) throws InterruptedException {
        var end = first;
        var loop = firstLoop;
        int stops = 0;
        while (true) {
            boolean aborted = end == RunEnd.ABORTED || run.isAborted();
            var answer = loop.lastAnswer();
            boolean again = !aborted && answer != null && retries.wants(end, answer);
            // A listener may send a prompt at once, so the agent is idle by then if nothing can follow.
            boolean asked = !aborted && sent.isAskedAboutElsewhere();
            boolean rested = (aborted || (!again && !asked && nothingFollows(end, answer)))
                    && occupancy.rest(run, () -> aborted || run.isAborted() || queues.isEmpty());
            if (!rested && !again) {
                occupancy.deciding(true);
            }
            loop.reportEnd();
            if (asked) {
                sent.await();
            }
            if (aborted || run.isAborted()) {
                Thread.interrupted();
                retries.gaveUp(AgentEvent.RetryEnded.CANCELLED);
                return true;
            }
            if (rested) {
                if (end == RunEnd.ERROR) {
                    retries.gaveUp(answer == null ? "error" : String.valueOf(answer.errorMessage()));
                }
                return false;
            }
            List<Message> starting = List.of();
            boolean steers = false;
            if (answer != null && again) {
                if (!waited(answer)) {
                    return true;
                }
            } else {
                if (end == RunEnd.ERROR) {
                    retries.gaveUp(answer == null ? "error" : String.valueOf(answer.errorMessage()));
                }
                boolean askAgain = (answer != null && compaction.afterRun(answer, recorder.turnEntryIds()))
                        || lastWord.answersFirst(end);
                starting = askAgain ? List.of() : queues.takeNext();
                if (starting.isEmpty() && !askAgain) {
                    var more = stops < MOST_STOPS ? lastWord.ask(end, answer, stops > 0) : null;
                    sent.await();
                    if (more != null) {
                        stops++;
                        starting = more;
                    } else if (occupancy.rest(run, () -> run.isAborted() || queues.isEmpty())) {
                        return run.isAborted();
                    } else if (!lastWord.answersFirst(end)) {
                        starting = queues.takeNext();
                        if (starting.isEmpty()) {
                            return run.isAborted();
                        }
                    }
                }
                steers = !askAgain && queues.tookSteering();
            }
            occupancy.deciding(false);
            loop = new TurnLoop(parts, run, sent);
            end = loop.run(starting, steers, false);
        }
    }

    /** Whether a run that ended so cannot go on: nothing waits, and no hook could continue it. */
    private boolean nothingFollows(RunEnd end, Message.@Nullable Assistant answer) {
        return queues.isEmpty() && !lastWord.hasOne(end) && (answer == null || !compaction.isDue(answer));
    }

    private boolean waited(Message.Assistant answer) throws InterruptedException {
        try {
            retries.await(answer);
            return true;
        } catch (InterruptedException e) {
            retries.gaveUp(AgentEvent.RetryEnded.CANCELLED);
            return false;
        }
    }

    private void settle(RunState run, boolean aborted) {
        occupancy.rest(run, () -> true);
        Thread.interrupted();
        try {
            flushAfterRun();
            recorder.flushTurnMessages();
            parts.requester().runEnded();
            events.settling(aborted);
        } catch (InterruptedException e) {
            // Aborted while the end was reported: it is the end all the same.
        } catch (RuntimeException e) {
            recorder.failed("agent_settled", e);
        }
        events.settled(aborted);
        occupancy.settled();
    }

    private void flushAfterRun() throws InterruptedException {
        List<Message> waiting;
        synchronized (afterRun) {
            waiting = List.copyOf(afterRun);
            afterRun.clear();
        }
        for (var message : waiting) {
            recorder.recordUninterrupted(message);
        }
    }
}
