package dev.pawl.bridge.protocol;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The table of what extensions can ask for and report: names on the wire, parameters in their order, and answers. */
public enum Method {
    // format:off
    STATE("state", Effect.READS, "the state of the context, with the model"),
    PART("part", Effect.READS, "a long field of the event that the call is about", "field"),
    SESSION_ENTRIES("session.entries", Effect.READS, "`{all, list}`: the entries since the known leaf, or all of them", "knownLeafId?"),
    SESSION_NAME("session.name", Effect.READS, "the name of the session or null"),
    SESSION_DIR("session.dir", Effect.READS, "the folder of the session files"),
    SESSION_HEADER("session.header", Effect.READS, "the first line of the session file"),
    MESSAGES("messages", Effect.READS, "the messages of the conversation"),
    IDEMPOTENCY_KEY("idempotencyKey", Effect.READS, "a string that is the same when the event is fired again after a crash"),
    CONTEXT_USAGE("contextUsage", Effect.READS, "`{tokens, contextWindow, percent}` or null"),
    SYSTEM_PROMPT("systemPrompt", Effect.READS, "the system prompt"),
    SYSTEM_PROMPT_OPTIONS("systemPromptOptions", Effect.READS, "what the system prompt is made of; in commands"),

    DRAFT_STATE("draft.state", Effect.ACTS, "`{sessionId, leafId, sessionFile, cwd}` of a session in `setup`"),
    DRAFT_MESSAGE("draft.message", Effect.ACTS, "the id of the new entry", "message"),
    DRAFT_CUSTOM("draft.custom", Effect.ACTS, "the id of the new entry", "customType", "data?"),
    DRAFT_NAME("draft.name", Effect.ACTS, "null", "name"),

    APPEND_ENTRY("appendEntry", Effect.ACTS, "the id of the new entry", "customType", "data?"),
    SAVE_ENTRY("saveEntry", Effect.ACTS, "null", "entry"),
    SET_SESSION_NAME("setSessionName", Effect.ACTS, "null", "name?"),
    SET_LABEL("setLabel", Effect.ACTS, "null", "entryId", "label?"),
    SET_THINKING_LEVEL("setThinkingLevel", Effect.ACTS, "null", "level"),
    REBUILD_CONTEXT("rebuildContext", Effect.ACTS, "null"),
    ABORT("abort", Effect.ACTS, "null"),
    SHUTDOWN("shutdown", Effect.ACTS, "null"),
    COMPACT("compact", Effect.ACTS, "null", "instructions?", "onComplete?", "onError?"),
    SEND_MESSAGE("sendMessage", Effect.ACTS, "null", "message", "delivery"),
    SEND_USER_MESSAGE("sendUserMessage", Effect.ACTS, "null", "content", "delivery"),
    WAIT_FOR_IDLE("waitForIdle", Effect.ACTS, "null, once no run is under way; in commands"),
    NEW_SESSION("newSession", Effect.ACTS, "`{cancelled}`; in commands", "parentSession?", "setup?", "withSession?"),
    SWITCH_SESSION("switchSession", Effect.ACTS, "`{cancelled}`; in commands", "file", "withSession?"),
    FORK("fork", Effect.ACTS, "`{cancelled}`; in commands", "entryId", "position", "withSession?"),
    NAVIGATE_TREE("navigateTree", Effect.ACTS, "`{cancelled}`; in commands", "targetId", "options"),
    RELOAD("reload", Effect.ACTS, "null; in commands"),

    MODELS_FIND("models.find", Effect.READS, "the model or null", "provider", "id"),
    MODELS_ALL("models.all", Effect.READS, "all models"),
    MODELS_AVAILABLE("models.available", Effect.READS, "the models that have a key"),
    MODELS_SCOPED("models.scoped", Effect.READS, "a list of `{model, thinkingLevel?}`"),
    MODELS_HAS_KEY("models.hasKey", Effect.READS, "whether the model has a key", "provider", "id"),
    MODELS_HAS_KEY_OF("models.hasKeyOf", Effect.READS, "whether the provider has a key", "provider"),
    MODELS_KEY("models.key", Effect.ACTS, "the key for the model or null", "provider", "id"),
    MODELS_KEY_OF("models.keyOf", Effect.ACTS, "the key for the provider or null", "provider"),
    MODELS_AUTH("models.auth", Effect.ACTS, "`{apiKey?, headers?}`", "provider", "id"),
    MODELS_COMPLETE("models.complete", Effect.ACTS, "the whole message; `listener` is called with each event before", "model", "context", "limits", "listener?"),
    SET_MODEL("setModel", Effect.ACTS, "whether the model is there and has a key", "model"),

