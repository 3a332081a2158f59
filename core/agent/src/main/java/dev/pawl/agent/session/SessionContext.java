package dev.pawl.agent.session;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.conversation.WindowUse;
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
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.ContextUsage;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.hooks.bound.Program;
import dev.pawl.hooks.bound.Together;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session as hooks see it. */
final class SessionContext implements HookContext, Together {
    private final SessionScope scope;
    private final SessionChanges changes;

    SessionContext(SessionScope scope, SessionChanges changes) {
        this.scope = scope;
        this.changes = changes;
    }

    private SessionCore core() {
        return scope.valid().core();
    }

    @Override
    public Ui ui() {
        return scope.valid().frontend().ui();
    }

    @Override
    public Mode mode() {
        return scope.valid().frontend().mode();
    }

    @Override
    public boolean hasUi() {
        return mode().hasUi();
    }

    @Override
    public Path cwd() {
        return core().session().cwd();
    }

    @Override
    public boolean isProjectTrusted() {
        return scope.valid().project().trusted();
    }

    @Override
    public SessionView session() {
        return core().session();
    }

    @Override
    public List<Message> messages() {
        return core().conversation().shown();
    }

    @Override
    public boolean isIdle() {
        return scope.valid().runs().isIdleToHooks();
    }

    @Override
    public boolean hasPendingMessages() {
        return core().queues().waiting() > 0;
    }

    @Override
    public void abort() {
        scope.valid().runs().signalAbort();
    }

    @Override
    public void shutdown() {
        scope.valid().frontend().shutdown().run();
    }

    @Override
    public @Nullable ContextUsage contextUsage() {
        var core = core();
        return WindowUse.of(
                core.model().model(), core.conversation(), scope.requests().cost());
    }

    @Override
    public void compact(CompactOptions options) {
        scope.valid().compaction().compact(options);
    }

    @Override
    public String systemPrompt() {
        return core().prompts().text();
    }

    @Override
    public Entry appendEntry(String customType, @Nullable Object data) {
        return core().recorder().appended(core().session().append(customType, data));
    }

    /** The type of a record is known where the hook announced it; here all entries are objects. */
    @Override
    public Entry append(Record data) {
        throw new IllegalStateException("a record is kept through the context that its hook was given");
    }

    @Override
    public Entry saveEntry(JsonObject entry) {
        return core().recorder().appended(core().session().save(entry));
    }

    @Override
    public void rebuildContext() {
        core().conversation().forget();
        if (scope.runs().isIdle()) {
            // A run asks hooks anyway before its next request.
            scope.preview().showLater();
        }
    }

    @Override
    public void setSessionName(@Nullable String name) {
        core().recorder().rename(name);
    }

    @Override
    public CalledTool callTool(String name, JsonObject arguments) throws InterruptedException {
        var called = scope.valid().runner().ofHook(name, arguments);
        return new CalledTool(called.toolCallId(), Content.text(called.output().content()), called.isError());
    }

    @Override
    public void setLabel(String entryId, @Nullable String label) {
        core().session().label(entryId, label);
    }

    @Override
    public void sendMessage(HookMessage message, Delivery delivery) {
        scope.valid().delivering().send(message, delivery);
    }

    @Override
    public void together(Runnable sends) {
        scope.valid().delivering().together(sends);
    }

    @Override
    public void sendUserMessage(Body content, Delivery delivery) {
        scope.valid().prompting().send(content, delivery, new HookCommands(scope, changes));
    }

    @Override
    public ModelRegistry models() {
        return scope.valid().models();
    }

    @Override
    public @Nullable Model model() {
        return core().model().model();
    }

    @Override
    public List<ScopedModel> scopedModels() {
        return core().model().scoped();
    }

    @Override
    public ThinkingLevel thinkingLevel() {
        return core().model().level();
    }

    @Override
    public boolean setModel(Model model) throws InterruptedException {
        try {
            return core().model().use(model, ModelSelect.Source.SET);
        } catch (ModelInUse.Refused e) {
            return false;
        }
    }

    @Override
    public void setThinkingLevel(ThinkingLevel level) {
        core().model().level(level);
    }

    @Override
    public List<String> activeTools() {
        return core().tools().activeAsAsked();
    }

    @Override
    public List<ToolInfo> allTools() {
        return core().tools().infos();
    }

    @Override
    public void setActiveTools(List<String> names) {
        core().tools().activate(names);
    }

    @Override
    public List<CommandInfo> commands() {
        var all = new ArrayList<>(scope.valid().commands().infos());
        var resources = core().prompts().resources();
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
        return scope.valid().project().settings().json();
    }

    @Override
    public ExecResult exec(ExecOptions options, String... command) throws InterruptedException {
        return Program.run(cwd(), options, List.of(command));
    }

    private static CommandInfo info(String name, String description, CommandInfo.Kind kind, SourceInfo source) {
        return new CommandInfo(name, description, kind, source);
    }
}
