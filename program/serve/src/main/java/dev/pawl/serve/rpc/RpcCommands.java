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
import dev.pawl.api.message.Content;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.serve.driven.PermissionModes;
import dev.pawl.serve.driven.RecordWriter;
import dev.pawl.session.SessionJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the commands of the protocol do. What they throw is the error that the client reads. */
final class RpcCommands {
    private static final int LONGEST_NAME = 1_000;
    private static final int LONGEST_TEXT = 8 << 20;

    /** Commands that wait for nothing and ask no hook, and so are done before the next command is read. */
    private static final Set<String> AT_ONCE = Set.of(
            "get_state",
            "get_available_thinking_levels",
            "get_last_assistant_text",
            "set_steering_mode",
            "set_follow_up_mode",
            "set_auto_compaction",
            "set_auto_retry",
            "abort_retry",
            "abort_bash");

    private final Agent agent;
    private final Models models;
    private final RpcSettings settings;
    private final RecordWriter out;
    private final RpcSession session;
    private final RpcState state;
    private volatile @Nullable Thread bash;

    RpcCommands(Agent agent, Models models, RpcSettings settings, RecordWriter out) {
        this.agent = agent;
        this.models = models;
        this.settings = settings;
        this.out = out;
        this.session = new RpcSession(agent);
        this.state = new RpcState(agent);
    }

    static boolean takesNoTime(String type) {
        return AT_ONCE.contains(type);
    }

    /** Whether a command only asks, or ends others: it is carried out whatever arrived before it. */
    static boolean changesNothing(String type) {
        return type.startsWith("get_") || type.equals("abort") || type.equals("export_html");
    }

    /**
     * Carries a command out.
     *
     * @param accepted called with the data of the answer, now or while the command still runs
     * @param begun called when the command that arrived after it may begin; otherwise that waits for its end
     */
    void run(String type, JsonObject command, Consumer<@Nullable Object> accepted, Runnable begun)
            throws InterruptedException {
        switch (type) {
            case "prompt" -> prompt(command, accepted, begun);
            case "steer" -> queue(command, Delivery.As.STEER, accepted);
            case "follow_up" -> queue(command, Delivery.As.FOLLOW_UP, accepted);
            case "bash" -> {
                begun.run();
                accepted.accept(bash(command));
            }
            case "recover" -> session.recover(accepted);
            default -> accepted.accept(answer(type, command));
        }
    }

    private @Nullable Object answer(String type, JsonObject command) throws InterruptedException {
        return switch (type) {
            case "abort" -> done(agent::abort);
            case "clear_queue" -> queues();
            case "new_session" -> cancelled(!agent.newSession(newSession(command)));
            case "get_state" -> state.json();
            case "get_messages" -> SessionJson.messages(agent.session());
            case "set_model" -> setModel(text(command, "provider"), text(command, "modelId"));
            case "cycle_model" -> cycleModel();
            case "get_available_models" ->
                JsonObject.of(
                        "models",
                        models.available(agent.model()).stream()
                                .map(ModelJson::of)
                                .toList());
            case "set_thinking_level" -> done(() -> agent.setThinkingLevel(level(text(command, "level"))));
            case "cycle_thinking_level" -> cycleLevel();
            case "get_available_thinking_levels" -> JsonObject.of("levels", levels());
            case "set_steering_mode" -> done(() -> settings.steeringMode(text(command, "mode")));
            case "set_follow_up_mode" -> done(() -> settings.followUpMode(text(command, "mode")));
            case "compact" -> compact(command.string("customInstructions"));
            case "set_auto_compaction" -> done(() -> settings.autoCompaction(flag(command, "enabled")));
            case "set_auto_retry" -> done(() -> settings.autoRetry(flag(command, "enabled")));
            case "abort_retry" -> done(agent::abortRetry);
            case "abort_bash" -> done(this::abortBash);
            case "get_session_stats" -> session.stats();
            case "export_html" -> session.export(command.string("outputPath"));
            case "switch_session" -> cancelled(!agent.switchSession(Path.of(text(command, "sessionPath"))));
            case "fork" -> fork(text(command, "entryId"));
            case "clone" -> cloneSession();
            case "get_fork_messages" -> JsonObject.of("messages", session.forkMessages());
            case "get_entries" -> SessionJson.entries(agent.session(), command.string("since"));
            case "get_tree" -> SessionJson.tree(agent.session());
            case "get_last_assistant_text" -> lastText();
            case "set_permission_mode" -> done(() -> new PermissionModes(agent).set(text(command, "mode")));
            case "set_session_name" -> setName(text(command, "name"));
            case "get_commands" ->
                JsonObject.of(
                        "commands",
                        agent.context().tools().commands().stream()
                                .map(RpcCommands::json)
                                .toList());
            default -> throw new IllegalArgumentException("Unknown command: " + type);
        };
    }

