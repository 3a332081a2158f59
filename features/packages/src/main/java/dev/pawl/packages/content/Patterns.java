package dev.pawl.packages.content;

import dev.pawl.base.glob.Glob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A list that chooses among the files of a package: {@code glob}, {@code !glob}, {@code +path} and {@code -path}.
 *
 * <p>Globs without a sign choose; without any of them everything is chosen. What {@code !} takes out, {@code +} takes in
 * again, and {@code -} has the last word. A skill is also meant by the name of its folder.
 */
final class Patterns {
    private final List<Rule> rules;
    private final Path root;

    private record Rule(char sign, String text, Glob glob) {
        boolean isExact() {
            return sign == '+' || sign == '-';
        }

        boolean adds() {
            return sign == ' ' || sign == '+';
        }
    }

    Patterns(List<String> written, Path root) {
        this.root = root;
        this.rules = written.stream().map(Patterns::rule).toList();
    }

    static boolean isSigned(String entry) {
        return entry.startsWith("!") || entry.startsWith("+") || entry.startsWith("-");
    }

    private static Rule rule(String written) {
        var text = isSigned(written) ? written.substring(1) : written;
        var plain = text.startsWith("./") ? text.substring(2) : text;
        return new Rule(isSigned(written) ? written.charAt(0) : ' ', plain, Glob.lenient(plain, false));
    }

    boolean allows(Path file) {
        boolean any = rules.stream().anyMatch(rule -> rule.sign == ' ');
        boolean chosen = (!any || hits(' ', file)) && !hits('!', file);
        return (chosen || hits('+', file)) && !hits('-', file);
    }

    /** What the list decides about files if it names none of the others; the last pattern counts. */
    Map<Path, Boolean> changes(List<Path> files) {
        var changes = new LinkedHashMap<Path, Boolean>();
        for (var rule : rules) {
            for (var file : files) {
                if (matches(rule, file)) {
                    changes.put(file, rule.adds());
                }
            }
        }
        return changes;
    }

    private boolean hits(char sign, Path file) {
        return rules.stream().anyMatch(rule -> rule.sign == sign && matches(rule, file));
    }

    private boolean matches(Rule rule, Path file) {
        for (var path : ways(file)) {
            var whole = slashes(path);
            var relative = path.startsWith(root) ? slashes(root.relativize(path)) : whole;
            if (rule.isExact()) {
                if (rule.text.equals(relative) || rule.text.equals(whole)) {
                    return true;
                }
            } else if (rule.glob.matches(relative)
                    || rule.glob.matches(whole)
                    || rule.glob.matches(
                            Objects.requireNonNull(path.getFileName()).toString())) {
                return true;
            }
        }
        return false;
    }

    /** The paths that mean a file: itself, and for a skill or a folder of Java sources the other way to name it. */
    private static List<Path> ways(Path file) {
        var ways = new ArrayList<Path>();
        ways.add(file);
        var folder = file.getParent();
        if (folder != null && file.endsWith("SKILL.md")) {
            ways.add(folder);
        }
        if (file.resolve("index.java").toFile().isFile()) {
            ways.add(file.resolve("index.java"));
        }
        return ways;
    }

    static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }
}
