package dev.pawl.agent.run;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.PromptChanges;
import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The way of a prompt into the conversation: command, hooks, skills and templates, checks, run. */
public final class Prompting {
    private final Recorder recorder;
    private final Engine engine;
    private final Queues queues;
    private final SessionRuns runs;
    private final ModelInUse inUse;
    private final SystemPrompts prompts;
    private final PromptChanges promptChanges;
    private final ProjectTools kit;
    private final Set<Object> triggering = ConcurrentHashMap.newKeySet();

    public Prompting(SessionCore core, SessionRuns runs, PromptChanges promptChanges, ProjectTools kit) {
        this.recorder = core.recorder();
        this.engine = core.engine();
        this.queues = core.queues();
        this.runs = runs;
        this.inUse = core.model();
        this.prompts = core.prompts();
        this.promptChanges = promptChanges;
        this.kit = kit;
    }

    /**
     * Takes a prompt and waits until all that follows from it has settled.
     *
     * @param commands runs the prompt if it is a command
     * @param listener receives what became of it, as soon as that is known
     */
    public Disposition prompt(Prompt prompt, CommandRunner commands, PromptListener listener)
            throws InterruptedException {
        // A command may wait until the agent is idle, so it does not count as something that is about to start.
        if (isCommand(prompt, commands) && commands.run(prompt.text(), listener::begun)) {
            listener.accepted(Disposition.HANDLED);
            return Disposition.HANDLED;
        }
        boolean yields = prompt.source() == Input.Source.RPC && runs.isIdle();
        try (var entrance = runs.queue().request(new Request.Prompt(yields), listener::begun)) {
            return converse(prompt, listener, entrance);
        }
    }

    private static boolean isCommand(Prompt prompt, CommandRunner commands) {
        return prompt.expand() && commands.isCommand(prompt.text());
    }

    private Disposition converse(Prompt prompt, PromptListener listener, RunQueue.Entrance entrance)
            throws InterruptedException {
        if (ManualCompaction.NAME.equals(runs.alone()) && prompt.streamingBehavior() == null) {
            throw new IllegalStateException("The conversation is being compacted. Wait until that is done, or abort it,"
                    + " before you send a prompt.");
        }
        if (!isOfHook(prompt)) {
            queues.resetRoundLimit();
        }
        // What is only being prepared does not count as a run to hooks.
        var joins = runs.isIdleToHooks() ? null : prompt.streamingBehavior();
        var input = Input.of(prompt.text(), prompt.images(), prompt.source(), joins);
        if (!(engine.fire(HookPoints.INPUT, input, steppingAside(entrance)) instanceof Decision.Pass(var passed))) {
            listener.accepted(Disposition.HANDLED);
            return Disposition.HANDLED;
        }
        var text = prompt.expand() ? expanded(passed.text()) : passed.text();
        entrance.awaitOthers();
        if (!isOfHook(prompt) && prompt.streamingBehavior() == null) {
            entrance.awaitDecision();
        }
        if (!runs.isIdle() && queue(text, passed.images(), prompt)) {
            listener.accepted(Disposition.QUEUED);
            return Disposition.QUEUED;
        }
        inUse.checkUsable();
        runs.run(() -> starting(text, passed.images(), null), () -> listener.accepted(Disposition.STARTED), entrance);
        return Disposition.STARTED;
    }

    /**
     * Goes on with a run that the end of the program interrupted, and waits until all that follows has settled. False
     * if the last run came to its end and no message waits.
     *
     * @param started is called when the run begins
     */
    public boolean recover(Runnable started) throws InterruptedException {
        try (var entrance = runs.queue().request(new Request.Recovery(), () -> {})) {
            if (!runs.isIdle()) {
                throw new IllegalStateException("The agent is working. There is nothing to recover.");
            }
            if (!isInterrupted() && queues.isEmpty()) {
                return false;
            }
            inUse.checkUsable();
            if (isInterrupted()) {
                runs.run(List::of, true, started, entrance);
            } else {
                runs.run(queues::takeNext, started, entrance);
            }
            return true;
        }
    }

    /** Whether the last run did not come to its end: calls lack a result, or the model has not answered. */
    public boolean isInterrupted() {
        var messages = recorder.conversation().messages();
        return Interrupted.of(messages) != null || (!messages.isEmpty() && recorder.canContinue());
    }

    /** Others need not wait for a request whose handlers wait for something themselves. */
    private static Check<Input> steppingAside(RunQueue.Entrance entrance) {
        return new Check<>() {
            @Override
            public @Nullable String flaw(Input before, Input after) {
                return null;
            }

            @Override
            public void aside() {
                entrance.stepAside();
            }
        };
    }

