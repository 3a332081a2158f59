package dev.pawl.api;

import static dev.pawl.api.value.Budget.NONE;
import static dev.pawl.api.value.Budget.SHUTDOWN;
import static dev.pawl.api.value.Budget.TOOL_CALL_CAP;

import dev.pawl.api.HookPoint.Chain;
import dev.pawl.api.HookPoint.Gate;
import dev.pawl.api.HookPoint.Notice;
import dev.pawl.api.event.*;
import dev.pawl.api.event.UserBash.Answer;
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
 * <p>A notice is sent to all. In a chain the output of one handler is the input of the next. At a gate the first to
 * stop ends it; a handler that fails is passed over at an open gate and stops a closed one.
 */
@SuppressWarnings("UnnecessaryLambda") // Functions of a few letters keep each point in one line.
public final class HookPoints {
    private static final List<HookPoint<?, ?>> POINTS = new ArrayList<>();

    // format:off  One line a point: kind, event, constant, name, what it is for, and what is special about it.

    // The program starts, a session begins
    public static final Gate<ProjectTrust, ProjectTrust.Verdict> PROJECT_TRUST = open(ProjectTrust.class, "Decide whether a project is trusted.", unlimited());
    public static final Notice<SessionStart> SESSION_START = notice(SessionStart.class, "A session began, was resumed, forked or reloaded.", olderStarts());
    public static final Chain<ResourcesDiscover> RESOURCES_DISCOVER = chain(ResourcesDiscover.class, "Add skills, prompt templates and themes.");
    public static final Notice<McpServersChange> MCP_SERVERS_CHANGE = notice(McpServersChange.class, "A hook added or removed a tool server.");

    // Messages of the user
    public static final Gate<Input, Input.Handled> INPUT = open(Input.class, "The user or a hook sent a prompt: let it pass, change it, or handle it.");
    public static final Gate<UserBash, UserBash.Answer> USER_BASH = closed(UserBash.class, Answer.Refused::new, "Run, change or answer a command.", shell());
    public static final Chain<UserBashResult> USER_BASH_RESULT = chain(UserBashResult.class, "Change the output of a user's command.", shellOutput());
    public static final Chain<BeforeAgentStart> BEFORE_AGENT_START = chain(BeforeAgentStart.class, "Add messages, change the system prompt of this run.");
    public static final Notice<AgentStart> AGENT_START = notice(AgentStart.class, "The agent starts to work.");

    // One turn: a request to the model
    public static final Notice<TurnStart> TURN_START = notice(TurnStart.class, "A turn starts.");
    public static final Notice<MessageStart> MESSAGE_START = notice(MessageStart.class, "A message begins.");
    public static final Chain<ModelContext> CONTEXT = chain("context", ModelContext.class, "Change the messages of a request; the session keeps its own.");
    public static final Chain<ContextWithSystem> CONTEXT_WITH_SYSTEM = chain(ContextWithSystem.class, "The same, with the system prompt; sent as returned.");
    public static final Gate<RequestAuthorize, Block> REQUEST_AUTHORIZE = closed(RequestAuthorize.class, "Allow or block any request to a model.", request());
    public static final Notice<RequestEnd> REQUEST_END = notice(RequestEnd.class, "Such a request is over: what it took.");
    public static final Chain<BeforeProviderHeaders> BEFORE_PROVIDER_HEADERS = chain(BeforeProviderHeaders.class, "Change the HTTP headers of a request.");
    public static final Chain<BeforeProviderRequest> BEFORE_PROVIDER_REQUEST = chain(BeforeProviderRequest.class, "Change the JSON body of a request.");
    public static final Notice<AfterProviderResponse> AFTER_PROVIDER_RESPONSE = notice(AfterProviderResponse.class, "Status and headers are known.");
    public static final Notice<ProviderStreamEvent> PROVIDER_STREAM_EVENT = notice(ProviderStreamEvent.class, "One event of the provider's stream.");
    public static final Notice<MessageUpdate> MESSAGE_UPDATE = notice(MessageUpdate.class, "The model's answer grew by a piece.");
    public static final Chain<MessageEnd> MESSAGE_END = chain(MessageEnd.class, "A message is complete: change it before it is kept.", sameKind());
    public static final Notice<TtsrTriggered> TTSR_TRIGGERED = notice(TtsrTriggered.class, "The model broke a stream rule and was stopped.");

