package dev.pawl.api;

import static dev.pawl.api.value.Budget.NONE;
import static dev.pawl.api.value.Budget.SHUTDOWN;
import static dev.pawl.api.value.Budget.TOOL_CALL_CAP;

import dev.pawl.api.HookPoint.Chain;
import dev.pawl.api.HookPoint.Gate;
import dev.pawl.api.HookPoint.Notice;
import dev.pawl.api.event.*;
import dev.pawl.api.value.Mode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Every hook point of the agent, in the order one meets them.
 *
 * <p>A notice is told to all. In a chain the output of one handler is the input of the next. At a gate the first to stop
 * ends it; a handler that fails is passed over at an open gate and stops a closed one.
 */
public final class HookPoints {
    private static final List<HookPoint<?, ?>> POINTS = new ArrayList<>();

    // format:off  One line a point: kind, event, constant, name, what it is for, and what is special about it.

    // The program starts, a session begins
    public static final Gate<ProjectTrust, ProjectTrust.Verdict> PROJECT_TRUST = openGate("project_trust", ProjectTrust.class, "May hooks and settings of this project be used? The first yes or no counts.", t -> t.budget(NONE));
    public static final Notice<SessionStart>             SESSION_START           = notice("session_start", SessionStart.class, "A session began, was loaded, or goes on after a reload.", t -> t.alias("session_new", e -> e.reason() == SessionStart.Reason.NEW).alias("session_switch", HookPoints::switched).alias("session_branch", HookPoints::forked).alias("session_fork", HookPoints::forked));
    public static final Chain<ResourcesDiscover>         RESOURCES_DISCOVER      = chain("resources_discover", ResourcesDiscover.class, "Add skills, prompt templates and themes.");
    public static final Notice<McpServersChange>         MCP_SERVERS_CHANGE      = notice("mcp_servers_change", McpServersChange.class, "A hook added or removed a tool server.");

    // The person speaks
    public static final Gate<Input, Input.Handled>       INPUT                   = openGate("input", Input.class, "Somebody said something: let it pass, change it, or deal with it.");
    public static final Gate<UserBash, UserBash.Answer>  USER_BASH               = closedGate("user_bash", UserBash.class, UserBash.Answer.Refused::new, "The person typed a shell command: let it run, run it elsewhere, or answer it.", t -> t.budget(NONE).only(Mode.TUI, Mode.RPC));
    public static final Chain<UserBashResult>            USER_BASH_RESULT        = chain("user_bash_result", UserBashResult.class, "A shell command of the person is over: change what is kept and what the model reads of it.", t -> t.only(Mode.TUI, Mode.RPC).withheld(UserBashResult::withheld));
    public static final Chain<BeforeAgentStart>          BEFORE_AGENT_START      = chain("before_agent_start", BeforeAgentStart.class, "Add messages, change the system prompt of this run.");
    public static final Notice<AgentStart>               AGENT_START             = notice("agent_start", AgentStart.class, "The agent starts to work.");

    // One turn: a request to the model
    public static final Notice<TurnStart>                TURN_START              = notice("turn_start", TurnStart.class, "A turn starts.");
    public static final Notice<MessageStart>             MESSAGE_START           = notice("message_start", MessageStart.class, "A message begins.");
    public static final Chain<ModelContext>              CONTEXT                 = chain("context", ModelContext.class, "Change the messages that the model is about to see; the session stays as it is.");
    public static final Chain<ContextWithSystem>         CONTEXT_WITH_SYSTEM     = chain("context_with_system", ContextWithSystem.class, "Change the whole transcript, the system prompt included; sent exactly as returned.");
    public static final Chain<BeforeProviderHeaders>     BEFORE_PROVIDER_HEADERS = chain("before_provider_headers", BeforeProviderHeaders.class, "Change the HTTP headers of a request.");
    public static final Chain<BeforeProviderRequest>     BEFORE_PROVIDER_REQUEST = chain("before_provider_request", BeforeProviderRequest.class, "Change the body of a request, in the provider's own language.");
    public static final Notice<AfterProviderResponse>    AFTER_PROVIDER_RESPONSE = notice("after_provider_response", AfterProviderResponse.class, "The provider answered; status and headers are known.");
    public static final Notice<ProviderStreamEvent>      PROVIDER_STREAM_EVENT   = notice("provider_stream_event", ProviderStreamEvent.class, "One event of the provider's stream.");
    public static final Notice<MessageUpdate>            MESSAGE_UPDATE          = notice("message_update", MessageUpdate.class, "The model's answer grew by a piece.");
    public static final Chain<MessageEnd>                MESSAGE_END             = chain("message_end", MessageEnd.class, "A message is complete: change it before it is kept.", t -> t.checked(MessageEnd::flaw));
    public static final Notice<TtsrTriggered>            TTSR_TRIGGERED          = notice("ttsr_triggered", TtsrTriggered.class, "The model broke a stream rule and was stopped.");

