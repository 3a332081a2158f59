package dev.pawl.api.context;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
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
import dev.pawl.api.value.ToolInfo;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A context that passes every call on to another one, for those that change or add a few. */
public abstract class ForwardingContext implements HookContext {
    /** The context that answers; asked at every call. */
    protected abstract HookContext target();

    @Override
    public Ui ui() {
        return target().ui();
    }

    @Override
    public Mode mode() {
        return target().mode();
    }

    @Override
    public boolean hasUi() {
        return target().hasUi();
    }

    @Override
    public Path cwd() {
        return target().cwd();
    }

    @Override
    public boolean isProjectTrusted() {
        return target().isProjectTrusted();
    }

    @Override
    public String idempotencyKey() {
        return target().idempotencyKey();
    }

    @Override
    public SessionView session() {
        return target().session();
    }

    @Override
    public List<Message> messages() {
        return target().messages();
    }

    @Override
    public boolean isIdle() {
        return target().isIdle();
    }

    @Override
    public boolean hasPendingMessages() {
        return target().hasPendingMessages();
    }

    @Override
    public void abort() {
        target().abort();
    }

    @Override
    public void shutdown() {
        target().shutdown();
    }

    @Override
    public @Nullable ContextUsage contextUsage() {
        return target().contextUsage();
    }

    @Override
    public void compact(CompactOptions options) {
        target().compact(options);
    }

    @Override
    public String systemPrompt() {
        return target().systemPrompt();
    }

    @Override
    public Entry appendEntry(String customType, @Nullable Object data) {
        return target().appendEntry(customType, data);
    }

    @Override
    public Entry append(Record data) {
        return target().append(data);
    }

    @Override
    public Entry saveEntry(JsonObject entry) {
        return target().saveEntry(entry);
    }

    @Override
    public void rebuildContext() throws InterruptedException {
        target().rebuildContext();
    }

    @Override
    public void setSessionName(@Nullable String name) {
        target().setSessionName(name);
    }

    @Override
    public void setLabel(String entryId, @Nullable String label) {
        target().setLabel(entryId, label);
    }

    @Override
    public void sendMessage(HookMessage message, Delivery delivery) {
        target().sendMessage(message, delivery);
    }

    @Override
    public void sendUserMessage(Body content, Delivery delivery) {
        target().sendUserMessage(content, delivery);
    }

    @Override
    public ModelRegistry models() {
        return target().models();
    }

    @Override
    public @Nullable Model model() {
        return target().model();
    }

    @Override
    public List<ScopedModel> scopedModels() {
        return target().scopedModels();
    }

    @Override
    public ThinkingLevel thinkingLevel() {
        return target().thinkingLevel();
    }

    @Override
    public boolean setModel(Model model) throws InterruptedException {
        return target().setModel(model);
    }

    @Override
    public void setThinkingLevel(ThinkingLevel level) {
        target().setThinkingLevel(level);
    }

    @Override
    public List<String> activeTools() {
        return target().activeTools();
    }

    @Override
    public List<ToolInfo> allTools() {
        return target().allTools();
    }

    @Override
    public void setActiveTools(List<String> names) {
        target().setActiveTools(names);
    }

    @Override
    public CalledTool callTool(String name, JsonObject arguments) throws InterruptedException {
        return target().callTool(name, arguments);
    }

    @Override
    public List<CommandInfo> commands() {
        return target().commands();
    }

    @Override
    public JsonObject settings() {
        return target().settings();
    }

    @Override
    public ExecResult exec(ExecOptions options, String... command) throws InterruptedException {
        return target().exec(options, command);
    }
}
