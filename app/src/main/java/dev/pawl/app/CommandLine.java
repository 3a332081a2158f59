package dev.pawl.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments, understood.
 *
 * @param hooks the paths of {@code --hook}, {@code --extension} and {@code -e}, in order
 * @param approved whether the project is trusted for this run; null if the command line does not say
 * @param words what is no option: a command and what belongs to it
 * @param flags options unknown here, which may be flags that hooks bring; empty text for one without a value
 */
record CommandLine(
        List<String> hooks,
        boolean noDiscovery,
        @Nullable Boolean approved,
        boolean listModels,
        List<String> words,
        Map<String, String> flags) {

    static CommandLine parse(List<String> args) throws BadArgument {
        var hooks = new ArrayList<String>();
        var words = new ArrayList<String>();
        var flags = new LinkedHashMap<String, String>();
        boolean noDiscovery = false;
        boolean listModels = false;
        Boolean approved = null;
        var rest = args.listIterator();
        while (rest.hasNext()) {
            var arg = rest.next();
            switch (arg) {
                case "--hook", "--extension", "-e" -> {
                    if (!rest.hasNext()) {
                        throw new BadArgument(arg + " needs the path of a hook: a .java file, a .jar or a folder");
                    }
                    hooks.add(rest.next());
                }
                case "--no-extensions", "-ne" -> noDiscovery = true;
                case "--approve", "-a" -> approved = true;
                case "--no-approve", "-na" -> approved = false;
                case "--list-models" -> listModels = true;
                case "--" -> rest.forEachRemaining(words::add);
                default -> {
                    if (arg.startsWith("--")) {
                        flag(arg.substring(2), flags);
                    } else if (arg.startsWith("-") && arg.length() > 1) {
                        throw new BadArgument("unknown option " + arg + " (pawl --help lists them)");
                    } else {
                        words.add(arg);
                    }
                }
            }
        }
        return new CommandLine(List.copyOf(hooks), noDiscovery, approved, listModels, List.copyOf(words), flags);
    }

    private static void flag(String flag, Map<String, String> flags) {
        int equals = flag.indexOf('=');
        flags.put(equals < 0 ? flag : flag.substring(0, equals), equals < 0 ? "" : flag.substring(equals + 1));
    }
}
