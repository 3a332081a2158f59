package dev.pawl.agent.run;

import dev.pawl.agent.conversation.PromptChanges;
import dev.pawl.agent.conversation.Proposal;
import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.request.TurnRequests;
import dev.pawl.agent.tool.CallLedger;
import dev.pawl.agent.tool.CallResult;
import dev.pawl.agent.tool.ToolBatch;
import dev.pawl.agent.tool.ToolRunner;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.TurnEnd;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.session.RunEnd;
import dev.pawl.base.FailureText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run: asks the model, runs the tools it asks for, and repeats this until it asks for none and no message is left.
 *
 * <p>An interruption ends it at once, wherever it is, and leaves a conversation that can be continued.
 */
final class TurnLoop {
    private final Recorder recorder;
    private final RunEvents events;
    private final Queues queues;
    private final TurnRequests requests;
    private final ToolRunner runner;
    private final RunQueue queue;
    private final Run run;
    private final Retries retries;
    private final AutoCompaction compaction;
    private final PromptChanges promptChanges;
    private final List<Message> produced = new ArrayList<>();
    private int turn;
    private boolean inTurn;
    private boolean answered;
    private List<Message> pending = List.of();
    private boolean followingUp;
    private boolean willRetry;

    TurnLoop(RunParts parts, Run run) {
        this.recorder = parts.core().recorder();
        this.events = parts.events();
        this.queues = parts.core().queues();
        this.requests = parts.requests();
        this.runner = parts.runner();
        this.retries = parts.retries();
        this.compaction = parts.compaction();
        this.promptChanges = parts.promptChanges();
        this.queue = parts.queue();
        this.run = run;
    }

    /** Carries out what was decided to follow, up to the end of the run. */
    RunEnd run(AfterRun next) {
        RunEnd end;
        pending = next.messages();
        try {
            events.started();
            startTurn();
            var interrupted = Interrupted.of(recorder.conversation());
            boolean needsTurn = true;
            if (interrupted != null) {
                needsTurn = finish(interrupted, next.resumes());
            } else {
                // The session has all results; another call may have the same id.
                runner.ledger().settled();
                recordPending();
                if (!next.steering()) {
                    queue.awaitSent(Request.Note.class::isInstance);
                    takeSteering();
                }
            }
            end = turns(needsTurn);
        } catch (InterruptedException e) {
            end = broken(StopReason.ABORTED, "Aborted.");
        } catch (RuntimeException | Error e) {
            end = broken(StopReason.ERROR, FailureText.plain(e));
        }
        return ended(end);
    }

    /** Messages to be sent are kept even if an abort comes in between: only the run ends then. */
    private void recordPending() throws InterruptedException {
        var messages = pending;
        pending = List.of();
        for (var message : messages) {
            produced.add(recorder.recordUninterrupted(message));
        }
        if (!messages.isEmpty()) {
            compaction.newQuestion();
        }
        if (Thread.interrupted() || run.isAborted()) {
            throw new InterruptedException("aborted");
        }
    }

    /** Returns the last answer of this run; null if there was none. */
    Message.@Nullable Assistant lastAnswer() {
        for (var message : produced.reversed()) {
            if (message instanceof Message.Assistant answer) {
                return answer;
            }
        }
        return null;
    }

    /** Ends the turn that was interrupted; returns whether the model is to be asked because of its results. */
    private boolean finish(Interrupted interrupted, boolean resumes) throws InterruptedException {
        var answer = interrupted.answer();
        produced.add(answer);
        answered = true;
        var results = new ArrayList<Message.ToolResult>();
        boolean asks = tools(answer, interrupted.open(), results, call -> refusal(call, resumes));
        endTurn(answer, results, RunEnd.COMPLETED);
        return asks;
    }

    /** Returns why a call that the end of the program interrupted is neither made nor looked into; null if it is. */
    private @Nullable String refusal(Content.ToolUse call, boolean resumes) {
        if (!runner.ledger().hasSteps(call.id())) {
            return runner.isRepeatable(call) ? null : CallLedger.UNKNOWN;
        }
        return resumes || runner.ledger().mayHaveBegun(call.id()) ? null : CallLedger.NOT_RUN;
    }

    private RunEnd turns(boolean first) throws InterruptedException {
        boolean needsTurn = first;
        while (true) {
            boolean proceed = false;
            while (needsTurn || !pending.isEmpty()) {
                if (answered) {
                    compaction.betweenTurns();
                    promptChanges.betweenTurns();
                    takeSteering();
                    turn++;
                    startTurn();
                }
                recordPending();
                var answer = requests.ask();
                produced.add(answer);
                answered = true;
                var reprimand = requests.takeReprimand();
                if (reprimand != null && !run.isAborted()) {
                    proceed = endTurn(answer, List.of(), RunEnd.COMPLETED);
                    pending = List.of(reprimand);
                    continue;
                }
                // A hook may call an aborted answer what it likes: the run is over all the same.
                boolean aborted = answer.stopReason() == StopReason.ABORTED || run.isAborted();
                if (aborted || answer.stopReason() == StopReason.ERROR) {
                    var end = aborted ? RunEnd.ABORTED : RunEnd.ERROR;
                    endTurn(answer, List.of(), end);
                    return end;
                }
                retries.succeeded();
                compaction.answered(answer);
                var results = new ArrayList<Message.ToolResult>();
                var calls = answer.toolCalls();
                boolean asks = !calls.isEmpty() && tools(answer, calls, results, _ -> null);
                proceed = endTurn(answer, results, RunEnd.COMPLETED);
                // What hooks sent while an event was fired belongs to this run.
                queue.awaitSent();
                takeSteering();
                needsTurn = asks;
            }
            pending = queues.takeFollowUps();
            followingUp = true;
            if (pending.isEmpty()) {
                if (!proceed || !recorder.canContinue()) {
                    return RunEnd.COMPLETED;
                }
                needsTurn = true;
            }
        }
    }