    private void prompt(JsonObject command, Consumer<@Nullable Object> accepted, Runnable begun)
            throws InterruptedException {
        var behavior = command.string("streamingBehavior");
        var as = behavior == null
                ? null
                : switch (behavior) {
                    case "steer" -> Delivery.As.STEER;
                    case "followUp" -> Delivery.As.FOLLOW_UP;
                    default ->
                        throw new IllegalArgumentException(
                                "streamingBehavior is \"steer\" or \"followUp\", not \"" + behavior + "\"");
                };
        agent.prompt(prompt(command).queuedAs(as), new PromptListener() {
            @Override
            public void accepted(Disposition disposition) {
                accepted.accept(disposition(disposition.name()));
            }

            @Override
            public void begun() {
                begun.run();
            }
        });
    }

    private void queue(JsonObject command, Delivery.As as, Consumer<@Nullable Object> accepted)
            throws InterruptedException {
        var disposition = agent.queue(prompt(command), as);
        accepted.accept(disposition(disposition.name()));
    }

    private static Prompt prompt(JsonObject command) {
        var images = new ArrayList<Content.Image>();
        for (var image : command.objects("images")) {
            images.add(Content.image(text(image, "data"), text(image, "mimeType")));
        }
        return Prompt.of(text(command, "message")).withImages(images).from(Input.Source.RPC);
    }

    private JsonObject queues() {
        var cleared = agent.clearQueue();
        return JsonObject.of("steering", cleared.steering(), "followUp", cleared.followUp());
    }

    private JsonObject setModel(String provider, String id) throws InterruptedException {
        var model = models.find(provider, id);
        if (model == null || !models.isAvailable(model)) {
            throw new IllegalArgumentException("Model not found: " + provider + "/" + id);
        }
        agent.setModel(model);
        return ModelJson.of(model);
    }

    private @Nullable JsonObject cycleModel() throws InterruptedException {
        Model next = agent.cycleModel(1);
        return next == null
                ? null
                : JsonObject.of(
                                "model",
                                ModelJson.of(next),
                                "thinkingLevel",
                                agent.thinkingLevel().wire())
                        .with("isScoped", !agent.context().models().scoped().isEmpty());
    }

    private @Nullable JsonObject cycleLevel() {
        var level = agent.cycleThinkingLevel();
        return level == null ? null : JsonObject.of("level", level.wire());
    }

    private List<String> levels() {
        var model = agent.model();
        return model == null
                ? List.of(ThinkingLevel.OFF.wire())
                : ThinkingLevels.of(model).stream().map(ThinkingLevel::wire).toList();
    }