    REGISTER("register", Effect.ACTS, "null", "registration"),
    OFF("off", Effect.ACTS, "null; the function is no longer called for its event", "function"),
    RUN("run", Effect.ACTS, "null; `settled` is sent from now on"),
    FLAG("flag", Effect.READS, "true, a text, or null where the flag was not given", "name"),
    MCP_SERVERS("mcpServers", Effect.READS, "a list of `{name, config}`"),
    ACTIVE_TOOLS("activeTools", Effect.READS, "names of tools"),
    ALL_TOOLS("allTools", Effect.READS, "descriptions of tools"),
    SET_ACTIVE_TOOLS("setActiveTools", Effect.ACTS, "null", "names"),
    COMMANDS("commands", Effect.READS, "a list of `{name, description?, source, sourceInfo}`"),
    SETTINGS("settings", Effect.READS, "the settings"),
    TOOL_TOOLS("tool.tools", Effect.ACTS, "the tools that this tool may call; in tools"),
    TOOL_EXECUTE("tool.execute", Effect.ACTS, "`{toolCall, result, isError}`; in tools", "name", "arguments"),
    TOOL_CALL("tool.call", Effect.ACTS, "`{text, isError}`; through all gates, outside of the conversation", "name", "arguments"),
    TOOL_CHECK("tool.check", Effect.ACTS, "why a gate would refuse such a call, or null", "name", "arguments"),
    EXEC("exec", Effect.ACTS, "`{stdout, stderr, code, killed, truncated}`", "program", "arguments", "options"),
    VARIABLES("variables", Effect.ACTS, "null; environment variables for commands to come", "changed"),
    BUS("bus", Effect.ACTS, "null; extensions in Node have received it already", "channel", "data?"),
    WAIT("wait", Effect.READS, "null, after that time or when it is withdrawn", "milliseconds"),
    ERROR("error", Effect.ACTS, "nothing: always a notice", "what", "error"),

