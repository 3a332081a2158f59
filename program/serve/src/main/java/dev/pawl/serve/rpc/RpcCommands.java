package dev.pawl.serve.rpc;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.agent.setup.PromptListener;
import dev.pawl.ai.Models;
import dev.pawl.ai.wire.ThinkingLevels;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.event.Input;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.Delivery;
import dev.pawl.base.FailureText;
import dev.pawl.hooks.form.SourceForm;
import dev.pawl.observe.page.SessionPage;
import dev.pawl.observe.trace.SessionTraces;
import dev.pawl.serve.driven.PermissionModes;
import dev.pawl.serve.driven.RecordWriter;
import dev.pawl.session.SessionJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Carries out the commands of the protocol that are more than one call. */
final class RpcCommands {
    private static final int LONGEST_NAME = 1_000;

    final Agent agent;
    final RpcSettings settings;
    final RpcState state;
    final PermissionModes modes;
    private final Models models;
    private final RecordWriter out;
    private volatile @Nullable Thread bash;

    RpcCommands(Agent agent, Models models, RpcSettings settings, RecordWriter out) {
        this.agent = agent;
        this.models = models;
        this.settings = settings;
        this.out = out;
        this.modes = new PermissionModes(agent);
        this.state = new RpcState(agent, modes);
    }

    Object prompt(Call call) throws InterruptedException {
        var prompt = prompted(call).queuedAs(call.get(Field.STREAMING_BEHAVIOR));
        agent.prompt(prompt, new PromptListener() {
            @Override
            public void accepted(Disposition disposition) {
                call.accepted().accept(disposition(disposition));
            }

            @Override
            public void begun() {
                call.begun().run();
            }
        });
        return RpcCommand.NO_DATA;
    }

    JsonObject queue(Call call, Delivery.As as) throws InterruptedException {
        return disposition(agent.queue(prompted(call), as, call.begun()));
    }

    private static Prompt prompted(Call call) {
        return Prompt.of(call.get(Field.MESSAGE))
                .withImages(call.get(Field.IMAGES))
                .from(Input.Source.RPC);
    }

    JsonObject clearQueue() {
        var cleared = agent.clearQueue();
        return JsonObject.of("steering", cleared.steering(), "followUp", cleared.followUp());
    }

    JsonObject setModel(Call call) throws InterruptedException {
        var provider = call.get(Field.PROVIDER);
        var id = call.get(Field.MODEL_ID);
        var model = models.find(provider, id);
        if (model == null || !models.isAvailable(model)) {
            throw new IllegalArgumentException("Model not found: " + provider + "/" + id);
        }
        agent.setModel(model);
        return RpcState.json(model);
    }

    JsonObject availableModels() {
        return JsonObject.of(
                "models",
                models.available(agent.model()).stream().map(RpcState::json).toList());
    }

    @Nullable
    JsonObject cycleModel() throws InterruptedException {
        Model next = agent.cycleModel(1);
        return next == null
                ? null
                : JsonObject.of(
                                "model",
                                RpcState.json(next),
                                "thinkingLevel",
                                agent.thinkingLevel().wire())
                        .with("isScoped", !agent.context().models().scoped().isEmpty());
    }

    @Nullable
    JsonObject cycleLevel() {
        var level = agent.cycleThinkingLevel();
        return level == null ? null : JsonObject.of("level", level.wire());
    }

    List<String> levels() {
        var model = agent.model();
        return model == null
                ? List.of(ThinkingLevel.OFF.wire())
                : ThinkingLevels.of(model).stream().map(ThinkingLevel::wire).toList();
    }

    JsonObject compact(Call call) throws InterruptedException {
        var after = new AtomicReference<@Nullable Long>();
        CompactionResult result;
        try (var _ = agent.subscribe(event -> {
            if (event instanceof AgentEvent.CompactionStarted) {
                call.begun().run();
            } else if (event instanceof AgentEvent.CompactionEnded ended) {
                after.set(ended.estimatedTokensAfter());
            }
        })) {
            result = agent.compact(call.get(Field.CUSTOM_INSTRUCTIONS));
        }
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("summary", result.summary());
        fields.put("firstKeptEntryId", result.firstKeptEntryId());
        fields.put("tokensBefore", result.tokensBefore());
        put(fields, "estimatedTokensAfter", after.get());
        put(fields, "usage", result.usage() == null ? null : result.usage().toJson());
        put(fields, "details", result.details());
        return JsonObject.from(fields);
    }

    JsonObject bash(Call call) throws InterruptedException {
        call.begun().run();
        bash = Thread.currentThread();
        try {
            var update = JsonObject.of("type", "bash_execution_update");
            var named = call.json().has("id") ? update.with("id", call.json().get("id")) : update;
            var result = agent.bash(
                    call.get(Field.COMMAND),
                    call.get(Field.EXCLUDE_FROM_CONTEXT),
                    delta -> out.write(named.with("delta", delta)));
            var fields = new LinkedHashMap<String, @Nullable Object>();
            fields.put("output", result.output());
            put(fields, "exitCode", result.exitCode());
            fields.put("cancelled", result.cancelled());
            fields.put("truncated", result.truncated());
            put(fields, "fullOutputPath", result.fullOutputPath());
            return JsonObject.from(fields);
        } finally {
            bash = null;
        }
    }

