package dev.pawl.tools;

import dev.pawl.api.context.Messages;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.context.Project;
import dev.pawl.api.context.SessionModels;
import dev.pawl.api.context.Tools;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.ToolInfo;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
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
    public OpenSession session() {
        return only(OpenSession.class, called -> switch (called) {
            case "id" -> "session-1";
            case "file" -> sessionFile;
            case "cwd" -> cwd;
            default -> throw new UnsupportedOperationException(called);
        });
    }

    @Override
    public SessionModels models() {
        return only(SessionModels.class, called -> switch (called) {
            case "current" -> model;
            case "thinkingLevel" -> ThinkingLevel.HIGH;
            default -> throw new UnsupportedOperationException(called);
        });
    }

    @Override
    public Project project() {
        return only(Project.class, called -> switch (called) {
            case "cwd" -> cwd;
            case "settings" -> settings;
            default -> throw new UnsupportedOperationException(called);
        });
    }

    @Override
    public Ui ui() {
        return new NoUi();
    }

    @Override
    public Tools tools() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Messages messages() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<ToolInfo> callableTools() {
        return List.of();
    }

    @Override
    public NestedCall prepareTool(String name, JsonObject arguments) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SubagentAnswer subagent(SubagentTask task, Consumer<Message> heard) {
        throw new UnsupportedOperationException();
    }

    /** Returns a part of the context that answers calls by the names of their methods. */
    private static <T> T only(Class<T> part, Function<String, @Nullable Object> answers) {
        return part.cast(Proxy.newProxyInstance(
                part.getClassLoader(), new Class<?>[] {part}, (_, method, _) -> answers.apply(method.getName())));
    }
}
