package dev.pawl.app.hookcommands;

import dev.pawl.app.cli.Places;
import dev.pawl.app.cli.Streams;
import java.util.List;
import java.util.Set;

/** The commands around writing hooks that load none of them. */
public final class Workbench {
    private static final Set<String> NAMES = Set.of("new", "allow");

    private Workbench() {}

    /** Whether a command line is one of them. */
    public static boolean isMeant(List<String> args) {
        return args.size() > 1 && args.getFirst().equals("hooks") && NAMES.contains(args.get(1));
    }

    /** Carries out the command that a command line begins with. */
    public static int run(List<String> args, Places places, Streams streams) throws Exception {
        var words = args.subList(2, args.size());
        return switch (args.get(1)) {
            case "allow" -> HookAllow.run(words, places, streams);
            default -> HookNew.run(words, places, streams);
        };
    }
}
