package dev.pawl.shellhooks.dialect;

/** Something that is known at a moment, and that dialects write under names of their own. */
public enum Fact {
    SESSION_ID,
    /** The session in a file: as hooks of the dialect read it, and as Pawl keeps it. */
    TRANSCRIPT,
    SESSION_FILE,
    CWD,
    PROJECT_DIR,
    EVENT,
    /** The permission mode in Claude Code's words. */
    PERMISSION_MODE,
    /** The permission mode in Pawl's words. */
    OWN_MODE,
    MODEL,
    TURN_ID,
    /** What all events of one prompt have in common. */
    PROMPT_ID,
    /** How much the model thinks, as an object and as a word. */
    EFFORT,
    EFFORT_LEVEL,
    SESSION_TITLE,
    CONTEXT_TOKENS,
    TIMESTAMP,
    TIMESTAMP_MILLIS,
    WORKSPACE_ROOTS,

    TOOL_NAME,
    TOOL_INPUT,
    /** The input as JSON in a string. */
    TOOL_INPUT_TEXT,
    TOOL_USE_ID,
    /** The tool server whose tool it is. */
    MCP_SERVER,
    /** The result in the form of the tool. */
    TOOL_RESPONSE,
    /** The text that the model reads. */
    TOOL_TEXT,
    /** The result as Copilot writes it, and as it does for events with a capital letter. */
    TOOL_RESULT,
    TOOL_OUTCOME,
    /** The result as Gemini writes it. */
    TOOL_CONTENT,
    DURATION,
    ERROR,
    IS_ERROR,
    TOOL_CALLS,
    COMMAND,
    FILE_PATH,
    /** The file or directory that a call of a built-in tool works on, after all links. */
    FILE,
    FILE_CONTENT,
    FILE_NAME,
    /** What became of a file: {@code add}, {@code change} or {@code unlink}. */
    CHANGE,
    MEMORY_TYPE,
    LOAD_REASON,
    EDITS,

    PROMPT,
    COMMAND_NAME,
    COMMAND_ARGS,
    COMMAND_SOURCE,
    SOURCE,
    REASON,
    TRIGGER,
    INSTRUCTIONS,
    SUMMARY,
    STOP_ACTIVE,
    LAST_MESSAGE,
    LOOP_COUNT,
    STATUS,
    AGENT_ID,
    AGENT_TYPE,
    AGENT_TRANSCRIPT,
    TASK,
    TASK_ID,
    TASK_SUBJECT,
    MESSAGE,
    TITLE,
    NOTIFICATION_TYPE,
    /** What a notification is about, as Gemini writes it. */
    DETAILS,
    MCP_SERVER_NAME,
    MODE,
    URL,
    ELICITATION_ID,
    REQUESTED_SCHEMA,
    ACTION,
    CONTENT,
    FROM_MODEL,
    TO_MODEL,
    CACHE_WRITE_COST,
    TEXT,
    /** A request to the model and its answer, as Gemini CLI writes them. */
    LLM_REQUEST,
    LLM_RESPONSE
}
