package dev.pawl.shellhooks.dialect;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** A moment at which foreign hooks can be run here, whatever their agents call it. */
public enum Moment {
    PRE_TOOL,
    POST_TOOL,
    POST_TOOL_FAILURE,
    /** A tool call is over, whether it worked or not. */
    ANY_RESULT,
    POST_TOOL_BATCH,
    /** A rule or a hook wants the user to be asked about a tool call. */
    PERMISSION_REQUEST,
    /** A rule, a hook or the user refused a tool call. */
    PERMISSION_DENIED,
    PROMPT,
    /** A prompt calls a template or a skill. */
    EXPANSION,
    /** A prompt stands as the model gets it. */
    EXPANDED,
    SESSION_START,
    SESSION_END,
    STOP,
    STOP_FAILURE,
    SUBAGENT_START,
    SUBAGENT_STOP,
    PRE_COMPACT,
    POST_COMPACT,
    NOTIFICATION,
    PRE_MODEL_SWITCH,
    POST_MODEL_SWITCH,
    /** A tool server asks the user something. */
    ELICITATION,
    /** A question of a tool server has an answer. */
    ELICITATION_RESULT,
    /** An answer of the model is complete. */
    RESPONSE,
    /** A thought of the model is complete. */
    THOUGHT,
    /** A request to the model is made up. */
    BEFORE_MODEL,
    /** The model has answered, and its answer is not yet kept. */
    AFTER_MODEL,
    /** The tools of a request are known. */
    TOOL_SELECTION,
    /** A file that a hook names has changed, appeared or gone. */
    FILE_CHANGED,
    /** A file with settings has changed. */
    CONFIG_CHANGE,
    /** A context file is part of what the model reads. */
    INSTRUCTIONS,
    /** The model put an item on its list. */
    TASK_CREATED,
    /** An item of that list is done. */
    TASK_COMPLETED;

    /** All moments. */
    static final Set<Moment> ALL = Collections.unmodifiableSet(EnumSet.allOf(Moment.class));

    /** Returns whether it is about one tool call, so that a condition on the call makes sense. */
    public boolean isAboutTool() {
        return switch (this) {
            case PRE_TOOL, POST_TOOL, POST_TOOL_FAILURE, ANY_RESULT, PERMISSION_REQUEST, PERMISSION_DENIED -> true;
            default -> false;
        };
    }

    /**
     * Returns whether a block sends an agent back to work: there a failure never blocks, or the agent would never stop.
     */
    public boolean isStop() {
        return this == STOP || this == SUBAGENT_STOP;
    }
}
