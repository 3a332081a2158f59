package dev.pawl.agent;

import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.conversation.WindowParts;
import dev.pawl.agent.conversation.WindowUse;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.event.WindowPart;
import dev.pawl.agent.run.ManualCompaction;
import dev.pawl.agent.run.RunQueue;
import dev.pawl.agent.session.HookCommands;
import dev.pawl.agent.session.LiveSession;
import dev.pawl.agent.session.SessionChanges;
import dev.pawl.agent.session.SessionReplacement;
import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Forked;
import dev.pawl.agent.setup.Navigated;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.agent.setup.PromptListener;
import dev.pawl.agent.tool.RunningWork;
import dev.pawl.api.Command;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.ModelSelect;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.value.ContextUsage;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.Subscription;
import dev.pawl.api.value.SystemPromptOptions;
import dev.pawl.config.settings.Choices;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.session.Session;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One agent: a conversation that carries prompts through hooks, model, tools and session.
 *
 * <p>Calls block. Long work runs on other threads, which {@link #abort} interrupts.
 */
public final class Agent implements AutoCloseable {
    private final Listeners listeners = new Listeners();
    private final LiveSession live = new LiveSession();
    private final SessionReplacement replacement;

    private Agent(AgentSetup setup) {
        this.replacement = new SessionReplacement(setup, listeners, live);
    }

    /** Starts an agent with a session, which belongs to the agent from now on. */
    public static Agent start(AgentSetup setup, Session session, Consumer<AgentEvent> listener)
            throws InterruptedException {
        var agent = of(setup);
        agent.subscribe(listener);
        agent.begin(session);
        return agent;
    }

    /** Returns an agent that can be listened to, and closed, before its session begins. */
    public static Agent of(AgentSetup setup) {
        return new Agent(setup);
    }

    /** Begins with a session, which belongs to the agent from now on. */
    public void begin(Session session) throws InterruptedException {
        replacement.begin(session);
    }

    /**
     * Sends a prompt, waits until the agent is idle, and returns the text of the answer.
     *
     * @throws AnswerFailed if the model did not answer, or the run was aborted
     * @throws IllegalStateException if a command or a hook handled the prompt, so that there is no answer
     */
    public String ask(String text) throws InterruptedException {
        if (prompt(text) == Disposition.HANDLED) {
            throw new IllegalStateException(
                    "a command or a hook handled the prompt, so there is no answer; send it with prompt()");
        }
        waitForIdle();
        return answer().text().strip();
    }

    /**
     * Sends a prompt and waits until the run that it starts has ended.
     *
     * @throws AnswerFailed if the run ended because the model did not answer
     */
    public Disposition prompt(String text) throws InterruptedException {
        var outcome = prompt(Prompt.of(text));
        if (outcome == Disposition.STARTED
                && messages().getLast() instanceof Message.Assistant last
                && last.stopReason() == StopReason.ERROR) {
            throw failed(last);
        }
        return outcome;
    }

    private Message.Assistant answer() {
        for (var message : messages().reversed()) {
            if (message instanceof Message.Assistant last) {
                if (last.stopReason() == StopReason.ERROR || last.stopReason() == StopReason.ABORTED) {
                    throw failed(last);
                }
                return last;
            }
        }
        throw new AnswerFailed("the model was not asked");
    }

    private static AnswerFailed failed(Message.Assistant last) {
        var why = last.errorMessage();
        return new AnswerFailed(
                why != null ? why : "the answer was " + last.stopReason().name().toLowerCase(Locale.ROOT));
    }

    /**
     * Sends a message to the current run, which reads it after its current tools; without a run it waits for the next
     * one.
     */
    public Disposition steer(String text) throws InterruptedException {
        return queue(Prompt.of(text), Delivery.As.STEER);
    }

    /**
     * Sends a message to the current run, which reads it when it would stop; without a run it waits for the next one.
     */
    public Disposition followUp(String text) throws InterruptedException {
        return queue(Prompt.of(text), Delivery.As.FOLLOW_UP);
    }

    /** Sends a prompt and waits until the run that it starts has ended; a failed answer is the last of the messages. */
    public Disposition prompt(Prompt prompt) throws InterruptedException {
        return prompt(prompt, _ -> {});
    }

    /**
     * Sends a prompt and waits until the run that it starts has ended.
     *
     * @param listener notified as soon as the outcome is known
     */
    public Disposition prompt(Prompt prompt, PromptListener listener) throws InterruptedException {
        var scope = live.scope();
        return scope.prompting().prompt(prompt, new HookCommands(scope, replacement), listener);
    }

    /**
     * Resumes a run that the end of the program interrupted, and waits until everything that follows has settled.
     * Returns false if the last run was complete.
     */
    public boolean recover() throws InterruptedException {
        return recover(() -> {});
    }

    /**
     * As {@link #recover()}.
     *
     * @param started is called when the run begins
     */
    public boolean recover(Runnable started) throws InterruptedException {
        return live.scope().prompting().recover(started);
    }

    /** Sends a message to the current run, or else to the next one: behind its current tools, or when it would stop. */
    public Disposition queue(Prompt prompt, Delivery.As as) throws InterruptedException {
        return queue(prompt, as, () -> {});
    }

    /**
     * As {@link #queue(Prompt, Delivery.As)}.
     *
     * @param aside called when a handler that is asked about the message waits for something
     */
    public Disposition queue(Prompt prompt, Delivery.As as, Runnable aside) throws InterruptedException {
        if (live.scope().commands().isCommand(prompt.text())) {
            throw new IllegalArgumentException(
                    "a hook's command cannot be queued: " + prompt.text() + ". Send it as a prompt.");
        }
        return live.scope().prompting().queue(prompt, as, aside);
    }

    /** Aborts what is running and waits for its end. */
    public void abort() throws InterruptedException {
        queue().abort();
    }

    /** Aborts what is running, without waiting. */
    public void signalAbort() {
        queue().signalAbort();
    }

    /** Aborts what is running, without waiting; nothing more starts in this session. */
    public void stop() {
        queue().close();
        queue().signalAbort();
    }

    public void waitForIdle() throws InterruptedException {
        queue().awaitIdle();
    }

    /** Returns what is under way now: calls of tools, calls that tools make, agents that work for tools. */
    public List<RunningWork.Shown> runningWork() {
        return live.scope().parts().runner().running().now();
    }

    public boolean isIdle() {
        return queue().isIdle();
    }

    public Subscription subscribe(Consumer<AgentEvent> listener) {
        return listeners.add(listener);
    }

    /** Runs a shell command of the user, and keeps the result in the conversation. */
    public BashResult bash(String command, boolean excludeFromContext) throws InterruptedException {
        return bash(command, excludeFromContext, _ -> {});
    }

    /** As {@link #bash(String, boolean)}; {@code output} receives the output as it arrives, on any thread. */
    public BashResult bash(String command, boolean excludeFromContext, Consumer<String> output)
            throws InterruptedException {
        return live.scope().shell().run(command, excludeFromContext, output);
    }

    /** Removes all queued messages and returns them. */
    public AgentEvent.QueueChanged clearQueue() {
        return core().queues().clear();
    }

    public Choices.QueueMode steeringMode() {
        return core().queues().steeringMode();
    }

    public void setSteeringMode(Choices.QueueMode mode) {
        core().queues().steeringMode(mode);
    }

    public Choices.QueueMode followUpMode() {
        return core().queues().followUpMode();
    }

    public void setFollowUpMode(Choices.QueueMode mode) {
        core().queues().followUpMode(mode);
    }

    /** Returns the number of messages of the user that have not been sent yet. */
    public int queued() {
        return core().queues().waiting();
    }

    public Session session() {
        return core().session();
    }

    /** Returns the messages that the model would see now. */
    public List<Message> messages() {
        return core().conversation().shown();
    }

    /**
     * Returns the messages of the session before a fork, if a hook kept them for the conversation; null if the messages
     * are those of the session.
     */
    public @Nullable List<Message> keptMessages() {
        return core().conversation().kept();
    }

    /** Returns the number of messages that the model would see now. */
    public int messageCount() {
        return core().conversation().shownSize();
    }

    /** Returns the text of the last answer, ignoring one that was aborted before it began; null if there is none. */
    public @Nullable String lastText() {
        for (var message : messages().reversed()) {
            if (message instanceof Message.Assistant answer
                    && !(answer.stopReason() == StopReason.ABORTED
                            && answer.content().isEmpty())) {
                var text = answer.text().strip();
                return text.isEmpty() ? null : text;
            }
        }
        return null;
    }

    public @Nullable Model model() {
        return core().model().model();
    }

    /**
     * Changes the model; false if there is no key for it. If a hook refuses it, the exception states the reason.
     */
    public boolean setModel(Model model) throws InterruptedException {
        return core().model().use(model, ModelSelect.Source.SET);
    }

    /** Changes to the next model of the short list; null if there is no other. */
    public @Nullable Model cycleModel(int step) throws InterruptedException {
        return core().model().cycle(step);
    }

    /** Sets the short list for {@link #cycleModel} in this session; an empty one means all models. */
    public void setScopedModels(List<ScopedModel> models) {
        core().model().scope(models);
    }

    public ThinkingLevel thinkingLevel() {
        return core().model().level();
    }

    public void setThinkingLevel(ThinkingLevel level) {
        core().model().level(level);
    }

    public @Nullable ThinkingLevel cycleThinkingLevel() {
        return core().model().cycleLevel();
    }

    public @Nullable ContextUsage contextUsage() {
        return WindowUse.of(
                core().model().model(),
                core().conversation(),
                live.scope().parts().requests().cost());
    }

    /** Returns what the model reads in parts, with estimates of their tokens. */
    public List<WindowPart> windowParts() {
        return WindowParts.of(core().conversation().snapshot(), core().prompts());
    }

    /** Returns the parts of the system prompt. */
    public SystemPromptOptions systemPromptOptions() {
        return core().prompts().options();
    }

    /** Returns the hint to show after the name of a prompt template; null if its file has none. */
    public @Nullable String argumentHint(String command) {
        var template = core().prompts().resources().templates().find(command);
        return template == null ? null : template.argumentHint();
    }

    /** Returns possible arguments of a command. */
    public List<Command.Completion> completeCommand(String name, String prefix) {
        return live.scope().commands().complete(name, prefix);
    }

    /**
     * Aborts what is running, compacts the conversation and waits for it.
     *
     * @param instructions what the summary is to mind especially
     * @throws java.util.concurrent.CancellationException if a hook cancelled it
     */
    public CompactionResult compact(@Nullable String instructions) throws InterruptedException {
        return live.scope().compaction().compact(instructions);
    }

    /** Returns whether a compaction by {@link #compact} is under way. */
    public boolean isCompacting() {
        return ManualCompaction.NAME.equals(queue().alone());
    }

    public void setAutoCompaction(boolean enabled) {
        live.scope().parts().compaction().enabled(enabled);
    }

    public boolean autoCompaction() {
        return live.scope().parts().compaction().isEnabled();
    }

    /** Aborts the wait before a retry, and with it the run. */
    public void abortRetry() throws InterruptedException {
        live.scope().runs().abortRetry();
    }

    /** Switches retries on or off. */
    public void setAutoRetry(boolean enabled) {
        live.scope().parts().retries().enabled(enabled);
    }

    /** Returns the session as hooks see it: its models, tools, commands, messages and name. */
    public HookContext context() {
        return engine().session();
    }

    /** Returns the engine of the hooks, which knows the handlers, those that are running, and the traces of all calls. */
    public Engine engine() {
        return core().engine();
    }

    /** Returns the hooks that did not load, with the reasons. Of those that once did, the last good version is in force. */
    public List<LoadProblem> missingHooks() {
        return live.scope().missing();
    }

    /** Starts another session; false if a hook refused. */
    public boolean newSession(CommandContext.NewSession options) throws InterruptedException {
        return replacement.newSession(options, SessionChanges.Asker.USER);
    }

    public boolean switchSession(Path file) throws InterruptedException {
        return replacement.switchSession(file, CommandContext.Callback.nothing(), SessionChanges.Asker.USER);
    }

    /** Starts a session from an entry of this one: in front of it, or with it. */
    public Forked fork(String entryId, CommandContext.ForkPosition position) throws InterruptedException {
        return replacement.fork(entryId, position, CommandContext.Callback.nothing(), SessionChanges.Asker.USER);
    }

    /** Moves to another entry of the tree. */
    public Navigated navigateTree(String targetId, CommandContext.Navigation options) throws InterruptedException {
        return live.scope().tree().go(targetId, options);
    }

    /** Reloads hooks, settings and resources. */
    public void reload() throws InterruptedException {
        replacement.reload(SessionChanges.Asker.USER);
    }

    /** Returns whether a session has begun; without one nothing can be sent. */
    public boolean hasBegun() {
        return live.hasBegun();
    }

    /** Returns whether the session has ended or is about to end; nothing more may be sent to it then. */
    public boolean isClosed() {
        return replacement.hasEnded();
    }

    /** Notifies hooks that the program ends, and closes everything. */
    @Override
    public void close() {
        replacement.quit();
    }

    private RunQueue queue() {
        return live.scope().parts().queue();
    }

    private SessionCore core() {
        return live.scope().core();
    }
}