    void abortBash() {
        var running = bash;
        if (running != null) {
            running.interrupt();
        }
    }

    JsonObject fork(Call call) throws InterruptedException {
        var forked = agent.fork(call.get(Field.ENTRY_ID), CommandContext.ForkPosition.BEFORE);
        var cancelled = RpcCommand.cancelled(forked.cancelled());
        return forked.text() == null
                ? cancelled
                : JsonObject.of("text", forked.text()).with(cancelled);
    }

    JsonObject cloneSession() throws InterruptedException {
        var leaf = agent.session().leafId();
        if (leaf == null) {
            throw new IllegalStateException("there is nothing in this session to clone yet");
        }
        return RpcCommand.cancelled(
                agent.fork(leaf, CommandContext.ForkPosition.AT).cancelled());
    }

    void setName(Call call) {
        var name = call.get(Field.NAME);
        if (name.isBlank()) {
            throw new IllegalArgumentException("Session name cannot be empty");
        }
        if (name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("the name has " + name.length() + " characters; " + LONGEST_NAME
                    + " is the most that the name of a session may have");
        }
        agent.context().session().rename(name);
    }

    JsonObject slashCommands() {
        return JsonObject.of(
                "commands",
                agent.context().tools().commands().stream()
                        .map(RpcCommands::json)
                        .toList());
    }

    private static JsonObject json(CommandInfo info) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("name", info.name());
        var description = info.description();
        put(fields, "description", description == null || description.isEmpty() ? null : description);
        fields.put("source", info.kind().name().toLowerCase(Locale.ROOT));
        fields.put("sourceInfo", SourceForm.json(info.source()));
        return JsonObject.from(fields);
    }

    /** The lines of the session's file, of which none has to be read, unless the conversation is another one. */
    Object messages() {
        var kept = agent.keptMessages();
        return kept == null
                ? SessionJson.messages(agent.session())
                : JsonObject.of("messages", kept.stream().map(Message::toJson).toList());
    }

    JsonObject lastText() {
        var text = agent.lastText();
        return text == null ? JsonObject.empty() : JsonObject.of("text", text);
    }

    JsonObject newSession(Call call) throws InterruptedException {
        var parent = call.get(Field.PARENT_SESSION);
        return RpcCommand.cancelled(!agent.newSession(new CommandContext.NewSession(
                parent == null ? null : Path.of(parent), _ -> {}, CommandContext.Callback.nothing())));
    }

    /** Goes on with a run that the end of the program interrupted; the answer comes when it begins. */
    JsonObject recover(Call call) throws InterruptedException {
        return recovered(agent.recover(() -> {
            call.begun().run();
            call.accepted().accept(recovered(true));
        }));
    }

    private static JsonObject recovered(boolean recovered) {
        return JsonObject.of("recovered", recovered);
    }

    private static JsonObject disposition(Disposition disposition) {
        return JsonObject.of("disposition", disposition.name().toLowerCase(Locale.ROOT));
    }

    private static void put(Map<String, @Nullable Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    /** Writes the session as a page of HTML. */
    JsonObject export(@Nullable String named) {
        var session = agent.session();
        var target = session.cwd().resolve(named == null ? SessionPage.fileName(session) : named);
        try {
            SessionPage.write(
                    session, SessionTraces.of(session.file(), agent.engine().traces()), target);
        } catch (IOException e) {
            throw new IllegalStateException(target + " cannot be written: " + FailureText.of(e), e);
        }
        return JsonObject.of("path", target.toString());
    }

    JsonObject stats() {
        var session = agent.session();
        var stats = session.stats();
        var usage = stats.usage();
        var fields = new LinkedHashMap<String, @Nullable Object>();
        put(
                fields,
                "sessionFile",
                session.file() == null ? null : session.file().toString());
        fields.put("sessionId", session.id());
        fields.put("userMessages", stats.userMessages());
        fields.put("assistantMessages", stats.assistantMessages());
        fields.put("toolCalls", stats.toolCalls());
        fields.put("toolResults", stats.toolResults());
        fields.put("totalMessages", stats.totalMessages());
        fields.put(
                "tokens",
                JsonObject.of("input", usage.input(), "output", usage.output())
                        .with("cacheRead", usage.cacheRead())
                        .with("cacheWrite", usage.cacheWrite())
                        .with("total", usage.input() + usage.output() + usage.cacheRead() + usage.cacheWrite()));
        fields.put("cost", usage.cost().total());
        var window = agent.contextUsage();
        if (window != null) {
            fields.put(
                    "contextUsage",
                    JsonObject.of("tokens", window.tokens(), "contextWindow", window.contextWindow())
                            .with("percent", window.percent()));
        }
        return JsonObject.from(fields);
    }

    List<JsonObject> forkMessages() {
        var messages = new ArrayList<JsonObject>();
        for (var entry : agent.session().entries()) {
            if (entry instanceof Entry.MessageEntry stored
                    && stored.message() instanceof Message.User user
                    && !user.text().isEmpty()) {
                messages.add(JsonObject.of("entryId", entry.id(), "text", user.text()));
            }
        }
        return messages;
    }
}
