package dev.pawl.agent.run;

import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.RunEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The runs of one session, one at a time. After each it is decided what follows, until the session settles. */
public final class SessionRuns {
    private static final int MOST_STOPS = 25;

    private final RunParts parts;
    private final RunQueue queue;
    private final Recorder recorder;
    private final Queues queues;
    private final Retries retries;
    private final StopCheck stopCheck;
    private final List<Message> afterRun = new ArrayList<>();

    public SessionRuns(RunParts parts) {
        this.parts = parts;
        this.queue = parts.queue();
        this.recorder = parts.core().recorder();
        this.queues = parts.core().queues();
        this.retries = parts.retries();
        this.stopCheck = new StopCheck(parts.core());
    }

    /** Makes the messages that start a run; an exception refuses the run. */
    @FunctionalInterface
    interface Preparation {
        List<Message> prepare() throws InterruptedException;
    }

    /** Something that no run may overlap with. */
    @FunctionalInterface
    public interface Alone<T> {
        T run() throws InterruptedException;
    }

    /**
     * Starts a run on its own thread and waits until it has settled.
     *
     * @param place left as soon as others no longer find the agent idle
     * @param started called when the messages that start the run are about to be recorded
     */
    void run(Place place, Preparation preparation, Runnable started) throws InterruptedException {
        var request = place.request;
        var run = new Run("agent run", self -> carryOut(request, preparation, started, self));
        run.start(queue.begin(run, place));
        run.await();
    }

    /**
     * Does something while the agent is idle, on a thread that an abort interrupts, and waits for the end.
     *
     * @param name the name of it, for those who have to wait for it
     */
    public <T> T alone(String name, Alone<T> work) throws InterruptedException {
        var result = new AtomicReference<T>();
        var run = new Run(name, _ -> result.set(work.run()));
        queue.beginAlone(run, name);
        run.start(false);
        try {
            run.await();
            return Objects.requireNonNull(result.get());
        } finally {
            queue.settle();
            if (!queues.isEmpty()) {
                later(new Request.Waiting(), "queue", place -> run(place, queues::takeNext, () -> {}));
            }
        }
    }

    /** Starts something without waiting for it, after the events of an end were fired; reports if that is refused. */
    void later(Request request, String event, RunQueue.Start start) {
        if (queue.isEnding() && !queues.admitsRound()) {
            parts.events().refused(event, Queues.BRAKED_AT_END);
            return;
        }
        boolean accepted = queue.later(request, place -> {
            try {
                start.run(place);
            } catch (RuntimeException e) {
                parts.events().refused(event, String.valueOf(e.getMessage()));
            }
        });
        if (!accepted) {
            parts.events().refused(event, "another session took the place of this one, so the message was dropped");
        }
    }

    /** Has the run under way take a message along; false if there is none. */
    boolean join(Message message, boolean asFollowUp, boolean byHook) {
        boolean taken = queue.whileBusy(() -> queues.add(message, asFollowUp, byHook));
        if (taken && message instanceof Message.User) {
            queues.report();
        }
        return taken;
    }

    /** Keeps a message until the run is over, such as a command that the user ran meanwhile; false if none runs. */
    public boolean afterRun(Message message) {
        return queue.whileBusy(() -> {
            synchronized (afterRun) {
                afterRun.add(message);
            }
        });
    }

    /** Ends a run that only waits to ask again, and returns when that was reported; any other run continues. */
    public void abortRetry() throws InterruptedException {
        if (retries.isWaiting()) {
            queue.signalAbort();
            retries.awaitEnd();
        }
    }