    // The tools it asks for
    public static final Notice<ToolExecutionStart>       TOOL_EXECUTION_START    = notice("tool_execution_start", ToolExecutionStart.class, "A tool call came up.");
    public static final Gate<ToolCall, Block>            TOOL_CALL               = closedGate("tool_call", ToolCall.class, Block::new, "Let a tool call pass, change its input, or block it.", t -> t.budget(TOOL_CALL_CAP));
    public static final Gate<ToolAuthorize, Block>       TOOL_AUTHORIZE          = closedGate("tool_authorize", ToolAuthorize.class, Block::new, "The last word on exactly what will run: allow or block.", t -> t.budget(TOOL_CALL_CAP).checked(ToolAuthorize::flaw));
    public static final Notice<ToolExecutionUpdate>      TOOL_EXECUTION_UPDATE   = notice("tool_execution_update", ToolExecutionUpdate.class, "A running tool showed an unfinished answer.");
    public static final Chain<ToolResult>                TOOL_RESULT             = chain("tool_result", ToolResult.class, "Change what the model reads of a tool's answer.", t -> t.withheld(ToolResult::withheld));
    public static final Notice<ToolExecutionEnd>         TOOL_EXECUTION_END      = notice("tool_execution_end", ToolExecutionEnd.class, "A tool call is over.");
    public static final Chain<TurnEnd>                   TURN_END                = chain("turn_end", TurnEnd.class, "A turn ended: add entries, or ask for one more.");

    // The run ends
    public static final Notice<AgentEnd>                 AGENT_END               = notice("agent_end", AgentEnd.class, "The agent stopped working; it may go on at once.");
    public static final Notice<AutoRetryStart>           AUTO_RETRY_START        = notice("auto_retry_start", AutoRetryStart.class, "The provider failed; the request is made again after a while.");
    public static final Notice<AutoRetryEnd>             AUTO_RETRY_END          = notice("auto_retry_end", AutoRetryEnd.class, "A retry worked, or there will be none any more.");
    public static final Notice<TodoReminder>             TODO_REMINDER           = notice("todo_reminder", TodoReminder.class, "The agent wanted to stop with things undone.");
    public static final Gate<SessionStop, SessionStop.Continue> SESSION_STOP     = openGate("session_stop", SessionStop.class, "The agent wants to stop: let it, or send it back to work.");
    public static final Chain<AgentBeforeSettle>         AGENT_BEFORE_SETTLE     = chain("agent_before_settle", AgentBeforeSettle.class, "Nothing is left to do: add entries, or ask for one more turn.");
    public static final Notice<AgentSettled>             AGENT_SETTLED           = notice("agent_settled", AgentSettled.class, "Nothing is left to do.");
    public static final Chain<CacheWarmingDecision>      CACHE_WARMING_DECISION  = chain("cache_warming_decision", CacheWarmingDecision.class, "Keep the provider's cache of the conversation warm?");

    // The conversation is summed up
    public static final Notice<AutoCompactionStart>      AUTO_COMPACTION_START   = notice("auto_compaction_start", AutoCompactionStart.class, "The conversation became too long and is being summed up.");
    public static final Gate<SessionBeforeCompact, Cancel> SESSION_BEFORE_COMPACT = openGate("session_before_compact", SessionBeforeCompact.class, "Call a compaction off, or write its summary.", t -> t.budget(NONE));
    public static final Chain<SessionCompacting>         SESSION_COMPACTING      = chain("session.compacting", SessionCompacting.class, "Tell the built-in summariser more, or something else.", t -> t.budget(NONE).alias("session_compacting", _ -> true));
    public static final Notice<SessionCompact>           SESSION_COMPACT         = notice("session_compact", SessionCompact.class, "The conversation was summed up.");
    public static final Notice<SessionCompactFailed>     SESSION_COMPACT_FAILED  = notice("session_compact_failed", SessionCompactFailed.class, "A compaction came to nothing.");
    public static final Notice<AutoCompactionEnd>        AUTO_COMPACTION_END     = notice("auto_compaction_end", AutoCompactionEnd.class, "An automatic compaction is over.");

