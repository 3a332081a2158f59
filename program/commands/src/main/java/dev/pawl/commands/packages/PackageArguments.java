package dev.pawl.commands.packages;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.PackageUsage;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The command line of a command for packages.
 *
 * @param words what is not an option, without the command
 * @param approved whether the project is trusted for this command; null if not specified
 */
record PackageArguments(
        String command,
        List<String> words,
        Set<Switch> switches,
        @Nullable Boolean approved) {
    /** The options that are given or not. */
    enum Switch {
        LOCAL,
        SCRIPTS,
        OFFLINE,
        EXTENSIONS,
        ALL,
        SELF,
        MODELS,
        FORCE
    }

    static PackageArguments parse(List<String> args) {
        var name = args.getFirst().equals("uninstall") ? "remove" : args.getFirst();
        var words = new ArrayList<String>();
        var switches = EnumSet.noneOf(Switch.class);
        Boolean approved = null;
        for (int i = 1; i < args.size(); i++) {
            var arg = args.get(i);
            switch (arg) {
                case "--approve", "-a" -> approved = true;
                case "--no-approve", "-na" -> approved = false;
                case "--extension" -> {
                    if (!name.equals("update") || ++i == args.size()) {
                        throw refused(name, arg + " needs a source and belongs to update");
                    }
                    words.add(args.get(i));
                }
                default -> {
                    var known = switchOf(name, arg);
                    if (known != null) {
                        switches.add(known);
                    } else if (arg.startsWith("-")) {
                        throw refused(name, "unknown option " + arg + " for \"" + name + "\"");
                    } else {
                        words.add(arg);
                    }
                }
            }
        }
        return new PackageArguments(name, List.copyOf(words), switches, approved);
    }

    private static @Nullable Switch switchOf(String command, String arg) {
        boolean updates = command.equals("update");
        boolean fetches = updates || command.equals("install");
        boolean changes = !updates && !command.equals("list");
        return switch (arg) {
            case "-l", "--local" -> changes ? Switch.LOCAL : null;
            case "--allow-scripts" -> fetches ? Switch.SCRIPTS : null;
            case "--offline" -> Switch.OFFLINE;
            case "--extensions" -> updates ? Switch.EXTENSIONS : null;
            case "--all" -> updates ? Switch.ALL : null;
            case "--self" -> updates ? Switch.SELF : null;
            case "--models" -> updates ? Switch.MODELS : null;
            case "--force" -> fetches ? Switch.FORCE : null;
            default -> null;
        };
    }

    boolean has(Switch one) {
        return switches.contains(one);
    }

    /** The one source that the command needs. */
    String source() {
        if (words.size() != 1) {
            throw refused(command, command + " needs one source, not " + (words.isEmpty() ? "none" : words.size()));
        }
        return words.getFirst();
    }

    boolean isOffline(Places places) {
        return has(Switch.OFFLINE) || CommandLine.parse(List.of()).isOffline(places.environment());
    }

    static Refusal refused(String command, String why) {
        return Refusal.ofArguments(why + ". It is written like this:\n"
                + PackageUsage.text(command).stripTrailing());
    }
}