    // The tools it asks for
    public static final Notice<ToolExecutionStart> TOOL_EXECUTION_START = notice(ToolExecutionStart.class, "A tool call begins.");
    public static final Gate<ToolCall, Block> TOOL_CALL = closed(ToolCall.class, Block::new, "Let a tool call pass, change its input, or block it.", capped());
    public static final Gate<ToolAuthorize, Block> TOOL_AUTHORIZE = closed(ToolAuthorize.class, Block::new, "Allow or block exactly what runs.", lastGate());
    public static final Chain<SubagentStart> SUBAGENT_START = chain(SubagentStart.class, "A tool starts an agent of its own: change its task.");
    public static final Gate<SubagentStop, SessionStop.Continue> SUBAGENT_STOP = open(SubagentStop.class, "That agent is about to stop: let it, or go on.");
    public static final Notice<SubagentEnd> SUBAGENT_END = notice(SubagentEnd.class, "That agent is gone, however it ended.");
    public static final Notice<ToolExecutionUpdate> TOOL_EXECUTION_UPDATE = notice(ToolExecutionUpdate.class, "A running tool reported progress.");
    public static final Chain<ToolResult> TOOL_RESULT = chain(ToolResult.class, "Change what the model reads of a tool's answer.", withheldResult());
    public static final Notice<ToolExecutionEnd> TOOL_EXECUTION_END = notice(ToolExecutionEnd.class, "A tool call is over.");
    public static final Chain<TurnEnd> TURN_END = chain(TurnEnd.class, "A turn ended: add entries, or ask for one more.");

    // The run ends
    public static final Notice<AgentEnd> AGENT_END = notice(AgentEnd.class, "The agent stopped working; it may go on at once.");
    public static final Notice<AutoRetryStart> AUTO_RETRY_START = notice(AutoRetryStart.class, "The provider failed; the request is sent again.");
    public static final Notice<AutoRetryEnd> AUTO_RETRY_END = notice(AutoRetryEnd.class, "A retry succeeded, or no further one is made.");
    public static final Notice<TodoReminder> TODO_REMINDER = notice(TodoReminder.class, "The agent stopped with open items in its todo list.");
    public static final Gate<SessionStop, SessionStop.Continue> SESSION_STOP = open(SessionStop.class, "The agent is about to stop: let it, or go on.");
    public static final Chain<AgentBeforeSettle> AGENT_BEFORE_SETTLE = chain(AgentBeforeSettle.class, "Add entries, or ask for one more turn.");
    public static final Notice<AgentSettled> AGENT_SETTLED = notice(AgentSettled.class, "Nothing is left to do.");
    public static final Chain<CacheWarmingDecision> CACHE_WARMING_DECISION = chain(CacheWarmingDecision.class, "Keep the provider's cache warm?");

    // The conversation is compacted
    public static final Notice<AutoCompactionStart> AUTO_COMPACTION_START = notice(AutoCompactionStart.class, "An automatic compaction starts.");
    public static final Gate<SessionBeforeCompact, Cancel> SESSION_BEFORE_COMPACT = open(SessionBeforeCompact.class, "Cancel or write a summary.", unlimited());
    public static final Chain<SessionCompacting> SESSION_COMPACTING = chain("session.compacting", SessionCompacting.class, "Change its prompt.", compacting());
    public static final Notice<SessionCompact> SESSION_COMPACT = notice(SessionCompact.class, "The conversation was compacted.");
    public static final Notice<SessionCompactFailed> SESSION_COMPACT_FAILED = notice(SessionCompactFailed.class, "A compaction failed.");
    public static final Notice<AutoCompactionEnd> AUTO_COMPACTION_END = notice(AutoCompactionEnd.class, "An automatic compaction is over.");

