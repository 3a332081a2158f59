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

/** The runs of one session, one at a time. After each it is decided what follows, until the session settles. */
public final class SessionRuns {
    private static final int MOST_STOPS = 25;

    private final RunParts parts;
    private final Recorder recorder;
    private final RunEvents events;
    private final Queues queues;
    private final Retries retries;
    private final AutoCompaction compaction;
    private final StopCheck stopCheck;
    private final SystemPrompts prompts;
    private final RunQueue queue = new RunQueue();
    private final List<Message> afterRun = new ArrayList<>();

    public SessionRuns(RunParts parts, StopCheck stopCheck, SystemPrompts prompts) {
        this.parts = parts;
        this.recorder = parts.recorder();
        this.events = parts.events();
        this.queues = parts.queues();
        this.retries = parts.retries();
        this.compaction = parts.compaction();
        this.stopCheck = stopCheck;
        this.prompts = prompts;
    }

    /** Makes the messages that start a run; what it throws refuses the run. */
    @FunctionalInterface
    interface Preparation {
        List<Message> prepare() throws InterruptedException;
    }

    /** Starts a run or puts a message into one. */
    @FunctionalInterface
    interface Start {
        /** Starts it, leaving {@code entrance} as soon as others may find the agent idle again. */
        void run(RunQueue.Entrance entrance) throws InterruptedException;
    }

    /** Something that no run may overlap with. */
    @FunctionalInterface
    public interface Alone<T> {
        T run() throws InterruptedException;
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

    /** Returns whether nothing is running. During the events of the end it is idle already. */
    public boolean isIdle() {
        return queue.isIdle();
    }

    /** As {@link #isIdle}, but a run that is being prepared does not count: no model has been asked for it. */
    public boolean isIdleToHooks() {
        return isIdle() || isPreparing();
    }

    /** Returns whether hooks are still asked about a run before it begins. */
    boolean isPreparing() {
        return queue.phase() instanceof Phase.Preparing;
    }

    /** Returns the name of what is done in place of a run; null if nothing is. */
    @Nullable
    public String alone() {
        return queue.phase() instanceof Phase.Alone(_, var name) ? name : null;
    }

    /** Does something that sends several messages: a run that one of them starts begins when all are sent. */
    void together(Runnable work) {
        queue.together(work);
    }

    /** The requests that have not begun. */
    RunQueue queue() {
        return queue;
    }

    /** Keeps a message until the run is over, such as a command that the user ran meanwhile; false if none runs. */
    public boolean afterRun(Message message) {
        return queue.whileBusy(() -> {
            synchronized (afterRun) {
                afterRun.add(message);
            }
        });
    }

    /** Keeps a message behind the current turn; false if there is none. */
    boolean recordAfterTurn(Message message) {
        return queue.whileBusy(() -> recorder.recordAfterTurn(message));
    }

    /** Puts a message where a run takes it along: the one under way, or else the next one. */
    void keepQueued(Message message, boolean asFollowUp) {
        queues.add(message, asFollowUp, false);
        queues.report();
    }

    /** Has the run under way take a message along; false if there is none. */
    boolean queue(Message message, boolean asFollowUp, boolean byHook) {
        boolean taken = queue.whileBusy(() -> queues.add(message, asFollowUp, byHook));
        if (taken && message instanceof Message.User) {
            queues.report();
        }
        return taken;
    }

    /** Ends what is running and waits for its end. */
    public void abort() throws InterruptedException {
        signalAbort();
        queue.abortEnding();
        awaitIdle();
    }

    /** Ends what is running; does not wait. */
    public void signalAbort() {
        queue.abort();
    }

    /** Ends a run that only waits to ask again, and returns when that was reported; any other run continues. */
    public void abortRetry() throws InterruptedException {
        if (retries.isWaiting()) {
            signalAbort();
            retries.awaitEnd();
        }
    }

    public void awaitIdle() throws InterruptedException {
        queue.awaitIdle();
    }

    /** The session is left: nothing starts here any more. */
    public void close() {
        queue.close();
    }

    /** Starts a run on a thread of its own and waits until it has settled. */
    void run(Preparation preparation, Runnable started, RunQueue.Entrance entrance) throws InterruptedException {
        run(preparation, false, started, entrance);
    }