    UI_SELECT("ui.select", Effect.ACTS, "the choice or null", "title", "options", "timeoutMs?", "preselected?"),
    UI_CONFIRM("ui.confirm", Effect.ACTS, "true or false", "title", "message", "timeoutMs?", "preselected?"),
    UI_INPUT("ui.input", Effect.ACTS, "the text or null", "title", "placeholder", "timeoutMs?", "preselected?"),
    UI_EDITOR("ui.editor", Effect.ACTS, "the text or null", "title", "prefill"),
    UI_CUSTOM("ui.custom", Effect.ACTS, "null, once the dialog is done", "factory", "overlay", "options"),
    UI_DONE("ui.done", Effect.ACTS, "null", "factory"),
    UI_OVERLAY_HIDDEN("ui.overlayHidden", Effect.ACTS, "null", "factory", "hidden"),
    UI_OVERLAY_FOCUS("ui.overlayFocus", Effect.ACTS, "null", "factory", "focused"),
    UI_OVERLAY_BOUNDS("ui.overlayBounds", Effect.READS, "`{row, col, width, height}` or null", "factory"),
    UI_RENDER("ui.render", Effect.ACTS, "null", "factory"),
    UI_NOTIFY("ui.notify", Effect.ACTS, "null", "message", "kind?"),
    UI_STATUS("ui.status", Effect.ACTS, "null", "key", "text?"),
    UI_WIDGET("ui.widget", Effect.ACTS, "null", "key", "lines?", "placement?"),
    UI_WORKING_MESSAGE("ui.workingMessage", Effect.ACTS, "null", "message?"),
    UI_WORKING_VISIBLE("ui.workingVisible", Effect.ACTS, "null", "visible"),
    UI_WORKING_INDICATOR("ui.workingIndicator", Effect.ACTS, "null", "frames?", "intervalMs"),
    UI_HIDDEN_THINKING_LABEL("ui.hiddenThinkingLabel", Effect.ACTS, "null", "label?"),
    UI_TITLE("ui.title", Effect.ACTS, "null", "title"),
    UI_EDITOR_TEXT("ui.editorText", Effect.ACTS, "null", "text"),
    UI_PASTE("ui.paste", Effect.ACTS, "null", "text"),
    UI_SET_TOOLS_EXPANDED("ui.setToolsExpanded", Effect.ACTS, "null", "expanded"),
    UI_GET_EDITOR_TEXT("ui.getEditorText", Effect.READS, "the text in the editor"),
    UI_TOOLS_EXPANDED("ui.toolsExpanded", Effect.READS, "true or false"),
    UI_THEMES("ui.themes", Effect.READS, "names of themes"),
    UI_SET_THEME("ui.setTheme", Effect.ACTS, "null, or why it could not be set", "name"),
    UI_WIDGET_COMPONENT("ui.widgetComponent", Effect.ACTS, "null", "key", "factory", "placement?"),
    UI_HEADER("ui.header", Effect.ACTS, "null", "factory?"),
    UI_FOOTER("ui.footer", Effect.ACTS, "null", "factory?"),
    UI_FOOTER_DATA("ui.footerData", Effect.READS, "`{gitBranch?, statuses}`"),
    UI_ON_BRANCH_CHANGE("ui.onBranchChange", Effect.ACTS, "null; in footers", "function"),
    UI_OFF_BRANCH_CHANGE("ui.offBranchChange", Effect.ACTS, "null", "function"),
    UI_EDITOR_COMPONENT("ui.editorComponent", Effect.ACTS, "null", "factory?"),
    UI_SUBMITTED("ui.submitted", Effect.ACTS, "null", "component", "text"),
    UI_SHOW("ui.show", Effect.ACTS, "null", "factory"),
    UI_CLOSE("ui.close", Effect.ACTS, "null", "factory"),
    UI_ON_TERMINAL_INPUT("ui.onTerminalInput", Effect.ACTS, "null", "function"),
    UI_OFF_TERMINAL_INPUT("ui.offTerminalInput", Effect.ACTS, "null", "function"),
    UI_AUTOCOMPLETE("ui.autocomplete", Effect.ACTS, "null", "function"),
    UI_SUGGEST("ui.suggest", Effect.ACTS, "`{prefix, items}` or null", "lines", "line", "column", "forced"),
    UI_APPLY_SUGGESTION("ui.applySuggestion", Effect.ACTS, "`{lines, cursorLine, cursorCol}` or null", "lines", "line", "column", "item", "prefix"),
    LOGIN_URL("login.url", Effect.ACTS, "null", "url", "instructions?"),
    LOGIN_PROGRESS("login.progress", Effect.ACTS, "null", "message"),
    LOGIN_ASK("login.ask", Effect.ACTS, "what the user typed", "question"),

    ASIDE("aside", Effect.PIECE, "nothing: the handler of `input`, of a streamed event or of a command waits for something itself"),
    TOOL_UPDATE("tool.update", Effect.PIECE, "the result so far of the tool that the call runs", "result"),
    BASH_DATA("bash.data", Effect.PIECE, "output of the command that the call runs, in base64", "bytes"),
    STREAM_EVENT("stream.event", Effect.PIECE, "an event of the answer that the call streams", "event");
    // format:on

    /** What a method does. */
    public enum Effect {
        /** It changes nothing: what Node knows of the session stays good. */
        READS,
        /** It may change the session: Node asks for its state again afterwards. */
        ACTS,
        /** A part of the answer to a call under way, sent as a notice before its return. */
        PIECE;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Map<String, Method> BY_NAME = new HashMap<>();

    static {
        for (var method : values()) {
            BY_NAME.put(method.wire, method);
        }
    }

    private final String wire;
    private final Effect effect;
    private final String answer;

    @SuppressWarnings("ImmutableEnumChecker") // A list that cannot be changed.
    private final List<String> parameters;

    /** @param parameters those that may be null with a question mark */
    Method(String wire, Effect effect, String answer, String... parameters) {
        this.wire = wire;
        this.effect = effect;
        this.answer = answer;
        this.parameters = List.of(parameters);
    }

    public String wire() {
        return wire;
    }

    public Effect effect() {
        return effect;
    }

    /** What is answered, or what a piece is, in words. */
    public String answer() {
        return answer;
    }

    public List<String> parameters() {
        return parameters;
    }

    static @Nullable Method find(String wire) {
        return BY_NAME.get(wire);
    }
}