    // The user goes elsewhere
    public static final Gate<SessionBeforeSwitch, Cancel> SESSION_BEFORE_SWITCH = open(SessionBeforeSwitch.class, "Another session is opened.", olderNew());
    public static final Gate<SessionBeforeFork, Cancel> SESSION_BEFORE_FORK = open(SessionBeforeFork.class, "The session is to be forked.", olderBranch());
    public static final Gate<SessionBeforeTree, Cancel> SESSION_BEFORE_TREE = open(SessionBeforeTree.class, "The user goes to another entry.", unlimited());
    public static final Notice<SessionTree> SESSION_TREE = notice(SessionTree.class, "The user went to another place in the tree.");
    public static final Notice<SessionInfoChanged> SESSION_INFO_CHANGED = notice(SessionInfoChanged.class, "The session got another name.", notAwaited());
    public static final Notice<ThinkingLevelSelect> THINKING_LEVEL_SELECT = notice(ThinkingLevelSelect.class, "The thinking level changed.", notAwaited());
    public static final Gate<BeforeModelSelect, Block> BEFORE_MODEL_SELECT = closed(BeforeModelSelect.class, "Allow or refuse another model.", choice());
    public static final Notice<ModelSelect> MODEL_SELECT = notice(ModelSelect.class, "Another model is in use.");
    public static final Notice<UiPrompt> UI_PROMPT_START = notice("ui_prompt_start", UiPrompt.class, "A dialog waits for the user.", dialog());
    public static final Notice<UiPrompt> UI_PROMPT_END = notice("ui_prompt_end", UiPrompt.class, "The dialog is over.", dialog());
    public static final Notice<SessionShutdown> SESSION_SHUTDOWN = notice(SessionShutdown.class, "The session is left, or the program ends.", atEnd());

    // format:on

    private static final Map<String, Named<?, ?>> BY_NAME = byName();

    private HookPoints() {}

    /** A point found by a name; an older name receives only some of its events. */
    public record Named<E, H>(String name, HookPoint<E, H> point, Predicate<E> hears) {}

    /** Returns all points in the order one meets them. */
    public static List<HookPoint<?, ?>> all() {
        return Collections.unmodifiableList(POINTS);
    }

    /** Returns the point of a name, old or new; null if there is none. */
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

    private static <E> Notice<E> notice(Class<E> event, String doc) {
        return notice(name(event), event, doc, UnaryOperator.identity());
    }

    private static <E> Notice<E> notice(Class<E> event, String doc, UnaryOperator<PointTraits<E>> traits) {
        return notice(name(event), event, doc, traits);
    }

    private static <E> Notice<E> notice(String name, Class<E> event, String doc, UnaryOperator<PointTraits<E>> traits) {
        return keep(new Notice<>(traits.apply(PointTraits.of(name, event, doc))));
    }

    private static <E> Chain<E> chain(Class<E> event, String doc) {
        return chain(name(event), event, doc, UnaryOperator.identity());
    }

    private static <E> Chain<E> chain(String name, Class<E> event, String doc) {
        return chain(name, event, doc, UnaryOperator.identity());
    }

    private static <E> Chain<E> chain(Class<E> event, String doc, UnaryOperator<PointTraits<E>> traits) {
        return chain(name(event), event, doc, traits);
    }

    private static <E> Chain<E> chain(String name, Class<E> event, String doc, UnaryOperator<PointTraits<E>> traits) {
        return keep(new Chain<>(traits.apply(PointTraits.of(name, event, doc))));
    }

    private static <E, S> Gate<E, S> open(Class<E> event, String doc) {
        return open(event, doc, UnaryOperator.identity());
    }

    private static <E, S> Gate<E, S> open(Class<E> event, String doc, UnaryOperator<PointTraits<E>> traits) {
        return keep(new Gate<>(traits.apply(PointTraits.of(name(event), event, doc)), null));
    }

    private static <E> Gate<E, Block> closed(Class<E> event, String doc, UnaryOperator<PointTraits<E>> traits) {
        return closed(event, Block::new, doc, traits);
    }

