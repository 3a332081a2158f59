package dev.pawl.tools;

import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRegistry;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionView;
import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.ContextUsage;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.ToolInfo;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A fake tool call: it has a place, a session and a model, and writes down what the tool shows. */
public final class FakeToolContext implements ToolContext {
    private final Path cwd;
    private final List<ToolOutput> updates = Collections.synchronizedList(new ArrayList<>());
    private @Nullable Path sessionFile;
    private @Nullable Model model = model(JsonObject.empty(), Model.Medium.TEXT, Model.Medium.IMAGE);
    private JsonObject settings = JsonObject.empty();
    private @Nullable Path effects;
    private @Nullable JsonObject intended;
    private volatile @Nullable JsonObject intent;

    FakeToolContext(Path cwd) {
        this.cwd = cwd;
    }

    public static Model model(JsonObject extra, Model.Medium first, Model.Medium... more) {
        return new Model(
                "paper",
                "paper-1",
                "Paper",
                "paper",
                "http://paper",
                false,
                List.of(),
                EnumSet.of(first, more),
                Cost.NONE,
                100_000,
                10_000,
                extra);
    }

    /** Has the call keep in this folder what it is about to do, as calls of a session that is kept do. */
    public FakeToolContext effects(@Nullable Path folder) {
        effects = folder;
        return this;
    }

    /** The same call once more, after the program has ended in between. */
    public FakeToolContext again() {
        var next = new FakeToolContext(cwd).effects(effects);
        next.intended = intent;
        return next;
    }

    @Override
    public void intend(JsonObject effect) {
        intent = effect;
    }

    @Override
    public @Nullable JsonObject intended() {
        return intended;
    }

    @Override
    public @Nullable Path effects() {
        return effects;
    }

    FakeToolContext sessionFile(Path file) {
        sessionFile = file;
        return this;
    }

    public FakeToolContext model(@Nullable Model model) {
        this.model = model;
        return this;
    }

    public FakeToolContext settings(JsonObject settings) {
        this.settings = settings;
        return this;
    }

    List<ToolOutput> updates() {
        return List.copyOf(updates);
    }

    @Override
    public String toolCallId() {
        return "call-1";
    }

    @Override
    public void update(ToolOutput partial) {
        updates.add(partial);
    }

    @Override
    public Path cwd() {
        return cwd;
    }

    @Override
    public SessionView session() {
        return (SessionView) Proxy.newProxyInstance(
                SessionView.class.getClassLoader(),
                new Class<?>[] {SessionView.class},
                (_, method, _) -> switch (method.getName()) {
                    case "id" -> "session-1";
                    case "file" -> sessionFile;
                    case "cwd" -> cwd;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Override
    public @Nullable Model model() {
        return model;
    }

    @Override
    public ThinkingLevel thinkingLevel() {
        return ThinkingLevel.HIGH;
    }

    @Override
    public JsonObject settings() {
        return settings;
    }

    @Override
    public Ui ui() {
        return new NoUi();
    }

    @Override
    public Mode mode() {
        return Mode.PRINT;
    }

    @Override
    public boolean hasUi() {
        return false;
    }

    @Override
    public boolean isProjectTrusted() {
        return true;
    }

    @Override
    public List<ToolInfo> tools() {
        return List.of();
    }

    @Override
    public NestedResult executeTool(String name, JsonObject arguments) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SubagentAnswer subagent(SubagentTask task, Consumer<Message> heard) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Message> messages() {
        return List.of();
    }

    @Override
    public boolean isIdle() {
        return false;
    }

    @Override
    public boolean hasPendingMessages() {
        return false;
    }

    @Override
    public void abort() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void shutdown() {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable ContextUsage contextUsage() {
        return null;
    }

    @Override
    public void compact(CompactOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String systemPrompt() {
        return "";
    }

    @Override
    public Entry appendEntry(String customType, @Nullable Object data) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Entry append(Record data) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Entry saveEntry(JsonObject entry) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void rebuildContext() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setSessionName(@Nullable String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setLabel(String entryId, @Nullable String label) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sendMessage(HookMessage message, Delivery delivery) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sendUserMessage(Body content, Delivery delivery) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ModelRegistry models() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<ScopedModel> scopedModels() {
        return List.of();
    }

    @Override
    public boolean setModel(Model model) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setThinkingLevel(ThinkingLevel level) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<String> activeTools() {
        return List.of();
    }

    @Override
    public List<ToolInfo> allTools() {
        return List.of();
    }

    @Override
    public void setActiveTools(List<String> names) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<CommandInfo> commands() {
        return List.of();
    }

    @Override
    public ExecResult exec(ExecOptions options, String... command) {
        throw new UnsupportedOperationException();
    }
}
