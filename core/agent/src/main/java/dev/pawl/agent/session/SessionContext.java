package dev.pawl.agent.session;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.WindowUse;
import dev.pawl.agent.tool.ToolRunner;
import dev.pawl.api.context.CalledTool;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.event.ModelSelect;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
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
import org.jspecify.annotations.Nullable;

/** A session as hooks see it. */
public final class SessionContext implements HookContext {
    private final OpenSession parts;
    private final CurrentSession current;
    private final ToolRunner runner;
    private volatile @Nullable String left;

    SessionContext(OpenSession parts, CurrentSession current, ToolRunner runner) {
        this.parts = parts;
        this.current = current;
        this.runner = runner;
    }

    /** What the session is made of, also after it was left. */
    OpenSession parts() {
        return parts;
    }

    /** Whether another session, or other hooks, took over. */
    boolean isLeft() {
        return left != null;
    }

    /** What the session is made of, as long as it is the agent's. */
    OpenSession good() {
        var why = left;
        if (why != null) {
            throw new StaleContextException("This context is no longer good: " + why
                    + ". Use the context that withSession, or the new session's session_start, gives you.");
        }
        return parts;
    }

    /** From now on the context refuses every call. */
    void leave(String why) {
        left = why;
    }

    /** Runs the commands of the session's hooks. */
    CommandCalls commandCalls() {
        return new CommandCalls(parts.commands(), this, parts.control().prompting());
    }

    Replacing replacing() {
        good();
        return new HookReplacing(current, this);
    }

    /** Shows messages to the user, also for a session that was just left. */
    void show(String status) {
        parts.place().ui().notify(status, Severity.INFO);
    }

    void report(HookError error) {
        parts.engine().report(error);
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
        return good().place().ui();
    }

    @Override
    public Mode mode() {
        return good().place().mode();
    }

    @Override
    public boolean hasUi() {
        return good().place().mode().hasUi();
    }

    @Override
    public Path cwd() {
        return good().session().cwd();
    }

    @Override
    public boolean isProjectTrusted() {
        return good().place().project().trusted();
    }

    @Override
    public SessionView session() {
        return good().session();
    }

    void writeNow() throws IOException {
        good().session().writeNow();
    }

    @Override
    public List<Message> messages() {
        return good().recorder().conversation().shown();
    }

    @Override
    public boolean isIdle() {
        return good().runs().isIdleToHooks();
    }

    @Override
    public boolean hasPendingMessages() {
        return good().queues().waiting() > 0;
    }

    @Override
    public void abort() {
        good().runs().signalAbort();
    }

    @Override
    public void shutdown() {
        replacing().shutdown();
    }

    @Override
    public @Nullable ContextUsage contextUsage() {
        return WindowUse.of(
                good().model().model(),
                good().recorder().conversation(),
                good().requester().cost());
    }

    @Override
    public void compact(CompactOptions options) {
        good().control().compacting().compact(options);
    }

    @Override
    public String systemPrompt() {
        return good().prompts().text();
    }

    @Override
    public Entry appendEntry(String customType, @Nullable Object data) {
        return good().recorder().appended(good().session().append(customType, data));
    }

    /** The type of a record is known where the hook announced it; here all entries are objects. */
    @Override
    public Entry append(Record data) {
        throw new IllegalStateException("a record is kept through the context that its hook was given");
    }

    @Override
    public Entry saveEntry(JsonObject entry) {
        return good().recorder().appended(good().session().save(entry));
    }

    @Override
    public void rebuildContext() {
        good().recorder().conversation().forget();
        if (good().runs().isIdle()) {
            // A run asks hooks anyway before its next request.
            good().requester().preview().showLater();
        }
    }

    /** Waits for the end of a request that is under way, so that what is seen is whole. */
    void rebuildNow() throws InterruptedException {
        good().requester().betweenRequests(() -> {
            good().recorder().conversation().forget();
            good().requester().preview().show();
        });
    }

    @Override
    public void setSessionName(@Nullable String name) {
        good().recorder().rename(name);
    }

    @Override
    public CalledTool callTool(String name, JsonObject arguments) throws InterruptedException {
        good();
        var called = runner.ofHook(name, arguments);
        return new CalledTool(called.toolCallId(), Content.text(called.output().content()), called.isError());
    }

    @Override
    public void setLabel(String entryId, @Nullable String label) {
        good().session().label(entryId, label);
    }

    @Override
    public void sendMessage(HookMessage message, Delivery delivery) {
        good().control().delivering().send(message, delivery);
    }

    @Override
    public void sendUserMessage(Body content, Delivery delivery) {
        good().control().prompting().send(content, delivery, commandCalls());
    }

    @Override
    public ModelRegistry models() {
        return good().requester().routed();
    }

    @Override
    public @Nullable Model model() {
        return good().model().model();
    }

    @Override
    public List<ScopedModel> scopedModels() {
        return good().model().scoped();
    }

    @Override
    public ThinkingLevel thinkingLevel() {
        return good().model().level();
    }

    @Override
    public boolean setModel(Model model) throws InterruptedException {
        try {
            return good().model().use(model, ModelSelect.Source.SET);
        } catch (ModelInUse.Refused e) {
            return false;
        }
    }

    @Override
    public void setThinkingLevel(ThinkingLevel level) {
        good().model().level(level);
    }

    @Override
    public List<String> activeTools() {
        return good().tools().activeAsAsked();
    }

    @Override
    public List<ToolInfo> allTools() {
        return good().tools().infos();
    }

    @Override
    public void setActiveTools(List<String> names) {
        good().tools().activate(names);
    }

    @Override
    public List<CommandInfo> commands() {
        var all = new ArrayList<>(good().commands().infos());
        var resources = good().prompts().resources();
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
        return good().place().project().settings().json();
    }

    @Override
    public ExecResult exec(ExecOptions options, String... command) throws InterruptedException {
        return Program.run(cwd(), options, List.of(command));
    }

    void waitForIdle() throws InterruptedException {
        good().runs().awaitIdle();
    }

    SystemPromptOptions systemPromptOptions() {
        return good().prompts().options();
    }

    private static CommandInfo info(String name, String description, CommandInfo.Kind kind, SourceInfo source) {
        return new CommandInfo(name, description, kind, source);
    }
}
