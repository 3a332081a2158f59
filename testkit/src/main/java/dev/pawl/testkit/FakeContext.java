package dev.pawl.testkit;

import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.ContextUsage;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.SystemPromptOptions;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.hooks.bound.Program;
import dev.pawl.hooks.registry.Arguments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fake session as a hook sees it. What the hook does is written down in {@link #done}. */
public final class FakeContext implements CommandContext {
    private final Path cwd;
    private final FakeSession session;
    private final FakeModels models;
    private final Ui ui;
    private final List<String> done;
    private final List<FakeSession> started;
    private volatile Mode mode = Mode.TUI;
    private volatile JsonObject settings = JsonObject.empty();
    private volatile @Nullable Model model = FakeModels.MODEL;
    private volatile ThinkingLevel thinkingLevel = ThinkingLevel.OFF;
    private volatile List<String> activeTools = List.of("read", "bash", "edit", "write");
    private volatile String argsRaw = "";

    public FakeContext(Path cwd, Ui ui) {
        this(cwd, ui, new FakeSession(cwd));
    }

    public FakeContext(Path cwd, Ui ui, FakeSession session) {
        this.cwd = cwd;
        this.ui = ui;
        this.session = session;
        this.models = new FakeModels();
        this.done = Collections.synchronizedList(new ArrayList<>());
        this.started = Collections.synchronizedList(new ArrayList<>());
    }

    /** The context of a session that took over; what is done there is written down with the rest. */
    private FakeContext(FakeContext before, FakeSession session) {
        this.cwd = before.cwd;
        this.ui = before.ui;
        this.session = session;
        this.models = before.models;
        this.done = before.done;
        this.started = before.started;
        this.mode = before.mode;
        this.settings = before.settings;
        this.model = before.model;
    }

    /** What the hook did to the session and the program, in order: {@code abort}, {@code rebuild context}, … */
    public List<String> done() {
        return List.copyOf(done);
    }

    /** The sessions that the hook started in place of this one, as it set them up. */
    public List<FakeSession> started() {
        return List.copyOf(started);
    }

    public FakeContext settings(JsonObject settings) {
        this.settings = settings;
        return this;
    }

    /** Runs without a user, as print mode does. */
    public FakeContext mode(Mode mode) {
        this.mode = mode;
        return this;
    }

    void did(String what) {
        done.add(what);
    }

    FakeContext arguments(String argsRaw) {
        this.argsRaw = argsRaw;
        return this;
    }

    @Override
    public Ui ui() {
        return hasUi() ? ui : new NoUi();
    }

    @Override
    public Mode mode() {
        return mode;
    }

    @Override
    public boolean hasUi() {
        return mode == Mode.TUI || mode == Mode.RPC;
    }

    @Override
    public Path cwd() {
        return cwd;
    }

    @Override
    public boolean isProjectTrusted() {
        return true;
    }

    @Override
    public FakeSession session() {
        return session;
    }

    @Override
    public List<Message> messages() {
        return session.messages();
    }

    @Override
    public boolean isIdle() {
        return true;
    }

    @Override
    public boolean hasPendingMessages() {
        return false;
    }

    @Override
    public void abort() {
        done.add("abort");
    }

    @Override
    public void shutdown() {
        done.add("shutdown");
    }

    @Override
    public @Nullable ContextUsage contextUsage() {
        return new ContextUsage(1_000L, 100_000, 1.0);
    }

    @Override
    public void compact(CompactOptions options) {
        done.add("compact");
    }

    @Override
    public String systemPrompt() {
        return "You are a paper agent.";
    }

    @Override
    public Entry appendEntry(String customType, @Nullable Object data) {
        return session.append(customType, data == null ? JsonObject.empty() : data);
    }

    @Override
    public Entry append(Record data) {
        throw new IllegalStateException("a record is appended through the context that a handler or command gets");
    }

    @Override
    public Entry saveEntry(JsonObject entry) {
        return session.save(entry);
    }

    @Override
    public void rebuildContext() {
        done.add("rebuild context");
    }

    @Override
    public void setSessionName(@Nullable String name) {
        session.rename(name);
    }

    @Override
    public void setLabel(String entryId, @Nullable String label) {
        session.label(entryId, label);
    }

    @Override
    public void sendMessage(HookMessage message, Delivery delivery) {
        done.add("message " + message.customType() + ": " + message.content().text());
    }

    @Override
    public void sendUserMessage(Body content, Delivery delivery) {
        done.add("user: " + content.text());
    }

    @Override
    public FakeModels models() {
        return models;
    }

    @Override
    public @Nullable Model model() {
        return model;
    }

    @Override
    public List<ScopedModel> scopedModels() {
        return List.of();
    }

    @Override
    public ThinkingLevel thinkingLevel() {
        return thinkingLevel;
    }

    @Override
    public boolean setModel(Model model) {
        this.model = model;
        return true;
    }

    @Override
    public void setThinkingLevel(ThinkingLevel level) {
        thinkingLevel = level;
    }

    @Override
    public List<String> activeTools() {
        return activeTools;
    }

    @Override
    public List<ToolInfo> allTools() {
        return FakeToolContext.BUILTIN;
    }

    @Override
    public void setActiveTools(List<String> names) {
        activeTools = List.copyOf(names);
    }

    @Override
    public List<CommandInfo> commands() {
        return List.of();
    }

    @Override
    public JsonObject settings() {
        return settings;
    }

    /** Runs the program for real. */
    @Override
    public ExecResult exec(ExecOptions options, String... command) throws InterruptedException {
        return Program.run(cwd, options, List.of(command));
    }

    @Override
    public List<String> args() {
        return Arguments.split(argsRaw);
    }

    @Override
    public String argsRaw() {
        return argsRaw;
    }

    @Override
    public void waitForIdle() {}

    @Override
    public SystemPromptOptions systemPromptOptions() {
        return SystemPromptOptions.empty();
    }

    /** Sets the session up and goes on in it; nobody refuses. */
    @Override
    public boolean newSession(NewSession options) throws InterruptedException {
        done.add("new session");
        var next = new FakeSession(cwd);
        started.add(next);
        try {
            options.setup().run(next);
            options.withSession().run(new FakeContext(this, next));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("setting up the new session failed: " + e.getMessage(), e);
        }
        return true;
    }

    @Override
    public boolean switchSession(Path file, Callback withSession) {
        done.add("switch session: " + file);
        return true;
    }

    @Override
    public boolean fork(String entryId, ForkPosition position, Callback withSession) {
        done.add("fork: " + entryId);
        return true;
    }

    @Override
    public boolean navigateTree(String targetId, Navigation options) {
        done.add("navigate: " + targetId);
        return true;
    }

    @Override
    public void reload() {
        done.add("reload");
    }
}
