package dev.pawl.agent.run;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.agent.setup.PromptListener;
import dev.pawl.agent.tool.ProjectTools;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.Input;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Delivery;
import dev.pawl.hooks.bound.Check;
import dev.pawl.hooks.dispatch.Engine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The way of a prompt: a command, hooks, skills and templates, its turn, and the run that it starts or joins. */
public final class Prompting {
    private final Recorder recorder;
    private final Engine engine;
    private final Queues queues;
    private final RunQueue queue;
    private final SessionRuns runs;
    private final ModelInUse inUse;
    private final PromptMessages messages;

    public Prompting(RunParts parts, SessionRuns runs, ProjectTools kit) {
        this.recorder = parts.core().recorder();
        this.engine = parts.core().engine();
        this.queues = parts.core().queues();
        this.queue = parts.queue();
        this.runs = runs;
        this.inUse = parts.core().model();
        this.messages = new PromptMessages(parts, kit);
    }

    /**
     * Sends a prompt and waits until all that follows from it has settled.
     *
     * @param commands runs the prompt if it is a command
     * @param listener receives the outcome as soon as it is known
     */
    public Disposition prompt(Prompt typed, CommandRunner commands, PromptListener listener)
            throws InterruptedException {
        var prompt = masked(typed);
        // A command may wait until the agent is idle, so it does not count as something that is about to start.
        if (isCommand(prompt, commands) && commands.run(prompt.text(), listener::begun)) {
            listener.accepted(Disposition.HANDLED);
            return Disposition.HANDLED;
        }
        boolean yields = prompt.source() == Input.Source.RPC && queue.isIdle();
        var place = queue.request(new Request.Prompt(yields), listener::begun);
        try {
            return converse(prompt, listener, place);
        } finally {
            queue.leave(place);
        }
    }

    private Prompt masked(Prompt prompt) {
        return prompt.withText(recorder.masking().text(prompt.text()));
    }

    private static boolean isCommand(Prompt prompt, CommandRunner commands) {
        return prompt.expand() && commands.isCommand(prompt.text());
    }

    private Disposition converse(Prompt prompt, PromptListener listener, Place place) throws InterruptedException {
        boolean byHook = prompt.source() == Input.Source.EXTENSION;
        var queuedAs = prompt.streamingBehavior();
        if (ManualCompaction.NAME.equals(queue.alone()) && queuedAs == null) {
            throw new IllegalStateException("The conversation is being compacted. Wait until that is done, or abort it,"
                    + " before you send a prompt.");
        }
        if (!byHook) {
            queues.resetRoundLimit();
        }
        var passed = passed(prompt, queue.isIdle() || place.afterAbort ? null : queuedAs, () -> queue.stepAside(place));
        if (passed == null) {
            listener.accepted(Disposition.HANDLED);
            return Disposition.HANDLED;
        }
        var text = prompt.expand() ? messages.expanded(passed.text()) : passed.text();
        queue.awaitOthers(place);
        if (!byHook) {
            queue.awaitRun(place, queuedAs != null);
        }
        if (!queue.isIdle()) {
            if (queuedAs == null || queuedAs == Delivery.As.NEXT_TURN) {
                throw new IllegalStateException(
                        "The agent is already processing a prompt. Specify whether this one is to steer"
                                + " it (\"steer\") or to follow when it is done (\"followUp\").");
            }
            if (runs.join(messages.user(text, passed.images()), queuedAs == Delivery.As.FOLLOW_UP, byHook)) {
                listener.accepted(Disposition.QUEUED);
                return Disposition.QUEUED;
            }
            // The run came to rest meanwhile.
        }
        inUse.checkUsable();
        runs.run(
                place,
                () -> messages.starting(text, passed.images(), null),
                () -> listener.accepted(Disposition.STARTED));
        return Disposition.STARTED;
    }

    /** Returns the input as hooks passed it on; null if one of them handled it. */
    private @Nullable Input passed(Prompt prompt, Delivery.@Nullable As joins, Runnable aside)
            throws InterruptedException {
        var input = Input.of(prompt.text(), prompt.images(), prompt.source(), joins);
        return engine.fire(HookPoints.INPUT, input, Check.whenAside(aside)) instanceof Decision.Pass(var passed)
                ? passed
                : null;
    }

    /**
     * Resumes a run that the end of the program interrupted, and waits until all that follows has settled. Returns
     * false if the last run came to its end and no message waits.
     *
     * @param started called when the run begins
     */
    public boolean recover(Runnable started) throws InterruptedException {
        var place = queue.request(new Request.Recovery(), () -> {});
        try {
            if (!queue.isIdle()) {
                throw new IllegalStateException("The agent is working. There is nothing to recover.");
            }
            if (!isInterrupted() && queues.isEmpty()) {
                return false;
            }
            inUse.checkUsable();
            runs.run(place, () -> isInterrupted() ? List.of() : queues.takeNext(), started);
            return true;
        } finally {
            queue.leave(place);
        }
    }

    /** Returns whether the last run did not come to its end: calls lack a result, or the model has not answered. */
    private boolean isInterrupted() {
        var conversation = recorder.conversation();
        return Interrupted.of(conversation) != null || (!conversation.messages().isEmpty() && recorder.canContinue());
    }

    /**
     * Queues a message for the run under way, or else for the one that is started next.
     *
     * @param aside called when a handler that is asked about the message waits for something
     */
    public Disposition queue(Prompt typed, Delivery.As as, Runnable aside) throws InterruptedException {
        var passed = passed(masked(typed), queue.isIdle() ? null : as, aside);
        if (passed == null) {
            return Disposition.HANDLED;
        }
        queues.add(
                messages.user(messages.expanded(passed.text()), passed.images()), as == Delivery.As.FOLLOW_UP, false);
        queues.report();
        return Disposition.QUEUED;
    }

    /** Sends a prompt of a hook in its turn. */
    void send(Prompt written, CommandRunner commands, Place place) throws InterruptedException {
        var prompt = masked(written);
        if (isCommand(prompt, commands)) {
            queue.leave(place);
            if (commands.run(prompt.text(), () -> {})) {
                return;
            }
        }
        converse(prompt, _ -> {}, place);
    }

    /** Starts a run with a message of a hook, or has a run take it along that was started before. */
    void trigger(Message.Custom message, Place place) throws InterruptedException {
        queue.awaitOthers(place);
        if (!runs.join(message, false, true)) {
            inUse.checkUsable();
            runs.run(place, () -> messages.starting(null, List.of(), message), () -> {});
        }
    }
}
