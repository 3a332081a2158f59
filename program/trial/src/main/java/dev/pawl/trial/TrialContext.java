package dev.pawl.trial;

import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRegistry;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionDraft;
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
import dev.pawl.session.Session;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session in memory as a hook sees it, without an agent: what the hook does is recorded in {@link #done}. */
public class TrialContext implements CommandContext {
    private final Path cwd;
    private final Ui ui;
    private final Session session;
    private final ModelRegistry models;
    private final List<String> done;
    private final List<Session> started;
    private volatile Mode mode = Mode.TUI;
    private volatile JsonObject settings = JsonObject.empty();
    private volatile @Nullable Model model;
    private volatile ThinkingLevel thinkingLevel = ThinkingLevel.OFF;
    private volatile List<String> activeTools = List.of("read", "bash", "edit", "write");
    private volatile String argsRaw = "";

    /** A context with a session in memory and a model that answers nothing. */
    public TrialContext(Path cwd, Ui ui) {
        this(cwd, ui, inMemory(cwd), new TrialModels());
    }

    protected TrialContext(Path cwd, Ui ui, Session session, ModelRegistry models) {
        this.cwd = cwd;
        this.ui = ui;
        this.session = session;
        this.models = models;
        this.model = models.all().getFirst();
        this.done = Collections.synchronizedList(new ArrayList<>());
        this.started = Collections.synchronizedList(new ArrayList<>());
    }

    /** The context of a session that replaces another one; both record into the same list. */
    protected TrialContext(TrialContext before, Session session) {
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

    /** A new session that is not written to disk. */
    public static Session inMemory(Path cwd) {
        return new Sessions(SessionPaths.in(cwd), SessionOptions.standard()).inMemory(cwd);
    }

    /** What the hook did to the session and the program, in order: {@code abort}, {@code rebuild context}, … */
    public final List<String> done() {
        return List.copyOf(done);
    }

    /** The sessions that the hook started in place of this one, as it set them up. */
    public final List<Session> started() {
        return List.copyOf(started);
    }

    /** Sets what {@link #settings()} returns. */
    public final void settings(JsonObject newSettings) {
        settings = newSettings;
    }

    /** Sets the mode; without a user, as in print mode, dialogs are not shown. */
    public final void mode(Mode newMode) {
        mode = newMode;
    }

    /** Sets the arguments of the command that runs next. */
    public final void arguments(String newArgs) {
        argsRaw = newArgs;
    }

    /** Records something that a hook did. */
    public final void record(String what) {
        done.add(what);
    }

    /** The session, for every use of it. */
    protected Session held() {
        return session;
    }

    /** The context for a session that the hook started in place of this one. */
    protected TrialContext following(Session next) {
        return new TrialContext(this, next);
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
        return mode.hasUi();
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
    public SessionDraft session() {
        return held();
    }

    @Override
    public List<Message> messages() {
        return held().messages();
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
        return "You are an agent in a trial of hooks.";
    }

    @Override
    public Entry appendEntry(String customType, @Nullable Object data) {
        return held().append(customType, data == null ? JsonObject.empty() : data);
    }

    @Override
    public Entry append(Record data) {
        throw new IllegalStateException("a record is appended through the context that a handler or command gets");
    }

    @Override
    public Entry saveEntry(JsonObject entry) {
        return held().save(entry);
    }

    @Override
    public void rebuildContext() {
        done.add("rebuild context");
    }

    @Override
    public void setSessionName(@Nullable String name) {
        held().rename(name);
    }

    @Override
    public void setLabel(String entryId, @Nullable String label) {
        held().label(entryId, label);
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
    public ModelRegistry models() {
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
        return TrialTools.BUILTIN;
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

    /** Sets the session up and goes on in it; nothing refuses. */
    @Override
    public boolean newSession(NewSession options) throws InterruptedException {
        done.add("new session");
        var next = inMemory(cwd);
        started.add(next);
        try {
            options.setup().run(next);
            options.withSession().run(following(next));
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
