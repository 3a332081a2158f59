package dev.pawl.shellhooks.dialect;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How one agent writes hooks, as data; a {@link Table} makes it.
 *
 * @param agent the name that users know it by
 * @param places its files, in the order in which their hooks run
 * @param other the dialect of events in these files that this one does not know; null if there is none
 * @param events those that happen here
 * @param never those that never happen here, each with the reason
 * @param base the fields of all events: a name and a {@link Fact}, or a constant
 * @param environment the variables of its commands: a name and a {@link Fact}, or a constant
 * @param tools Pawl's tools that have another form there
 * @param serverTool how it writes the name of a tool of a server: a format of the server and the tool
 * @param moments the moments at which a rule holds
 */
public record Dialect(
        String name,
        String agent,
        List<Place> places,
        @Nullable Dialect other,
        Map<String, EventForm> events,
        Map<String, String> never,
        Map<String, Object> base,
        Map<String, Object> environment,
        Map<String, ToolForm> tools,
        String serverTool,
        Answers answers,
        Handlers handlers,
        Times times,
        Set<Trait> traits,
        Map<Rule, Set<Moment>> moments) {
    /**
     * A file, or a folder of files, that hooks are in.
     *
     * @param path from there; one that is a folder means the files in it
     */
    public record Place(Root root, String path) {
        /** Returns whether it is in the project, and is not the user's own. */
        public boolean ofProject() {
            return root == Root.PROJECT;
        }
    }

    /** Where a path begins. */
    public enum Root {
        /** The root of the file system, where an organisation's files are. */
        SYSTEM,
        HOME,
        AGENT,
        PROJECT
    }

    /**
     * Where the parts of an answer are, as paths with dots; of several the first that is there counts.
     *
     * @param verdict allow, deny, ask and words like them
     * @param input the input that replaces that of the call
     * @param output the text that replaces that of the result
     * @param context text for the model
     * @param user text for the user
     * @param more what sends an agent back to work, beside a verdict that denies
     */
    public record Answers(
            List<String> verdict,
            List<String> reason,
            List<String> input,
            List<String> output,
            List<String> context,
            List<String> user,
            List<String> more) {}

    /**
     * How a file is laid out.
     *
     * @param command the names of the shell command
     * @param timeout the names of the time limit
     * @param types the types of handlers that are run here, and at which moments; {@code https} for web addresses that
     *     have to be encrypted
     * @param unsupported the types that the dialect knows and that are not run here
     */
    public record Handlers(
            Layout layout,
            List<String> command,
            List<String> timeout,
            Map<String, Set<Moment>> types,
            Set<String> unsupported) {
        /** Returns whether hooks of a type run at a moment. */
        public boolean runs(String type, Moment moment) {
            return types.getOrDefault(type, Moment.ALL).contains(moment);
        }
    }

    /** Where the hooks of a file are. */
    public enum Layout {
        /** An event holds groups of a matcher and handlers. */
        GROUPS,
        /** An event holds handlers. */
        HANDLERS,
        /** A list holds handlers that name their event; texts in it name hooks of other kinds. */
        LIST,
        /** There is no such file: each file of a folder is a script for the tool that it is called after. */
        SCRIPTS
    }

    /**
     * The limits of hooks that name none.
     *
     * @param unitMillis the unit of limits in files
     * @param commandMillis the limit of commands and web addresses
     * @param promptMillis the limit of prompts
     * @param loops how often in a row a hook may send an agent back to work
     */
    public record Times(long unitMillis, long commandMillis, long promptMillis, int loops) {}

    /** A rule that only some dialects have. Exit code 2 blocks in all of them. */
    public enum Trait {
        /** JSON on standard output counts at every exit code, and not at 0 alone. */
        JSON_ALWAYS,
        /** Exit code 2 without a word on standard error is only a failure. */
        BLOCK_NEEDS_WORDS,
        /** Exit code 1 lets the action go ahead with a warning. */
        CODE_1_WARNS,
        /** Standard error is read as output where standard output is empty. */
        ERROR_AS_OUTPUT,
        /** Output that begins like a JSON list, text where an agent stops, and a block without a reason are failures. */
        STRICT,
        /** A new input counts only together with an answer that allows the call. */
        REWRITES_IF_ALLOWED,
        /** The fields of a new input replace the old ones, and the others stay. Elsewhere it replaces the whole input. */
        REWRITES_FIELDS,
        /** Matchers that are lists of names may have dashes, commas and blanks. */
        COMMA_LISTS,
        /** Regular expressions of matchers have to match the whole name. */
        ANCHORED,
        /** A matcher that is not a regular expression stands for itself. */
        LITERAL,
        /** A hook whose matcher is not a regular expression is left out. */
        SKIPPED_MATCHERS,
        /** Time limits are whole numbers. */
        WHOLE_TIMES,
        /** Commands in the user's files run in the folder of the file. */
        BESIDE_FILE,
        /** A hook may ask on the first line of its output not to be waited for. */
        LEAVING
    }

    /** A rule that holds at some moments. */
    public enum Rule {
        /** All exit codes but 0 and 2 block. */
        OTHER_CODES_BLOCK,
        /** Any failure blocks, unless a hook has {@code onFailure: continue}. */
        FAILURES_BLOCK,
        /** A model that refuses ends the run, unless its hook has {@code continueOnBlock}. */
        REFUSALS_END,
        /** A hook may write variables for later commands into a file. */
        VARIABLES
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** Returns whether a rule holds at a moment. */
    public boolean has(Rule rule, Moment moment) {
        return moments.getOrDefault(rule, Set.of()).contains(moment);
    }

    /** Returns the dialect that an event of its files is written in. */
    public Dialect of(String event) {
        return other != null && !knows(event) && other.knows(event) ? other : this;
    }

    private boolean knows(String event) {
        return events.containsKey(event) || never.containsKey(event);
    }
}