    /** Takes something that a run is to take along: the one under way, or else the one that is started next. */
    public Disposition queue(Prompt prompt, Delivery.As as) throws InterruptedException {
        var input = Input.of(prompt.text(), prompt.images(), prompt.source(), runs.isIdle() ? null : as);
        if (!(engine.fire(HookPoints.INPUT, input) instanceof Decision.Pass(var passed))) {
            return Disposition.HANDLED;
        }
        runs.keepQueued(user(expanded(passed.text()), passed.images()), as == Delivery.As.FOLLOW_UP);
        return Disposition.QUEUED;
    }

    /** Starts a run with a message of a hook, without waiting for it. */
    void trigger(HookMessage message) {
        var custom = custom(message);
        var token = new Object();
        triggering.add(token);
        boolean accepted = runs.later(new Request.Trigger(), "send_message", entrance -> {
            try {
                entrance.awaitOthers();
                if (runs.queue(custom, false, true)) {
                    // A run that was started before it takes it along.
                    return;
                }
                inUse.checkUsable();
                runs.run(() -> starting(null, List.of(), custom), () -> triggering.remove(token), entrance);
            } finally {
                triggering.remove(token);
            }
        });
        if (!accepted) {
            triggering.remove(token);
        }
    }

    /** Whether a message of a hook is about to start a run that has not begun. */
    boolean isTriggering() {
        return !triggering.isEmpty();
    }

    /** Sends a hook's message in the user's name, without waiting for the run it starts. */
    public void send(Body content, Delivery delivery, CommandRunner commands) {
        var blocks = content.blocks();
        var pictures = new ArrayList<Content.Image>();
        for (var block : blocks) {
            if (block instanceof Content.Image image) {
                pictures.add(image);
            }
        }
        var prompt =
                new Prompt(content.text(), pictures, Input.Source.EXTENSION, delivery.as(), delivery.expandTemplates());
        if (joinsAtOnce(prompt)) {
            return;
        }
        runs.later(new Request.HookPrompt(), "send_user_message", entrance -> {
            if (isCommand(prompt, commands)) {
                entrance.close();
                if (commands.run(prompt.text(), () -> {})) {
                    return;
                }
            }
            converse(prompt, _ -> {}, entrance);
        });
    }

    /** Puts it into the run under way before the hook continues, if no hook listens to input and no message is before it. */
    private boolean joinsAtOnce(Prompt prompt) {
        var as = prompt.streamingBehavior();
        if (as == null
                || as == Delivery.As.NEXT_TURN
                || !prompt.images().isEmpty()
                || prompt.text().startsWith("/")
                || runs.isPreparing()
                || runs.queue().isSending()
                || engine.hasHandlers(HookPoints.INPUT)) {
            return false;
        }
        var message = user(prompt.text(), List.of(), recorder.now());
        return runs.queue(message, as == Delivery.As.FOLLOW_UP, true);
    }

    Message.Custom custom(HookMessage message) {
        return new Message.Custom(
                message.customType(),
                message.content(),
                message.display(),
                message.details(),
                recorder.now(),
                JsonObject.empty());
    }

    /** Has the run under way take it along; false if that came to rest meanwhile. */
    private boolean queue(String text, List<Content.Image> pictures, Prompt prompt) throws InterruptedException {
        var behavior = prompt.streamingBehavior();
        if (behavior == null || behavior == Delivery.As.NEXT_TURN) {
            throw new IllegalStateException(
                    "The agent is already processing a prompt. Specify whether this one is to steer"
                            + " it (\"steer\") or to follow when it is done (\"followUp\").");
        }
        return runs.queue(user(text, pictures), behavior == Delivery.As.FOLLOW_UP, isOfHook(prompt));
    }

    private static boolean isOfHook(Prompt prompt) {
        return prompt.source() == Input.Source.EXTENSION;
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

    private Message.User user(String text, List<? extends Content> pictures, long now) {
        var blocks = new ArrayList<Content>();
        blocks.add(Content.text(text));
        blocks.addAll(pictures);
        return new Message.User(Body.of(blocks), now, JsonObject.empty());
    }

    /**
     * Everything that starts a run: the prompt's change, the message, what waited for it, and what hooks add.
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
        runs.compaction().beforePrompt();
        var before = prompts.options();
        var drafted = new DraftedPrompt(prompts, before);
        var rendered = prompts.text();
        var toolsBefore = promptChanges.activeTools();
        var asked = new BeforeAgentStart(text, pictures, trigger, rendered, before, List.of(), false);
        var answer = engine.fire(HookPoints.BEFORE_AGENT_START, asked, drafted);
        var selected = answer.systemPromptOptions().selectedTools();
        if (!selected.equals(before.selectedTools()) && !selected.equals(toolsBefore)) {
            promptChanges.select(selected);
        }
        drafted.finish(asked, answer);
        // Images are fitted to the model that hooks may have chosen just now.
        var messages = withPrompt(trigger == null ? user(text == null ? "" : text, pictures) : trigger);
        messages.addAll(queues.takeNextTurn());
        answer.messages().forEach(message -> messages.add(custom(message)));
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