    private JsonObject compact(@Nullable String instructions) throws InterruptedException {
        var after = new AtomicReference<@Nullable Long>();
        CompactionResult result;
        try (var _ = agent.subscribe(event -> {
            if (event instanceof AgentEvent.CompactionEnded ended) {
                after.set(ended.estimatedTokensAfter());
            }
        })) {
            result = agent.compact(instructions);
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

    private JsonObject bash(JsonObject command) throws InterruptedException {
        bash = Thread.currentThread();
        try {
            var update = JsonObject.of("type", "bash_execution_update");
            var named = command.has("id") ? update.with("id", command.get("id")) : update;
            var result = agent.bash(
                    text(command, "command"),
                    command.bool("excludeFromContext", false),
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

    private void abortBash() {
        var running = bash;
        if (running != null) {
            running.interrupt();
        }
    }

    private JsonObject fork(String entryId) throws InterruptedException {
        var forked = agent.fork(entryId, CommandContext.ForkPosition.BEFORE);
        var cancelled = JsonObject.of("cancelled", forked.cancelled());
        return forked.text() == null
                ? cancelled
                : JsonObject.of("text", forked.text()).with(cancelled);
    }

    private JsonObject cloneSession() throws InterruptedException {
        var leaf = agent.session().leafId();
        if (leaf == null) {
            throw new IllegalStateException("there is nothing in this session to clone yet");
        }
        return cancelled(agent.fork(leaf, CommandContext.ForkPosition.AT).cancelled());
    }

    private @Nullable JsonObject setName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("Session name cannot be empty");
        }
        if (name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("the name has " + name.length() + " characters; " + LONGEST_NAME
                    + " is the most that the name of a session may have");
        }
        agent.context().session().rename(name);
        return null;
    }

    private static JsonObject json(CommandInfo info) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("name", info.name());
        var description = info.description();
        put(fields, "description", description == null || description.isEmpty() ? null : description);
        fields.put("source", info.kind().name().toLowerCase(Locale.ROOT));
        var source = info.source();
        var about = JsonObject.of("path", source.path(), "source", found(source))
                .with("scope", source.scope().name().toLowerCase(Locale.ROOT))
                .with("origin", source.fromPackage() ? "package" : "top-level");
        fields.put("sourceInfo", source.baseDir() == null ? about : about.with("baseDir", source.baseDir()));
        return JsonObject.from(fields);
    }

    /** How it was found: named on the command line, lying in a folder that is looked through, or listed in settings. */
    private static String found(SourceInfo source) {
        return switch (source.scope()) {
            case BUILTIN -> "builtin";
            case TEMPORARY -> "cli";
            case USER, PROJECT -> source.fromPackage() ? source.path() : source.baseDir() == null ? "local" : "auto";
        };
    }

    private JsonObject lastText() {
        var text = agent.lastText();
        return text == null ? JsonObject.empty() : JsonObject.of("text", text);
    }

    private static CommandContext.NewSession newSession(JsonObject command) {
        var parent = command.string("parentSession");
        return new CommandContext.NewSession(
                parent == null ? null : Path.of(parent), _ -> {}, CommandContext.Callback.nothing());
    }

    private static JsonObject disposition(String name) {
        return JsonObject.of("disposition", name.toLowerCase(Locale.ROOT));
    }

    private static JsonObject cancelled(boolean cancelled) {
        return JsonObject.of("cancelled", cancelled);
    }

    private static ThinkingLevel level(String word) {
        var level = ThinkingLevel.find(word);
        if (level == null) {
            throw new IllegalArgumentException(
                    "level is off, minimal, low, medium, high, xhigh or max, not \"" + word + "\"");
        }
        return level;
    }

    private static String text(JsonObject command, String field) {
        if (command.get(field) instanceof String text) {
            if (text.length() > LONGEST_TEXT) {
                throw new IllegalArgumentException("the field \"" + field + "\" has " + text.length()
                        + " characters, and " + LONGEST_TEXT + " is more than any model reads; put the text into a"
                        + " file, and let the agent read it there");
            }
            return text;
        }
        throw new IllegalArgumentException("the field \"" + field + "\" must be a string"
                + (command.has(field) ? ", not " + command.get(field) : "; it is missing"));
    }

    private static boolean flag(JsonObject command, String field) {
        if (command.get(field) instanceof Boolean flag) {
            return flag;
        }
        throw new IllegalArgumentException("the field \"" + field + "\" must be true or false"
                + (command.has(field) ? ", not " + command.get(field) : "; it is missing"));
    }

    private static void put(Map<String, @Nullable Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    /** A step that answers nothing. */
    @FunctionalInterface
    private interface Step {
        void run() throws InterruptedException;
    }

    private static @Nullable Object done(Step step) throws InterruptedException {
        step.run();
        return null;
    }
}
