package dev.pawl.screen;

import dev.pawl.agent.Agent;
import dev.pawl.cli.SlashCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Keeps a text from being sent that looks like a command and is none, until it is sent a second time. */
final class UnknownCommands {
    private static final Pattern COMMAND = Pattern.compile("/([A-Za-z][\\w:-]*)(?:\\s.*)?", Pattern.DOTALL);
    private static final int NEAR = 2;

    private final Agent agent;
    private String objectedTo = "";

    UnknownCommands(Agent agent) {
        this.agent = agent;
    }

    /** The message to show instead of sending a text; null if it may be sent. */
    @Nullable
    String objection(String text) {
        var matcher = COMMAND.matcher(text);
        if (!matcher.matches() || text.equals(objectedTo) || !agent.hasBegun() || agent.isClosed()) {
            objectedTo = "";
            return null;
        }
        var name = matcher.group(1);
        var names = new ArrayList<String>();
        for (var command : SlashCommand.values()) {
            names.add(command.word());
        }
        agent.context().tools().commands().forEach(command -> names.add(command.name()));
        if (SlashCommand.find(name) != null || names.contains(name)) {
            return null;
        }
        objectedTo = text;
        var near = nearest(name, names);
        return "There is no command /" + name + (near == null ? ";" : "; did you mean /" + near + "?")
                + " Enter again sends it to the model.";
    }

    /** The name that one most likely meant: it begins like this, or a letter or two are others. */
    static @Nullable String nearest(String name, List<String> names) {
        String best = null;
        int least = NEAR + 1;
        for (var other : names) {
            int distance = other.startsWith(name) ? 1 : distance(name, other);
            if (distance < least && distance < Math.max(name.length(), other.length())) {
                least = distance;
                best = other;
            }
        }
        return best;
    }

    /** How many letters are to be put in, taken out, changed or exchanged with the next. */
    private static int distance(String one, String other) {
        var rows = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int k = 0; k <= other.length(); k++) {
                if (i == 0 || k == 0) {
                    rows[i][k] = i + k;
                    continue;
                }
                int changed = one.charAt(i - 1) == other.charAt(k - 1) ? 0 : 1;
                rows[i][k] = Math.min(rows[i - 1][k - 1] + changed, Math.min(rows[i - 1][k], rows[i][k - 1]) + 1);
                if (i > 1
                        && k > 1
                        && one.charAt(i - 1) == other.charAt(k - 2)
                        && one.charAt(i - 2) == other.charAt(k - 1)) {
                    rows[i][k] = Math.min(rows[i][k], rows[i - 2][k - 2] + 1);
                }
            }
        }
        return rows[one.length()][other.length()];
    }
}
