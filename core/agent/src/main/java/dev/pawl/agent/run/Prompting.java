package dev.pawl.agent.run;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.PromptChanges;
import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.prompt.DraftedPrompt;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.agent.setup.PromptListener;
import dev.pawl.agent.tool.ProjectTools;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.Input;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.bound.Check;
import dev.pawl.hooks.dispatch.Engine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes a prompt into the conversation: command, hooks, skills and templates, checks, run. */
public final class Prompting {
    private final RunParts parts;
    private final Recorder recorder;
    private final Engine engine;
    private final Queues queues;
    private final RunQueue queue;
    private final SessionRuns runs;
    private final ModelInUse inUse;
    private final SystemPrompts prompts;
    private final PromptChanges promptChanges;
    private final ProjectTools kit;

    public Prompting(RunParts parts, SessionRuns runs, ProjectTools kit) {
        this.parts = parts;
        this.recorder = parts.core().recorder();
        this.engine = parts.core().engine();
        this.queues = parts.core().queues();
        this.queue = parts.queue();
        this.runs = runs;
        this.inUse = parts.core().model();
        this.prompts = parts.core().prompts();
        this.promptChanges = parts.promptChanges();
        this.kit = kit;
    }

    /**
     * Sends a prompt and waits until all that follows from it has settled.
     *
     * @param commands runs the prompt if it is a command
     * @param listener receives the outcome as soon as it is known
     */
    public Disposition prompt(Prompt prompt, CommandRunner commands, PromptListener listener)
            throws InterruptedException {
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
        var text = prompt.expand() ? expanded(passed.text()) : passed.text();
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
            if (runs.join(user(text, passed.images()), queuedAs == Delivery.As.FOLLOW_UP, byHook)) {
                listener.accepted(Disposition.QUEUED);
                return Disposition.QUEUED;
            }
            // The run came to rest meanwhile.
        }
        inUse.checkUsable();
        runs.run(place, () -> starting(text, passed.images(), null), () -> listener.accepted(Disposition.STARTED));
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
    public boolean isInterrupted() {
        var conversation = recorder.conversation();
        return Interrupted.of(conversation) != null || (!conversation.messages().isEmpty() && recorder.canContinue());
    }

    /**
     * Queues a message for the run under way, or else for the one that is started next.
     *
     * @param aside called when a handler that is asked about the message waits for something
     */
    public Disposition queue(Prompt prompt, Delivery.As as, Runnable aside) throws InterruptedException {
        var passed = passed(prompt, queue.isIdle() ? null : as, aside);
        if (passed == null) {
            return Disposition.HANDLED;
        }
        queues.add(user(expanded(passed.text()), passed.images()), as == Delivery.As.FOLLOW_UP, false);
        queues.report();
        return Disposition.QUEUED;
    }

    /** Sends a prompt of a hook in its turn. */
    void send(Prompt prompt, CommandRunner commands, Place place) throws InterruptedException {
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
            runs.run(place, () -> starting(null, List.of(), message), () -> {});
        }
    }

    static Message.Custom custom(HookMessage message, long now) {
        return new Message.Custom(
                message.customType(), message.content(), message.display(), message.details(), now, JsonObject.empty());
    }

    private String expanded(String text) {
        if (!text.startsWith("/")) {
            return text;
        }
        var resources = prompts.resources();
        var skill = resources.skills().expand(text);
        var problem = skill.problem();
        if (problem != null) {
            engine.report(new HookError(problem.where(), "skill", problem.message(), null));
        }
        return resources.templates().expand(skill.text());
    }

    /** Returns a message with pictures that are fitted to the model; notes about them follow the text. */
    private Message.User user(String text, List<Content.Image> pictures) throws InterruptedException {
        var withNotes = new StringBuilder(text);
        var images = new ArrayList<Content>();
        for (var block : kit.fitted(List.copyOf(pictures), inUse.model())) {
            if (block instanceof Content.Text note) {
                withNotes
                        .append(withNotes.length() == text.length() ? "\n\n" : "\n")
                        .append(note.text());
            } else {
                images.add(block);
            }
        }
        return user(withNotes.toString(), images, recorder.now());
    }

    static Message.User user(String text, List<? extends Content> pictures, long now) {
        var blocks = new ArrayList<Content>();
        blocks.add(Content.text(text));
        blocks.addAll(pictures);
        return new Message.User(Body.of(blocks), now, JsonObject.empty());
    }

    /**
     * Returns all that starts a run: the change of the prompt, the message, what waited for it, and what hooks add.
     *
     * <p>An abort loses no message: it is kept, and the run ends before the model is asked.
     */
    private List<Message> starting(
            @Nullable String text, List<Content.Image> pictures, Message.@Nullable Custom trigger) {
        try {
            return prepared(text, pictures, trigger);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            prompts.use(null);
            return withPrompt(trigger == null ? user(text == null ? "" : text, pictures, recorder.now()) : trigger);
        }
    }

    private List<Message> prepared(
            @Nullable String text, List<Content.Image> pictures, Message.@Nullable Custom trigger)
            throws InterruptedException {
        parts.compaction().beforePrompt();
        var before = prompts.options();
        var drafted = new DraftedPrompt(prompts, before);
        var rendered = prompts.text();
        var toolsBefore = parts.core().tools().active();
        var asked = new BeforeAgentStart(text, pictures, trigger, rendered, before, List.of(), false);
        var answer = engine.fire(HookPoints.BEFORE_AGENT_START, asked, drafted);
        var selected = answer.systemPromptOptions().selectedTools();
        if (!selected.equals(before.selectedTools()) && !selected.equals(toolsBefore)) {
            parts.core().tools().activate(selected);
        }
        drafted.finish(asked, answer);
        // Images are fitted to the model that hooks may have chosen just now.
        var messages = withPrompt(trigger == null ? user(text == null ? "" : text, pictures) : trigger);
        messages.addAll(queues.takeNextTurn());
        answer.messages().forEach(message -> messages.add(custom(message, recorder.now())));
        return messages;
    }

    private List<Message> withPrompt(Message message) {
        var messages = new ArrayList<Message>();
        var change = promptChanges.next();
        if (change != null) {
            messages.add(change);
        }
        messages.add(message);
        return messages;
    }
}
