package dev.pawl.screen;

import dev.pawl.agent.Agent;
import dev.pawl.base.Nearest;
import dev.pawl.cli.FamiliarCommand;
import dev.pawl.cli.SlashCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a text from being sent that looks like a command and is none, until it is sent a second time, and knows what
 * commands of other agents mean here.
 */
final class UnknownCommands {
    private static final Pattern COMMAND = Pattern.compile("/([A-Za-z][\\w:-]*)(?:\\s.*)?", Pattern.DOTALL);
    /** What other agents keep for later sessions. */
    private static final Pattern NOTE = Pattern.compile("# ?\\S[^\n]*");

    private final Agent agent;
    private String objectedTo = "";

    UnknownCommands(Agent agent) {
        this.agent = agent;
    }

    /** Returns what a command means that other agents have, and neither the program nor a hook has; null if it is none. */
    @Nullable
    Meant familiar(String text) {
        var matcher = COMMAND.matcher(text);
        if (!matcher.matches() || text.equals(objectedTo) || !agent.hasBegun() || agent.isClosed()) {
            return null;
        }
        var command = FamiliarCommand.find(matcher.group(1));
        if (command == null || names().contains(matcher.group(1))) {
            return null;
        }
        var rest = text.substring(1 + matcher.group(1).length()).strip();
        return switch (command.meaning) {
            case FamiliarCommand.Runs(var runs, var argument) ->
                new Meant(line(runs.word(), runs.argument == null ? "" : rest.isEmpty() ? argument : rest), "", "");
            case FamiliarCommand.RunsOfHook(var name, var argument, var otherwise) ->
                names().contains(name)
                        ? new Meant(line(name, rest.isEmpty() ? argument : rest), "", "")
                        : new Meant("", "", otherwise);
            case FamiliarCommand.Writes(var prompt) ->
                new Meant(
                        "",
                        rest.isEmpty() ? prompt : prompt + " " + rest,
                        "Enter sends this; change it first if you like.");
            case FamiliarCommand.Says(var words) -> new Meant("", "", words);
        };
    }

    private static String line(String command, String argument) {
        return "/" + command + (argument.isEmpty() ? "" : " " + argument);
    }

    /**
     * The meaning of a command of another agent.
     *
     * @param runs the command to run in its place; empty for none
     * @param writes the text for the editor
     * @param says what is said; empty for nothing
     */
    record Meant(String runs, String writes, String says) {}

    private List<String> names() {
        var names = new ArrayList<String>();
        for (var command : SlashCommand.values()) {
            names.add(command.word());
        }
        agent.context().tools().commands().forEach(command -> names.add(command.name()));
        return names;
    }

    /** The message to show instead of sending a text; null if it may be sent. */
    @Nullable
    String objection(String text) {
        var matcher = COMMAND.matcher(text);
        boolean note = NOTE.matcher(text).matches();
        if (!(matcher.matches() || note) || text.equals(objectedTo) || !agent.hasBegun() || agent.isClosed()) {
            objectedTo = "";
            return null;
        }
        if (note) {
            objectedTo = text;
            return "# keeps nothing for later sessions; /memory tells where that is. Enter again sends it to the"
                    + " model.";
        }
        var name = matcher.group(1);
        var names = names();
        if (names.contains(name)) {
            return null;
        }
        objectedTo = text;
        for (var command : FamiliarCommand.values()) {
            names.add(command.word());
        }
        var near = Nearest.of(name, names);
        return "There is no command /" + name + (near == null ? ";" : "; did you mean /" + near + "?")
                + " Enter again sends it to the model.";
    }
}
