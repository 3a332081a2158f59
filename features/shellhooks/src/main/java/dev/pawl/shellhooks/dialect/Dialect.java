package dev.pawl.shellhooks.dialect;

import dev.pawl.base.ServerToolName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How one agent writes hooks, as data.
 *
 * @param base the fields of all events: a name and a {@link Fact}, or a constant
 * @param environment the variables of its commands: a name and a {@link Fact}, or a constant
 */
public record Dialect(
        Title title,
        Map<String, EventForm> events,
        Map<String, Object> base,
        Map<String, Object> environment,
        Rules rules,
        HandlerNames handlers,
        AnswerNames answers,
        Map<String, ToolForm> tools) {
    /**
     * What it is called and where its files lie.
     *
     * @param places in the order in which their hooks run
     * @param other the dialect of events in these files that this one does not know; null if there is none
     */
    public record Title(
            String name,
            String agent,
            List<Place> places,
            @Nullable Dialect other) {
        Title(String name, String agent, List<Place> places) {
            this(name, agent, places, null);
        }
    }

    /**
     * How its hooks are run.
     *
     * @param serverTool how it writes the name of a tool of a server: a format of the server and the tool
     * @param besideFile whether commands in the user's files run in the folder of the file
     * @param leaving whether a hook may ask on the first line of its output not to be waited for
     * @param ending the moments at which a model that refuses what has happened ends the run, unless its hook has {@code continueOnBlock}
     */
    public record Rules(
            Times times,
            ExitRules exits,
            Rewriting rewriting,
            Matching matching,
            String serverTool,
            boolean besideFile,
            boolean leaving,
            Set<Moment> ending) {
        Rules(Times times, ExitRules exits, Rewriting rewriting, Matching matching) {
            this(times, exits, rewriting, matching, ServerToolName.FORMAT, false, false, Set.of());
        }

        Rules(
                Times times,
                ExitRules exits,
                Rewriting rewriting,
                Matching matching,
                String serverTool,
                boolean besideFile) {
            this(times, exits, rewriting, matching, serverTool, besideFile, false, Set.of());
        }

        Rules leaving(Set<Moment> endingAt) {
            return new Rules(times, exits, rewriting, matching, serverTool, besideFile, true, endingAt);
        }
    }

    /**
     * How matchers are read.
     *
     * @param listLetters the characters besides letters, digits and {@code _|} of matchers that are lists of names
     * @param anchored whether regular expressions have to match the whole name
     * @param literal whether what is not a regular expression stands for itself
     */
    public record Matching(String listLetters, boolean anchored, boolean literal) {}

    public String name() {
        return title.name();
    }

    /** The dialect that an event of its files is written in. */
    public Dialect of(String event) {
        var other = title.other();
        return other != null && !events.containsKey(event) && other.events.containsKey(event) ? other : this;
    }

    /** One of Pawl's tools in this dialect; null if it has no form of its own there. */
    public @Nullable ToolForm tool(String own) {
        return tools.get(own);
    }
}
