package dev.pawl.serve.rpc;

import static dev.pawl.serve.rpc.Field.*;
import static dev.pawl.serve.rpc.RpcCommand.When.*;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.Delivery;
import dev.pawl.session.SessionJson;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The commands of the protocol. A row is all that there is to know of one: its name, when it is carried out, the data of its
 * answer in a few words of Markdown, what it does, and its fields.
 */
@SuppressWarnings("ImmutableEnumChecker") // Handlers and fields have no state.
public enum RpcCommand {
    // format:off  One line a command: name, when, the data of its answer, what it does, and its fields.

    PROMPT("prompt", ANY_TIME, "`disposition`: `started`, `queued` or `handled`. Sent when the prompt is accepted; what goes wrong later is reported by events", RpcCommands::prompt, MESSAGE, IMAGES, STREAMING_BEHAVIOR),
    STEER("steer", ANY_TIME, "`disposition`. While nothing runs it waits for the next prompt", (to, call) -> to.queue(call, Delivery.As.STEER), MESSAGE, IMAGES),
    FOLLOW_UP("follow_up", ANY_TIME, "the same", (to, call) -> to.queue(call, Delivery.As.FOLLOW_UP), MESSAGE, IMAGES),
    ABORT("abort", URGENT, "sent when the agent is idle", step((to, _) -> to.agent.abort())),
    CLEAR_QUEUE("clear_queue", IN_TURN, "`steering`, `followUp`", (to, _) -> to.clearQueue()),
    NEW_SESSION("new_session", ANY_TIME, "`cancelled`", RpcCommands::newSession, PARENT_SESSION),
    SWITCH_SESSION("switch_session", ANY_TIME, "`cancelled`", (to, call) -> cancelled(!to.agent.switchSession(Path.of(call.get(SESSION_PATH)))), SESSION_PATH),
    FORK("fork", ANY_TIME, "`text`?, `cancelled`", RpcCommands::fork, ENTRY_ID),
    CLONE("clone", ANY_TIME, "`cancelled`", (to, _) -> to.cloneSession()),
    GET_STATE("get_state", ASKS_AT_ONCE, "model, thinking level, queue, session", (to, _) -> to.state.json()),
    GET_MESSAGES("get_messages", ASKS, "`messages`", (to, _) -> to.messages()),
    GET_FORK_MESSAGES("get_fork_messages", ASKS, "`messages`, each with `entryId` and `text`", (to, _) -> JsonObject.of("messages", to.forkMessages())),
    GET_LAST_ASSISTANT_TEXT("get_last_assistant_text", ASKS_AT_ONCE, "`text`?", (to, _) -> to.lastText()),
    GET_ENTRIES("get_entries", ASKS, "`entries`, `leafId`", (to, call) -> SessionJson.entries(to.agent.session(), call.get(SINCE)), SINCE),
    GET_TREE("get_tree", ASKS, "`tree`, `leafId`", (to, _) -> SessionJson.tree(to.agent.session())),
    GET_SESSION_STATS("get_session_stats", ASKS, "counts, tokens and costs", (to, _) -> to.stats()),
    GET_COMMANDS("get_commands", ASKS, "`commands`", (to, _) -> to.slashCommands()),
    SET_MODEL("set_model", IN_TURN, "the model", RpcCommands::setModel, PROVIDER, MODEL_ID),
    CYCLE_MODEL("cycle_model", IN_TURN, "`model`, `thinkingLevel`, `isScoped`; null if there is no other", (to, _) -> to.cycleModel()),
    GET_AVAILABLE_MODELS("get_available_models", ASKS, "`models`", (to, _) -> to.availableModels()),
    SET_THINKING_LEVEL("set_thinking_level", IN_TURN, "", step((to, call) -> to.agent.setThinkingLevel(call.get(LEVEL))), LEVEL),
    CYCLE_THINKING_LEVEL("cycle_thinking_level", IN_TURN, "`level`; null if there is no other", (to, _) -> to.cycleLevel()),
    GET_AVAILABLE_THINKING_LEVELS("get_available_thinking_levels", ASKS_AT_ONCE, "`levels`", (to, _) -> JsonObject.of("levels", to.levels())),
    SET_STEERING_MODE("set_steering_mode", AT_ONCE, "kept in the user's settings, as in pi", step((to, call) -> to.settings.steeringMode(call.get(QUEUE_MODE))), QUEUE_MODE),
    SET_FOLLOW_UP_MODE("set_follow_up_mode", AT_ONCE, "the same", step((to, call) -> to.settings.followUpMode(call.get(QUEUE_MODE))), QUEUE_MODE),
    RECOVER("recover", ANY_TIME, "`recovered`: whether there was an interrupted run, which goes on now ([recovery](recovery.md))", RpcCommands::recover),
    COMPACT("compact", ANY_TIME, "the summary", RpcCommands::compact, CUSTOM_INSTRUCTIONS),
    SET_AUTO_COMPACTION("set_auto_compaction", AT_ONCE, "kept in the user's settings, as in pi", step((to, call) -> to.settings.autoCompaction(call.get(ENABLED))), ENABLED),
    SET_AUTO_RETRY("set_auto_retry", AT_ONCE, "the same", step((to, call) -> to.settings.autoRetry(call.get(ENABLED))), ENABLED),
    ABORT_RETRY("abort_retry", AT_ONCE, "", step((to, _) -> to.agent.abortRetry())),
    BASH("bash", ANY_TIME, "output and exit code; `bash_execution_update` meanwhile", RpcCommands::bash, COMMAND, EXCLUDE_FROM_CONTEXT),
    ABORT_BASH("abort_bash", AT_ONCE, "", step((to, _) -> to.abortBash())),
    SET_PERMISSION_MODE("set_permission_mode", IN_TURN, "where [rules](policy.md) are in use", step((to, call) -> to.modes.set(call.get(PERMISSION_MODE))), PERMISSION_MODE),
    SET_SESSION_NAME("set_session_name", IN_TURN, "", step(RpcCommands::setName), NAME),
    EXPORT_HTML("export_html", ASKS, "`path`: the session with all branches as a page of HTML that needs nothing else, at `outputPath` or in the working folder", (to, call) -> to.export(call.get(OUTPUT_PATH)), OUTPUT_PATH);