    /** The same; {@code resumes} whether it goes on with a run that the end of the program interrupted. */
    void run(Preparation preparation, boolean resumes, Runnable started, RunQueue.Entrance entrance)
            throws InterruptedException {
        var run = new Run(
                "agent run",
                self -> carryOut(preparation, resumes, self),
                self -> {
                    queue.become(new Phase.Running(self));
                    started.run();
                },
                retries::wants);
        boolean stop = queue.enter(new Phase.Preparing(run));
        entrance.close();
        run.start(stop);
        join(run);
        var failure = run.failure();
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Does something while the agent is idle, on a thread that an abort interrupts, and waits for its end.
     *
     * @param name the name of it, for those who have to wait for it
     */
    public <T> T alone(String name, Alone<T> work) throws InterruptedException {
        var task = new FutureTask<T>(work::run);
        var run = new Run(name, _ -> task.run(), _ -> {}, (_, _) -> false);
        run.start(queue.enter(new Phase.Alone(run, name)));
        try {
            join(run);
            return task.get();
        } catch (ExecutionException e) {
            throw unwrapped(e);
        } finally {
            queue.settle();
            if (!queues.isEmpty()) {
                later(new Request.Waiting(), "queue", entrance -> run(queues::takeNext, () -> {}, entrance));
            }
        }
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

    /** Starts something without waiting for it, after the events of an end were fired; false if that was refused. */
    boolean later(Request request, String event, Start start) {
        if (queue.phase() instanceof Phase.Ending && !queues.admitsRound()) {
            events.refused(event, Queues.BRAKED_AT_END);
            return false;
        }
        boolean accepted = queue.later(request, entrance -> {
            try {
                start.run(entrance);
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

    private void join(Run run) throws InterruptedException {
        try {
            run.thread().join();
        } catch (InterruptedException e) {
            run.abort();
            Threads.joinAll(List.of(run.thread()));
            throw e;
        }
    }

    private void carryOut(Preparation preparation, boolean resumes, Run run) {
        boolean aborted = true;
        try {
            aborted = runs(preparation, resumes, run);
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

    /** Runs until nothing follows; returns whether all ended because of an abort. */
    private boolean runs(Preparation preparation, boolean resumes, Run run) {
        try {
            flushAfterRun();
            var loop = new TurnLoop(parts, run, queue);
            var end = loop.run(preparation.prepare(), false, resumes);
            int stops = 0;
            while (true) {
                var next = afterRun(end, loop, run, stops);
                if (next instanceof AfterRun.Rest) {
                    return end == RunEnd.ABORTED || run.isAborted();
                }
                List<Message> messages = List.of();
                boolean steering = false;
                if (next instanceof AfterRun.Retry(var answer)) {
                    retries.awaitNext(answer);
                } else if (next instanceof AfterRun.Deliver(var waiting, var steers)) {
                    messages = waiting;
                    steering = steers;
                } else if (next instanceof AfterRun.BackToWork(var more, var steers)) {
                    messages = more;
                    steering = steers;
                    stops++;
                }
                queue.become(new Phase.Running(run));
                loop = new TurnLoop(parts, run, queue);
                end = loop.run(messages, steering, false);
            }
        } catch (InterruptedException e) {
            return true;
        } finally {
            prompts.use(null);
        }
    }

    /** Reports the end of a run and decides what follows. */
    private AfterRun afterRun(RunEnd end, TurnLoop loop, Run run, int stops) throws InterruptedException {
        var answer = loop.lastAnswer();
        boolean aborted = end == RunEnd.ABORTED || run.isAborted();
        boolean retry = !aborted && answer != null && retries.wants(end, answer);
        // A listener may send a prompt at once, so the agent is idle by then if nothing can follow.
        boolean rests = aborted
                ? queue.rest(run, () -> true)
                : !retry && nothingFollows(end, answer) && queue.rest(run, () -> run.isAborted() || queues.isEmpty());
        if (!rests && !retry) {
            queue.become(new Phase.Deciding(run));
        }
        loop.reportEnd();
        if (aborted || run.isAborted()) {
            Thread.interrupted();
            retries.gaveUp(AgentEvent.RetryEnded.CANCELLED);
            return new AfterRun.Rest();
        }
        if (retry && answer != null) {
            return new AfterRun.Retry(answer);
        }
        if (end == RunEnd.ERROR) {
            retries.gaveUp(answer == null ? "error" : String.valueOf(answer.errorMessage()));
        }
        if (rests) {
            return new AfterRun.Rest();
        }
        if (answer != null && compaction.afterRun(answer, recorder.turnEntryIds())) {
            return new AfterRun.AskAgain();
        }
        var next = deliver(end);
        if (next != null) {
            return next;
        }
        var more = stops < MOST_STOPS ? stopCheck.ask(end, answer, stops > 0) : null;
        queue.awaitSent();
        if (more != null) {
            return new AfterRun.BackToWork(more, queues.tookSteering());
        }
        if (queue.rest(run, () -> run.isAborted() || queues.isEmpty())) {
            return new AfterRun.Rest();
        }
        var last = deliver(end);
        return last == null ? new AfterRun.Rest() : last;
    }

    /** Delivers what waits, behind what hooks have added to the conversation; null if nothing waits. */
    private @Nullable AfterRun deliver(RunEnd end) {
        if (stopCheck.answersFirst(end)) {
            return new AfterRun.AskAgain();
        }
        var waiting = queues.takeNext();
        return waiting.isEmpty() ? null : new AfterRun.Deliver(waiting, queues.tookSteering());
    }

    /** Returns whether a run that ended so is the last: nothing waits, and no hook could continue it. */
    private boolean nothingFollows(RunEnd end, Message.@Nullable Assistant answer) {
        return queues.isEmpty() && !stopCheck.hasOne(end) && (answer == null || !compaction.isDue(answer));
    }

    private void settle(Run run, boolean aborted) {
        queue.rest(run, () -> true);
        retries.settled();
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
        queue.settle();
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
