package dev.pawl.agent.run;

import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.event.Input;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.dispatch.Engine;
import java.util.List;

/** Delivers messages of hooks to where they belong: into the run under way, the next one, or the session alone. */
public final class Delivering {
    private final Recorder recorder;
    private final Engine engine;
    private final Queues queues;
    private final RunQueue queue;
    private final SessionRuns runs;
    private final Prompting prompting;

    public Delivering(RunParts parts, SessionRuns runs, Prompting prompting) {
        this.recorder = parts.core().recorder();
        this.engine = parts.core().engine();
        this.queues = parts.core().queues();
        this.queue = parts.queue();
        this.runs = runs;
        this.prompting = prompting;
    }

    /** Sends a message of a hook's own type. */
    public void send(HookMessage message, Delivery delivery) {
        var custom = PromptMessages.custom(message, recorder.now());
        boolean triggers = Boolean.TRUE.equals(delivery.triggerTurn());
        if (delivery.as() == Delivery.As.NEXT_TURN) {
            queues.withNextTurn(custom);
        } else if (!triggers && queue.isTriggering()) {
            // In pi the run has begun when the call that triggers it returns.
            runs.later(new Request.Note(), "send_message", _ -> {
                if (!joins(custom, delivery)) {
                    keep(custom);
                }
            });
        } else if (!triggers && queue.alone() != null) {
            // A compaction or a move in the tree is not to start a run.
            keep(custom);
        } else if (!joins(custom, delivery)) {
            if (triggers) {
                runs.later(new Request.Trigger(), "send_message", place -> prompting.trigger(custom, place));
            } else {
                keep(custom);
            }
        }
    }

    /** Has the run under way take it along; false if there is none. */
    private boolean joins(Message.Custom message, Delivery delivery) {
        return Boolean.FALSE.equals(delivery.triggerTurn())
                ? queue.whileBusy(() -> recorder.recordAfterTurn(message))
                : runs.join(message, delivery.as() == Delivery.As.FOLLOW_UP, true);
    }

    private void keep(Message.Custom message) {
        try {
            recorder.add(message);
        } catch (RuntimeException e) {
            engine.report(new HookError("hooks", "send_message", String.valueOf(e.getMessage()), null));
        }
    }

    /** Sends a message in the user's name, without waiting for the run it starts. */
    public void send(Body content, Delivery delivery, CommandRunner commands) {
        var pictures = content.blocks().stream()
                .filter(Content.Image.class::isInstance)
                .map(Content.Image.class::cast)
                .toList();
        var prompt =
                new Prompt(content.text(), pictures, Input.Source.EXTENSION, delivery.as(), delivery.expandTemplates());
        if (!joinsAtOnce(prompt)) {
            runs.later(new Request.HookPrompt(), "send_user_message", place -> prompting.send(prompt, commands, place));
        }
    }

    /** Puts it into the run under way before the hook continues, if no hook listens to input and no message is before it. */
    private boolean joinsAtOnce(Prompt prompt) {
        var as = prompt.streamingBehavior();
        return (as == Delivery.As.STEER || as == Delivery.As.FOLLOW_UP)
                && prompt.images().isEmpty()
                && !prompt.text().startsWith("/")
                && !queue.isSending()
                && !engine.hasHandlers(HookPoints.INPUT)
                && runs.join(
                        PromptMessages.user(prompt.text(), List.of(), recorder.now()),
                        as == Delivery.As.FOLLOW_UP,
                        true);
    }
}