    /** Runs until nothing follows, and settles. */
    private void carryOut(Request request, Preparation preparation, Runnable started, Run run) {
        boolean aborted = false;
        try {
            var messages = preparation.prepare();
            AfterRun next = request instanceof Request.Recovery
                    ? new AfterRun.Resume(messages)
                    : new AfterRun.Deliver(messages, false);
            // What was held back meanwhile comes before the messages that start the run.
            flushAfterRun();
            recorder.flushTurnMessages();
            started.run();
            int stops = 0;
            while (!(next instanceof AfterRun.Rest)) {
                if (next instanceof AfterRun.Retry(var answer)) {
                    retries.awaitNext(answer);
                } else if (next instanceof AfterRun.BackToWork) {
                    stops++;
                }
                queue.proceed(run);
                var loop = new TurnLoop(parts, run);
                var end = loop.run(next);
                aborted = end == RunEnd.ABORTED;
                next = afterRun(end, loop, run, stops);
            }
        } catch (InterruptedException e) {
            aborted = true;
        } finally {
            parts.core().prompts().use(null);
            settle(run, aborted || run.isAborted());
        }
    }

    /** Reports the end of a run and decides what follows. */
    private AfterRun afterRun(RunEnd end, TurnLoop loop, Run run, int stops) throws InterruptedException {
        var answer = loop.lastAnswer();
        var known = beforeReport(end, answer, run);
        if (known == null) {
            queue.decide(run);
        }
        loop.reportEnd();
        if (end == RunEnd.ABORTED || run.isAborted()) {
            Thread.interrupted();
            retries.gaveUp(AgentEvent.RetryEnded.CANCELLED);
            return new AfterRun.Rest();
        }
        if (end == RunEnd.ERROR && !(known instanceof AfterRun.Retry)) {
            retries.gaveUp(answer == null ? "error" : String.valueOf(answer.errorMessage()));
        }
        return known == null ? afterReport(end, answer, run, stops) : known;
    }

    /**
     * Returns what follows as far as nobody has to be asked: null if that is not known yet. A listener may send a prompt
     * at once when the end is reported, so the session is idle by then if nothing can follow.
     */
    private @Nullable AfterRun beforeReport(RunEnd end, Message.@Nullable Assistant answer, Run run) {
        if (end == RunEnd.ABORTED || run.isAborted()) {
            queue.rest(run, () -> true);
            return new AfterRun.Rest();
        }
        if (answer != null && retries.wants(end, answer)) {
            return new AfterRun.Retry(answer);
        }
        return nothingFollows(end, answer) ? rest(run) : null;
    }

    /** Returns what follows when the end was reported: hooks are asked last. */
    private AfterRun afterReport(RunEnd end, Message.@Nullable Assistant answer, Run run, int stops)
            throws InterruptedException {
        if (answer != null && parts.compaction().afterRun(answer, recorder.turnEntryIds())) {
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
        var rest = rest(run);
        if (rest != null) {
            return rest;
        }
        var last = deliver(end);
        return last == null ? new AfterRun.Rest() : last;
    }

    /** Lets the run come to rest; null if messages have come for it. */
    private AfterRun.@Nullable Rest rest(Run run) {
        return queue.rest(run, () -> run.isAborted() || queues.isEmpty()) ? new AfterRun.Rest() : null;
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
        return queues.isEmpty()
                && !stopCheck.hasOne(end)
                && (answer == null || !parts.compaction().isDue(answer));
    }

    private void settle(Run run, boolean aborted) {
        queue.rest(run, () -> true);
        retries.settled();
        Thread.interrupted();
        try {
            flushAfterRun();
            recorder.flushTurnMessages();
            parts.requests().runEnded();
            parts.events().settling(aborted);
        } catch (InterruptedException e) {
            // Aborted while the end was reported: it is the end all the same.
        } catch (RuntimeException e) {
            recorder.failed("agent_settled", e);
        }
        parts.events().settled(aborted);
        queue.settle();
    }

    private void flushAfterRun() {
        List<Message> waiting;
        synchronized (afterRun) {
            waiting = List.copyOf(afterRun);
            afterRun.clear();
        }
        waiting.forEach(recorder::recordUninterrupted);
    }
}
