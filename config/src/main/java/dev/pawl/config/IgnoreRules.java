package dev.pawl.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the ignore files of a folder leave out, by the rules of git: the last line that matches decides. */
final class IgnoreRules {
    private static final List<String> NAMES = List.of(".gitignore", ".ignore", ".fdignore");

    /** One line: what it matches, counted from the folder of its file, and whether it takes back earlier ones. */
    private record Rule(Path folder, Glob glob, boolean foldersOnly, boolean back) {}

    private final List<Rule> rules;

    private IgnoreRules(List<Rule> rules) {
        this.rules = rules;
    }

    static IgnoreRules none() {
        return new IgnoreRules(List.of());
    }

    /** These rules and those that a folder further down adds. */
    IgnoreRules with(Path folder) {
        var all = new ArrayList<>(rules);
        for (var name : NAMES) {
            var file = folder.resolve(name);
            if (Files.isRegularFile(file)) {
                try {
                    TextFile.read(file, null, new ArrayList<>()).lines().forEach(line -> add(all, folder, line));
                } catch (IOException _) {
                    // Then nothing is left out, which people see.
                }
            }
        }
        return all.size() == rules.size() ? this : new IgnoreRules(all);
    }

    boolean ignores(Path path, boolean isFolder) {
        for (int i = rules.size() - 1; i >= 0; i--) {
            var rule = rules.get(i);
            if (rule.foldersOnly() && !isFolder) {
                continue;
            }
            var relative = rule.folder().relativize(path).toString().replace('\\', '/');
            if (rule.glob().matches(relative)) {
                return !rule.back();
            }
        }
        return false;
    }

    private static void add(List<Rule> rules, Path folder, String line) {
        var pattern = withoutEndingSpaces(line);
        if (pattern.isEmpty() || pattern.charAt(0) == '#') {
            return;
        }
        boolean back = pattern.charAt(0) == '!';
        pattern = back ? pattern.substring(1) : pattern;
        boolean foldersOnly = pattern.endsWith("/");
        pattern = foldersOnly ? pattern.substring(0, pattern.length() - 1) : pattern;
        if (pattern.isEmpty()) {
            return;
        }
        int slash = pattern.indexOf('/');
        if (slash == 0) {
            pattern = pattern.substring(1);
        } else if (slash < 0) {
            pattern = "**/" + pattern;
        }
        // All that is in a folder, but not the folder itself.
        pattern = pattern.endsWith("/**") ? pattern + "/*" : pattern;
        rules.add(new Rule(folder, Glob.of(pattern), foldersOnly, back));
    }

    private static String withoutEndingSpaces(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == ' ' && !(end > 1 && line.charAt(end - 2) == '\\')) {
            end--;
        }
        return line.substring(0, end);
    }
}