    // The person goes elsewhere
    public static final Gate<SessionBeforeSwitch, Cancel> SESSION_BEFORE_SWITCH  = openGate("session_before_switch", SessionBeforeSwitch.class, "Another session is about to be started or opened.", t -> t.alias("session_before_new", e -> e.reason() == SessionBeforeSwitch.Reason.NEW));
    public static final Gate<SessionBeforeFork, Cancel>  SESSION_BEFORE_FORK     = openGate("session_before_fork", SessionBeforeFork.class, "A session is about to be started from an entry of this one.", t -> t.alias("session_before_branch", _ -> true));
    public static final Gate<SessionBeforeTree, Cancel>  SESSION_BEFORE_TREE     = openGate("session_before_tree", SessionBeforeTree.class, "The person is about to go to another place in the tree.", t -> t.budget(NONE));
    public static final Notice<SessionTree>              SESSION_TREE            = notice("session_tree", SessionTree.class, "The person went to another place in the tree.");
    public static final Notice<SessionInfoChanged>       SESSION_INFO_CHANGED    = notice("session_info_changed", SessionInfoChanged.class, "The session got another name.", PointTraits::notAwaited);
    public static final Notice<ThinkingLevelSelect>      THINKING_LEVEL_SELECT   = notice("thinking_level_select", ThinkingLevelSelect.class, "The model may think longer, or less.", PointTraits::notAwaited);
    public static final Notice<ModelSelect>              MODEL_SELECT            = notice("model_select", ModelSelect.class, "Another model is in use.");
    public static final Notice<UiPrompt>                 UI_PROMPT_START         = notice("ui_prompt_start", UiPrompt.class, "A dialog waits for the person.", t -> t.notAwaited().only(Mode.TUI, Mode.RPC));
    public static final Notice<UiPrompt>                 UI_PROMPT_END           = notice("ui_prompt_end", UiPrompt.class, "The dialog is over.", t -> t.notAwaited().only(Mode.TUI, Mode.RPC));
    public static final Notice<SessionShutdown>          SESSION_SHUTDOWN        = notice("session_shutdown", SessionShutdown.class, "The session is about to be left, or the program to end.", t -> t.budget(SHUTDOWN));

    // format:on

    private static final Map<String, Named<?, ?>> BY_NAME = byName();

    private HookPoints() {}

    /** A point found by a name; an older name hears only some of its events. */
    public record Named<E, H>(String name, HookPoint<E, H> point, Predicate<E> hears) {}

    /** All points in the order one meets them. */
    public static List<HookPoint<?, ?>> all() {
        return Collections.unmodifiableList(POINTS);
    }

    /** The point of a name, old or new; null if there is none. */
    public static @Nullable Named<?, ?> find(String name) {
        return BY_NAME.get(name);
    }

    private static Map<String, Named<?, ?>> byName() {
        var names = new HashMap<String, Named<?, ?>>();
        POINTS.forEach(point -> enter(names, point));
        return names;
    }

    private static <E, H> void enter(Map<String, Named<?, ?>> names, HookPoint<E, H> point) {
        names.put(point.name(), new Named<>(point.name(), point, _ -> true));
        for (var alias : point.aliases()) {
            names.put(alias.name(), new Named<>(alias.name(), point, alias.hears()));
        }
    }

    private static <E> Notice<E> notice(String name, Class<E> event, String doc) {
        return notice(name, event, doc, UnaryOperator.identity());
    }

    private static <E> Notice<E> notice(String name, Class<E> event, String doc, UnaryOperator<PointTraits<E>> traits) {
        return keep(new Notice<>(traits.apply(PointTraits.of(name, event, doc))));
    }

    private static <E> Chain<E> chain(String name, Class<E> event, String doc) {
        return chain(name, event, doc, UnaryOperator.identity());
    }

    private static <E> Chain<E> chain(String name, Class<E> event, String doc, UnaryOperator<PointTraits<E>> traits) {
        return keep(new Chain<>(traits.apply(PointTraits.of(name, event, doc))));
    }

    private static <E, S> Gate<E, S> openGate(String name, Class<E> event, String doc) {
        return openGate(name, event, doc, UnaryOperator.identity());
    }

    private static <E, S> Gate<E, S> openGate(
            String name, Class<E> event, String doc, UnaryOperator<PointTraits<E>> traits) {
        return keep(new Gate<>(traits.apply(PointTraits.of(name, event, doc)), null));
    }

    private static <E, S> Gate<E, S> closedGate(
            String name,
            Class<E> event,
            Function<String, S> whenFailed,
            String doc,
            UnaryOperator<PointTraits<E>> traits) {
        return keep(new Gate<>(traits.apply(PointTraits.of(name, event, doc)), whenFailed));
    }

    private static <P extends HookPoint<?, ?>> P keep(P point) {
        POINTS.add(point);
        return point;
    }

    private static boolean switched(SessionStart start) {
        return start.reason() == SessionStart.Reason.NEW || start.reason() == SessionStart.Reason.RESUME;
    }

    private static boolean forked(SessionStart start) {
        return start.reason() == SessionStart.Reason.FORK;
    }
}
