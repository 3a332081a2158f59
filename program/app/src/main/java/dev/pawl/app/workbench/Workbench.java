package dev.pawl.app.workbench;

import dev.pawl.cli.Completions;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Subcommand;
import java.util.List;
import java.util.Set;

/** The commands around writing hooks and around the program itself that load no hook. */
public final class Workbench {
    private static final Set<String> OF_HOOKS = Set.of("new", "allow", "init", "edit");

    private Workbench() {}

    /** Whether a command line is one of them. */
    public static boolean isMeant(List<String> args) {
        var command = Subcommand.of(args);
        if (command == null) {
            return false;
        }
        return switch (command) {
            case HOOKS -> args.size() > 1 && OF_HOOKS.contains(args.get(1));
            case DEV -> Subcommand.DEV.isFollowed(args);
            case COMPLETIONS -> args.size() == 2 && Subcommand.COMPLETIONS.isFollowed(args);
            default -> false;
        };
    }

    /** Carries out the command that a command line begins with. */
    public static int run(List<String> args, Places places, Streams streams) throws Exception {
        if (args.getFirst().equals("completions")) {
            return Completions.print(args.get(1), streams.out());
        }
        var words = args.subList(2, args.size());
        return switch (args.get(1)) {
            case "allow" -> HookAllow.run(words, places, streams);
            case "init" -> HookInit.run(words, places, streams);
            case "edit" -> HookEdit.run(words, places, streams);
            case "publish" -> DevPublish.run(words, places, streams);
            default -> HookNew.run(words, places, streams);
        };
    }
}
