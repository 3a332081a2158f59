package dev.pawl.agent;

import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.conversation.WindowUse;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.run.ManualCompaction;
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
import dev.pawl.api.Command;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.CommandInfo;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One agent: a conversation that carries prompts through hooks, model, tools and session.
 *
 * <p>Calls block. What takes long runs on threads of its own, which {@link #abort} interrupts.
 */
public final class Agent implements AutoCloseable {
    private final Listeners listeners = new Listeners();
    private final LiveSession live = new LiveSession();
    private final SessionReplacement replacement;

    private Agent(AgentSetup setup) {
        this.replacement = new SessionReplacement(setup, listeners, live);
    }

    /** Starts an agent with a session, which is the agent's from now on. */
    public static Agent start(AgentSetup setup, Session session, Consumer<AgentEvent> listener)
            throws InterruptedException {
        var agent = of(setup);
        agent.subscribe(listener);
        agent.begin(session);
        return agent;
    }

    /** An agent that can be listened to, and ended, before its session begins. */
    public static Agent of(AgentSetup setup) {
        return new Agent(setup);
    }

    /** Begins with a session, which is the agent's from now on. */
    public void begin(Session session) throws InterruptedException {
        replacement.begin(session);
    }

    /** Sends a prompt and waits until the run that it starts has ended. */
    public Disposition prompt(String text) throws InterruptedException {
        return prompt(Prompt.of(text));
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

    /** Sends a prompt and waits until the run that it starts has ended. */
    public Disposition prompt(Prompt prompt) throws InterruptedException {
        return prompt(prompt, _ -> {});
    }

    /**
     * Sends a prompt and waits until the run that it starts has ended.
     *
     * @param listener receives what becomes of it, as soon as that is known
     */
    public Disposition prompt(Prompt prompt, PromptListener listener) throws InterruptedException {
        var scope = live.scope();
        return scope.prompting().prompt(prompt, new HookCommands(scope, replacement), listener);
    }

    /**
     * Goes on with a run that the end of the program interrupted, and waits until all that follows from it is done.
     * False if the last run came to its end.
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

    /** Whether the last run did not come to its end. */
    public boolean isInterrupted() {
        return live.scope().prompting().isInterrupted();
    }

    /** Sends a message to the current run, or else to the next one: after its current tools, or when it would stop. */
    public Disposition queue(Prompt prompt, Delivery.As as) throws InterruptedException {
        if (live.scope().commands().isCommand(prompt.text())) {
            throw new IllegalArgumentException(
                    "a hook's command cannot be queued: " + prompt.text() + ". Send it as a prompt.");
        }
        return live.scope().prompting().queue(prompt, as);
    }

    /** Ends what is running and waits for its end. */
    public void abort() throws InterruptedException {
        live.scope().runs().abort();
    }

    /** Ends what is running, without waiting. */
    public void signalAbort() {
        live.scope().runs().signalAbort();
    }

    /** Ends what is running, without waiting for it; nothing starts in this session any more. */
    public void stop() {
        live.scope().runs().close();
        live.scope().runs().signalAbort();
    }

    public void waitForIdle() throws InterruptedException {
        live.scope().runs().awaitIdle();
    }

    /** Whether tools are running now. */
    public boolean hasRunningTools() {
        return live.scope().runs().hasRunningTools();
    }

    public boolean isIdle() {
        return live.scope().runs().isIdle();
    }

    public Subscription subscribe(Consumer<AgentEvent> listener) {
        return listeners.add(listener);
    }

    /** Runs a shell command of the user's, and keeps what came of it in the conversation. */
    public BashResult bash(String command, boolean excludeFromContext) throws InterruptedException {
        return bash(command, excludeFromContext, _ -> {});
    }

    /** As {@link #bash(String, boolean)}, handing over the output as it comes, on any thread. */
    public BashResult bash(String command, boolean excludeFromContext, Consumer<String> output)
            throws InterruptedException {
        return live.scope().shell().run(command, excludeFromContext, output);
    }

    /** What is queued, taken back. */
    public AgentEvent.QueueChanged clearQueue() {
        return core().queues().clear();
    }

    public Choices.QueueMode steeringMode() {
        return mode(core().queues().steeringTake());
    }

    public void setSteeringMode(Choices.QueueMode mode) {
        core().queues().steeringTake(take(mode));
    }

    public Choices.QueueMode followUpMode() {
        return mode(core().queues().followUpTake());
    }

    public void setFollowUpMode(Choices.QueueMode mode) {
        core().queues().followUpTake(take(mode));
    }

    private static Choices.QueueMode mode(Queues.Take take) {
        return take == Queues.Take.ALL ? Choices.QueueMode.ALL : Choices.QueueMode.ONE_AT_A_TIME;
    }

    private static Queues.Take take(Choices.QueueMode mode) {
        return mode == Choices.QueueMode.ALL ? Queues.Take.ALL : Queues.Take.ONE;
    }

    public int queued() {
        return core().queues().waiting();
    }

    public Session session() {
        return core().session();
    }

    /** The messages that the model would see now. */
    public List<Message> messages() {
        return core().conversation().shown();
    }

    /** How many messages the model would see now. */
    public int messageCount() {
        return core().conversation().shownSize();
    }

    /** The text of the last answer, but for one that was aborted before it began; null if there is none. */
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
     * Uses another model; false if there is no key for it. Where a hook refuses it, the exception states the reason.
     */
    public boolean setModel(Model model) throws InterruptedException {
        return core().model().use(model, ModelSelect.Source.SET);
    }

    /** Goes on to the next model of the short list; null if there is no other. */
    public @Nullable Model cycleModel(int step) throws InterruptedException {
        return core().model().cycle(step);
    }

    /** Another short list for {@link #cycleModel}, as long as this session lives; an empty one stands for all. */
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
                live.scope().requests().cost());
    }

    public String systemPrompt() {
        return core().prompts().text();
    }

    /** The parts that the system prompt is made of. */
    public SystemPromptOptions systemPromptOptions() {
        return core().prompts().options();
    }

    public List<CommandInfo> commands() {
        return context().commands();
    }

    /** The hint to show after the name of a prompt template, from its file; null if the file has none. */
    public @Nullable String argumentHint(String command) {
        var template = core().prompts().resources().templates().find(command);
        return template == null ? null : template.argumentHint();
    }

    /** What may follow a command's name. */
    public List<Command.Completion> completeCommand(String name, String prefix) {
        return live.scope().commands().complete(name, prefix);
    }

    /**
     * Ends what is running, compacts the conversation and waits for it.
     *
     * @param instructions what the summary is to mind especially
     * @throws java.util.concurrent.CancellationException if a hook called it off
     */
    public CompactionResult compact(@Nullable String instructions) throws InterruptedException {
        return live.scope().compaction().compact(instructions);
    }

    /** Whether the user's own compaction is under way. */
    public boolean isCompacting() {
        return ManualCompaction.NAME.equals(live.scope().runs().alone());
    }

    public void setAutoCompaction(boolean enabled) {
        live.scope().runs().compaction().enabled(enabled);
    }

    public boolean autoCompaction() {
        return live.scope().runs().compaction().isEnabled();
    }

    /** Ends the wait before a retry, and with it the run. */
    public void abortRetry() throws InterruptedException {
        live.scope().runs().abortRetry();
    }

    public void setAutoRetry(boolean enabled) {
        live.scope().runs().retries().enabled(enabled);
    }

    public void setSessionName(@Nullable String name) {
        live.scope().valid().core().recorder().rename(name);
    }

    /** The session as hooks see it. */
    public HookContext context() {
        return engine().session();
    }

    /** The hooks' engine: who listens, who is waited for, and what they did. */
    public Engine engine() {
        return core().engine();
    }

    /** The hooks that did not load, and why; the last good versions of those that once did are in force. */
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

    /** Goes to another entry of the tree. */
    public Navigated navigateTree(String targetId, CommandContext.Navigation options) throws InterruptedException {
        return live.scope().tree().go(targetId, options);
    }

    /** Loads hooks, settings and resources again. */
    public void reload() throws InterruptedException {
        replacement.reload(SessionChanges.Asker.USER);
    }

    /** Whether there is a session; without one nothing can be requested or sent. */
    public boolean hasBegun() {
        return live.hasBegun();
    }

    /** Whether the session has ended or is about to end; then nothing more may be sent to it. */
    public boolean isClosed() {
        return replacement.hasEnded();
    }

    /** Notifies hooks that the program ends, and closes everything. */
    @Override
    public void close() {
        replacement.quit();
    }

    private SessionCore core() {
        return live.scope().core();
    }
}