    private static <E, S> Gate<E, S> closed(
            Class<E> event, Function<String, S> whenFailed, String doc, UnaryOperator<PointTraits<E>> traits) {
        return keep(new Gate<>(traits.apply(PointTraits.of(name(event), event, doc)), whenFailed));
    }

    /**
     * The name of a point is that of its event, as hooks in TypeScript write it: {@code ToolCall} is {@code tool_call}.
     */
    private static String name(Class<?> event) {
        var name = new StringBuilder();
        for (var letter : event.getSimpleName().toCharArray()) {
            if (Character.isUpperCase(letter) && !name.isEmpty()) {
                name.append('_');
            }
            name.append(Character.toLowerCase(letter));
        }
        return name.toString();
    }

    private static <P extends HookPoint<?, ?>> P keep(P point) {
        POINTS.add(point);
        return point;
    }

    // What is special about points, and the names that older hooks know them by

    private static <E> UnaryOperator<PointTraits<E>> unlimited() {
        return traits -> traits.budget(NONE);
    }

    private static <E> UnaryOperator<PointTraits<E>> capped() {
        return traits -> traits.budget(TOOL_CALL_CAP);
    }

    private static <E> UnaryOperator<PointTraits<E>> atEnd() {
        return traits -> traits.budget(SHUTDOWN);
    }

    private static <E> UnaryOperator<PointTraits<E>> notAwaited() {
        return PointTraits::notAwaited;
    }

    private static UnaryOperator<PointTraits<UiPrompt>> dialog() {
        return traits -> traits.notAwaited().only(Mode.TUI, Mode.RPC, Mode.ACP);
    }

    private static UnaryOperator<PointTraits<MessageEnd>> sameKind() {
        return traits -> traits.checked(MessageEnd::flaw).withheld(MessageEnd::withheld);
    }

    private static UnaryOperator<PointTraits<ToolAuthorize>> lastGate() {
        return traits -> traits.budget(TOOL_CALL_CAP).checked(ToolAuthorize::flaw);
    }

    private static UnaryOperator<PointTraits<RequestAuthorize>> request() {
        return traits -> traits.checked(RequestAuthorize::flaw);
    }

    private static UnaryOperator<PointTraits<BeforeModelSelect>> choice() {
        return traits -> traits.checked(BeforeModelSelect::flaw);
    }

    private static UnaryOperator<PointTraits<ToolResult>> withheldResult() {
        return traits -> traits.withheld(ToolResult::withheld);
    }

    private static UnaryOperator<PointTraits<UserBash>> shell() {
        return traits -> traits.budget(NONE).only(Mode.TUI, Mode.RPC, Mode.ACP);
    }

    private static UnaryOperator<PointTraits<UserBashResult>> shellOutput() {
        return traits -> traits.only(Mode.TUI, Mode.RPC, Mode.ACP).withheld(UserBashResult::withheld);
    }

    private static UnaryOperator<PointTraits<SessionCompacting>> compacting() {
        return traits -> traits.budget(NONE).alias("session_compacting", _ -> true);
    }

    private static UnaryOperator<PointTraits<SessionStart>> olderStarts() {
        return traits -> traits.alias("session_new", start -> start.reason() == SessionStart.Reason.NEW)
                .alias("session_switch", HookPoints::switched)
                .alias("session_branch", HookPoints::forked)
                .alias("session_fork", HookPoints::forked);
    }

    private static UnaryOperator<PointTraits<SessionBeforeSwitch>> olderNew() {
        return traits -> traits.alias("session_before_new", event -> event.reason() == SessionBeforeSwitch.Reason.NEW);
    }

    private static UnaryOperator<PointTraits<SessionBeforeFork>> olderBranch() {
        return traits -> traits.alias("session_before_branch", _ -> true);
    }

    private static boolean switched(SessionStart start) {
        return start.reason() == SessionStart.Reason.NEW || start.reason() == SessionStart.Reason.RESUME;
    }

    private static boolean forked(SessionStart start) {
        return start.reason() == SessionStart.Reason.FORK;
    }
}