    // format:on

    /** In place of the data of an answer that has none; null is data. */
    static final Object NO_DATA = new Object();

    private static final Map<String, RpcCommand> BY_NAME = byName();

    /** When a command is carried out. */
    enum When {
        /** Before the next line is read: it waits for nothing and asks no hook. */
        AT_ONCE(true, true, false),
        /** The same, and it changes nothing, so that it is carried out whatever arrived before it. */
        ASKS_AT_ONCE(true, false, false),
        /** Whatever arrived before it, for it changes nothing. */
        ASKS(false, false, false),
        /** After the commands that arrived before it have begun. */
        IN_TURN(false, true, false),
        /** The same, and it waits for models, programs or hooks that may refuse. */
        ANY_TIME(false, true, true),
        /** Whatever arrived before it, which gives up its place: it ends others and waits for their end. */
        URGENT(false, false, true);

        final boolean atOnce;
        final boolean inTurn;
        final boolean anyTime;

        When(boolean atOnce, boolean inTurn, boolean anyTime) {
            this.atOnce = atOnce;
            this.inTurn = inTurn;
            this.anyTime = anyTime;
        }
    }

    /** Carries a command out and returns the data of its answer; what it throws is the error that the client reads. */
    @FunctionalInterface
    interface Handler {
        @Nullable
        Object run(RpcCommands to, Call call) throws InterruptedException;
    }

    /** A handler whose answer has no data. */
    @FunctionalInterface
    private interface Step {
        void run(RpcCommands to, Call call) throws InterruptedException;
    }

    private final String wire;
    private final String answer;
    private final List<Field<?>> fields;
    final When when;
    final Handler handler;

    RpcCommand(String wire, When when, String answer, Handler handler, Field<?>... fields) {
        this.wire = wire;
        this.when = when;
        this.answer = answer;
        this.handler = handler;
        this.fields = List.of(fields);
    }

    private static Map<String, RpcCommand> byName() {
        var all = new HashMap<String, RpcCommand>();
        for (var command : values()) {
            all.put(command.wire, command);
        }
        return Map.copyOf(all);
    }

    private static Handler step(Step step) {
        return (to, call) -> {
            step.run(to, call);
            return NO_DATA;
        };
    }

    static JsonObject cancelled(boolean cancelled) {
        return JsonObject.of("cancelled", cancelled);
    }

    /** The command of a name; null if there is none. */
    static @Nullable RpcCommand find(@Nullable Object wire) {
        return wire instanceof String name ? BY_NAME.get(name) : null;
    }

    /** The name in the protocol. */
    public String wire() {
        return wire;
    }

    /** The data of the answer, in a few words of Markdown. */
    String answer() {
        return answer;
    }

    List<Field<?>> fields() {
        return fields;
    }

    /** The names of its fields. */
    public List<String> fieldNames() {
        return fields.stream().map(Field::name).toList();
    }
}
