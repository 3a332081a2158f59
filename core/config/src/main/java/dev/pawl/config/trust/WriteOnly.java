package dev.pawl.config.trust;

import dev.pawl.api.shell.Place;
import dev.pawl.api.shell.Script;
import dev.pawl.api.shell.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The names in a script of files that it writes and does not read there, as the grammar of the shell has them. */
final class WriteOnly {
    /** Settings of a shell under which it still writes over files. */
    private static final Pattern SETTINGS = Pattern.compile(
            "[-+][aeEfhuxT]+|[-+][eEux]*o|pipefail|errexit|nounset|xtrace|errtrace|posix|-[squ]+|[a-z_]*glob");

    private static final Pattern FIRST_LINE =
            Pattern.compile("#!\\s*\\S+(?:\\s+(?:-S\\s+)?[\\w.][\\w.-]*)?(?:\\s+-[eux]+)*\\s*");

    /** Nothing in it is read: no command, and of variables no more than their names. */
    private static final Pattern NAME = Pattern.compile("(?:[^$`()]|\\$\\w|\\$\\{\\w+\\})*+", Pattern.DOTALL);

    private WriteOnly() {}

    /** Whether a file that is there already can never make a redirection fail, so that nothing is decided by that. */
    static boolean overwrites(Script script, String text) {
        var first = text.lines().findFirst().orElse("");
        return (!first.startsWith("#!") || FIRST_LINE.matcher(first).matches())
                && script.commands().stream()
                        .allMatch(command -> settings(command.words()).stream()
                                .allMatch(word -> word.exact()
                                        && SETTINGS.matcher(word.text()).matches()));
    }

    /** The words behind {@code set} or {@code shopt}, up to the arguments of the script. */
    private static List<Word> settings(List<Word> words) {
        int program = 0;
        while (program < words.size() && words.get(program).text().matches("builtin|command")) {
            program++;
        }
        return program < words.size() && words.get(program).text().matches("set|shopt")
                ? words.subList(program + 1, words.size()).stream()
                        .takeWhile(word -> !word.text().equals("--"))
                        .toList()
                : List.of();
    }

    /** What the shell opens for writing, and what {@code touch} makes. */
    static List<Place.Span> names(Script script, String text, Set<String> functions) {
        var names = new ArrayList<Place.Span>();
        for (var place : script.places()) {
            names.addAll(place.outputs());
            var words = place.command().words();
            boolean touches = !words.isEmpty()
                    && "touch".equals(words.getFirst().exactText())
                    && !functions.contains("touch")
                    && words.stream().noneMatch(word -> word.text().startsWith("-"));
            if (touches) {
                names.addAll(place.words().subList(1, words.size()));
            }
        }
        names.removeIf(
                name -> !NAME.matcher(text.substring(name.from(), name.to())).matches());
        return names;
    }
}