    private void takeSteering() {
        if (pending.isEmpty()) {
            pending = queues.takeSteering();
            followingUp = false;
        }
    }

    /**
     * Runs calls of an answer; returns whether the model is to be asked again because of them.
     *
     * @param refusal why a call is refused; null for those that are run
     */
    private boolean tools(
            Message.Assistant answer,
            List<Content.ToolUse> calls,
            List<Message.ToolResult> results,
            Function<Content.ToolUse, @Nullable String> refusal)
            throws InterruptedException {
        queues.resetRoundLimit();
        var batch = new ToolBatch(runner, message -> {
            var recorded = (Message.ToolResult) recorder.recordUninterrupted(message);
            results.add(recorded);
            produced.add(recorded);
        });
        try {
            if (answer.stopReason() == StopReason.LENGTH) {
                batch.refuse(calls, CallResult.CUT_OFF);
            } else if (calls.stream().allMatch(call -> refusal.apply(call) == null)) {
                batch.run(calls);
            } else {
                for (var call : calls) {
                    var why = refusal.apply(call);
                    if (why == null) {
                        batch.run(List.of(call));
                    } else {
                        batch.refuse(List.of(call), why);
                    }
                }
            }
        } catch (InterruptedException e) {
            runner.ledger().settled();
            endTurn(answer, results, RunEnd.ABORTED);
            inTurn = false;
            throw e;
        }
        runner.ledger().settled();
        return !batch.isTerminating();
    }

    private void startTurn() throws InterruptedException {
        inTurn = true;
        answered = false;
        events.turnStarted(turn, recorder.now());
    }

    /** Ends a turn; returns whether a hook asks for one more request. */
    private boolean endTurn(Message.Assistant answer, List<Message.ToolResult> results, RunEnd end)
            throws InterruptedException {
        inTurn = false;
        if (end != RunEnd.COMPLETED) {
            // These messages are recorded although the run is over.
            Thread.interrupted();
        }
        try {
            return events.engine().hasHandlers(HookPoints.TURN_END) && askAtEnd(answer, results, end);
        } finally {
            recorder.session().endTurn();
            events.turnEnded(answer, results);
            recorder.flushTurnMessages();
        }
    }

    private boolean askAtEnd(Message.Assistant answer, List<Message.ToolResult> results, RunEnd end)
            throws InterruptedException {
        var ids = recorder.turnEntryIds();
        var proposal = new Proposal<TurnEnd>(recorder, queues, end, TurnEnd::entries, TurnEnd::withBoundary);
        var event = events.engine()
                .fire(
                        HookPoints.TURN_END,
                        new TurnEnd(
                                turn,
                                answer,
                                List.copyOf(results),
                                ids.isEmpty() ? "" : ids.getFirst(),
                                ids.isEmpty() ? ids : ids.subList(1, ids.size()),
                                proposal.boundary(),
                                List.of(),
                                false),
                        proposal);
        recorder.write(event.entries());
        return event.proceed() && end == RunEnd.COMPLETED && recorder.canContinue(HookPoints.TURN_END.name());
    }

    /**
     * The run broke outside an answer: what happened is kept as an answer, so that the conversation stays whole. Where results
     * wait for one, that is a turn of its own.
     */
    private RunEnd broken(StopReason reason, String words) {
        Thread.interrupted();
        var end = reason == StopReason.ABORTED ? RunEnd.ABORTED : RunEnd.ERROR;
        if (lastAnswer() != null) {
            queues.putBack(pending, followingUp);
            pending = List.of();
        }
        if (!inTurn && !produced.isEmpty() && produced.getLast() instanceof Message.Assistant) {
            return end;
        }
        try {
            if (!inTurn && lastAnswer() != null) {
                turn++;
                startTurn();
            } else if (!inTurn) {
                inTurn = true;
                events.turnStartedByFailure();
            }
            for (var message : pending) {
                produced.add(recorder.recordUninterrupted(message));
            }
            var last = lastAnswer();
            if (!answered || last == null) {
                last = requests.broken(reason, words);
                produced.add(last);
            }
            endTurn(last, List.of(), end);
        } catch (InterruptedException e) {
            // Aborted twice: the rest of the end is not reported.
        } catch (RuntimeException e) {
            recorder.failed("turn_end", e);
        }
        return end;
    }

    private RunEnd ended(RunEnd end) {
        willRetry = !run.isAborted() && retries.wants(end, lastAnswer());
        runner.ledger().finished();
        try {
            Thread.interrupted();
            events.ending(produced, willRetry);
            queue.awaitSent();
        } catch (InterruptedException e) {
            // Aborted while the end was reported: it is the end all the same.
        }
        return end;
    }

    /** Notifies listeners that it is over; hooks were notified before. */
    void reportEnd() {
        events.ended(produced, willRetry);
    }
}
