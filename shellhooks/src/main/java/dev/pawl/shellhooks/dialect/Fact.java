package dev.pawl.shellhooks.dialect;

/** Something that is known at a moment, and that dialects write under names of their own. */
public enum Fact {
    SESSION_ID,
    TRANSCRIPT,
    CWD,
    PROJECT_DIR,
    EVENT,
    /** The permission mode in Claude Code's words. */
    PERMISSION_MODE,
    /** The permission mode in ours. */
    OWN_MODE,
    MODEL,
    TURN_ID,
    TIMESTAMP,
    TIMESTAMP_MILLIS,
    WORKSPACE_ROOTS,

    TOOL_NAME,
    TOOL_INPUT,
    /** The input as JSON in a string. */
    TOOL_INPUT_TEXT,
    TOOL_USE_ID,
    /** The result in the form of the tool. */
    TOOL_RESPONSE,
    /** The text that the model reads. */
    TOOL_TEXT,
    /** The result as Copilot writes it. */
    TOOL_RESULT,
    /** The result as Gemini writes it. */
    TOOL_CONTENT,
    DURATION,
    ERROR,
    IS_ERROR,
    TOOL_CALLS,
    COMMAND,
    FILE_PATH,
    FILE_CONTENT,
    EDITS,

    PROMPT,
    COMMAND_NAME,
    COMMAND_ARGS,
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
    MESSAGE,
    TITLE,
    NOTIFICATION_TYPE,
    MCP_SERVER_NAME,
    MODE,
    URL,
    ELICITATION_ID,
    REQUESTED_SCHEMA,
    ACTION,
    CONTENT,
    FROM_MODEL,
    TO_MODEL,
    TEXT
}
