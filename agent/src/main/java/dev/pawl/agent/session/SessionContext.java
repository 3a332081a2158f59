package dev.pawl.agent.session;

import dev.pawl.agent.conversation.LiveSession;
import dev.pawl.agent.conversation.WindowUse;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.event.ModelSelect;
import dev.pawl.api.event.SessionInfoChanged;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRegistry;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionView;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.ContextUsage;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.StaleContextException;
import dev.pawl.api.value.SystemPromptOptions;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.base.FailureText;
import dev.pawl.hooks.bound.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A session as hooks see it. */
public final class SessionContext implements HookContext {
    private final Supplier<SessionParts> made;
    private volatile @Nullable String left;

    /** @param parts what the session is made of; asked at every call, for hooks are bound before all of it is there */
    SessionContext(Supplier<SessionParts> parts) {
        this.made = parts;
    }

    /** Whether another session, or other hooks, took over. */
    boolean isLeft() {
        return left != null;
    }

    /** What the session is made of, as long as it is the agent's. */
    SessionParts good() {
        var why = left;
        if (why != null) {
            throw new StaleContextException("This context is no longer good: " + why
                    + ". Use the context that withSession, or the new session's session_start, gives you.");
        }
        return made.get();
    }

    /** From now on the context refuses whoever still has it. */
    void leave(String why) {
        left = why;
    }

    private LiveSession live() {
        return good().live();
    }

    Replacing replacing() {
        return good().replacing();
    }

    /** Speaks to the person, also in the name of a session that was just left. */
    void show(String status) {
        made.get().ui().notify(status, Severity.INFO);
    }

    void report(HookError error) {
        made.get().live().engine().report(error);
    }

    /** Code of a hook's that runs between the program's own. */
    @FunctionalInterface
    interface HookStep {
        void run() throws Exception;
    }

    /** Runs it; what it throws is reported. */
    void attempt(String event, HookStep step) throws InterruptedException {
        try {
            step.run();
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) { // Errors too: a broken hook must not take the program down.
            report(new HookError("hooks", event, FailureText.of(e), HookError.stackOf(e)));
        }
    }

    @Override
    public Ui ui() {
        return good().ui();
    }

    @Override
    public Mode mode() {
        return good().mode();
    }

    @Override
    public boolean hasUi() {
        return good().mode() == Mode.TUI || good().mode() == Mode.RPC;
    }

    @Override
    public Path cwd() {
        return live().session().cwd();
    }

    @Override
    public boolean isProjectTrusted() {
        return good().trusted();
    }

    @Override
    public SessionView session() {
        return live().session();
    }

    void writeNow() throws IOException {
        live().session().writeNow();
    }

    @Override
    public List<Message> messages() {
        return live().conversation().shown();
    }

    @Override
    public boolean isIdle() {
        return good().runs().isIdleToHooks();
    }

    @Override
    public boolean hasPendingMessages() {
        return live().queues().waiting() > 0;
    }

    @Override
    public void abort() {
        good().runs().signalAbort();
    }

    @Override
    public void shutdown() {
        good().replacing().shutdown();
    }

    @Override
    public @Nullable ContextUsage contextUsage() {
        return WindowUse.of(live(), good().requester().cost());
    }

    @Override
    public void compact(CompactOptions options) {
        good().compacting().compact(options);
    }

    @Override
    public String systemPrompt() {
        return live().prompts().text();
    }

    @Override
    public Entry appendEntry(String customType, @Nullable Object data) {
        return told(live().session().append(customType, data));
    }

    /** The type of a record is known where the hook announced it; here all entries are objects. */
    @Override
    public Entry append(Record data) {
        throw new IllegalStateException("a record is kept through the context that its hook was given");
    }

    @Override
    public Entry saveEntry(JsonObject entry) {
        return told(live().session().save(entry));
    }

    @Override
    public void rebuildContext() {
        live().conversation().forget();
        if (good().runs().isIdle()) {
            // A run asks hooks anyway before its next request.
            good().previewLater();
        }
    }

    /** Waits for the end of a request that is under way, so that what is seen is whole. */
    void rebuildNow() throws InterruptedException {
        good().requester().betweenRequests(() -> {
            live().conversation().forget();
            good().preview();
        });
    }

    @Override
    public void setSessionName(@Nullable String name) {
        live().session().rename(name);
        var now = live().session().name();
        try {
            live().engine().fire(HookPoints.SESSION_INFO_CHANGED, new SessionInfoChanged(now));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        live().listeners().tell(new AgentEvent.NameChanged(now));
    }

    @Override
    public void setLabel(String entryId, @Nullable String label) {
        live().session().label(entryId, label);
    }

    @Override
    public void sendMessage(HookMessage message, Delivery delivery) {
        good().delivering().send(message, delivery);
    }

    @Override
    public void sendUserMessage(Body content, Delivery delivery) {
        good().prompting().send(content, delivery);
    }

    @Override
    public ModelRegistry models() {
        return good().requester().routed();
    }

    @Override
    public @Nullable Model model() {
        return live().model().model();
    }

    @Override
    public List<ScopedModel> scopedModels() {
        return live().model().scoped();
    }

    @Override
    public ThinkingLevel thinkingLevel() {
        return live().model().level();
    }

    @Override
    public boolean setModel(Model model) throws InterruptedException {
        return live().model().use(model, ModelSelect.Source.SET);
    }

    @Override
    public void setThinkingLevel(ThinkingLevel level) {
        live().model().level(level);
    }

    @Override
    public List<String> activeTools() {
        return live().tools().activeAsAsked();
    }

    @Override
    public List<ToolInfo> allTools() {
        return live().tools().infos();
    }

    @Override
    public void setActiveTools(List<String> names) {
        live().tools().activate(names);
    }

    @Override
    public List<CommandInfo> commands() {
        var all = new ArrayList<>(good().commands().infos());
        var resources = live().prompts().resources();
        resources
                .templates()
                .all()
                .forEach(template -> all.add(
                        info(template.name(), template.description(), CommandInfo.Kind.PROMPT, template.source())));
        resources
                .skills()
                .all()
                .forEach(skill -> all.add(
                        info("skill:" + skill.name(), skill.description(), CommandInfo.Kind.SKILL, skill.source())));
        return List.copyOf(all);
    }

    @Override
    public JsonObject settings() {
        return live().settings().json();
    }

    @Override
    public ExecResult exec(ExecOptions options, String... command) throws InterruptedException {
        return Program.run(cwd(), options, List.of(command));
    }

    void waitForIdle() throws InterruptedException {
        good().runs().awaitIdle();
    }

    SystemPromptOptions systemPromptOptions() {
        return live().prompts().options();
    }

    private Entry told(Entry entry) {
        live().listeners().tell(new AgentEvent.EntryAppended(entry));
        return entry;
    }

    private static CommandInfo info(String name, String description, CommandInfo.Kind kind, SourceInfo source) {
        return new CommandInfo(name, description, kind, source);
    }
}
