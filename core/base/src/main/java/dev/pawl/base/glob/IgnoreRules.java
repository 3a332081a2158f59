package dev.pawl.base.glob;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of one {@code .gitignore}, read and applied as git does. */
public final class IgnoreRules {
    private final List<Rule> rules;

    private IgnoreRules(List<Rule> rules) {
        this.rules = rules;
    }

    /**
     * @param nameOnly whether the pattern stands for a name wherever it is, rather than for a path from the file on
     */
    private record Rule(Glob glob, boolean keeps, boolean foldersOnly, boolean nameOnly) {}

    /** Null if there are no rules in it. */
    public static @Nullable IgnoreRules of(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        var text = new String(bytes, UTF_8);
        var rules = new ArrayList<Rule>();
        int start = text.startsWith("\uFEFF") ? 1 : 0;
        while (start < text.length()) {
            int lineBreak = text.indexOf('\n', start);
            int end = lineBreak < 0 ? text.length() : lineBreak;
            var line = text.substring(start, end > start && text.charAt(end - 1) == '\r' ? end - 1 : end);
            var rule = line.startsWith("#") ? null : rule(withoutTrailingBlanks(line));
            if (rule != null) {
                rules.add(rule);
            }
            start = end + 1;
        }
        return rules.isEmpty() ? null : new IgnoreRules(rules);
    }

    private static @Nullable Rule rule(String line) {
        boolean keeps = line.startsWith("!");
        var pattern = keeps ? line.substring(1) : line;
        boolean foldersOnly = pattern.endsWith("/");
        if (foldersOnly) {
            pattern = pattern.substring(0, pattern.length() - 1);
        }
        boolean nameOnly = pattern.indexOf('/') < 0;
        if (pattern.startsWith("/")) {
            pattern = pattern.substring(1);
        }
        if (pattern.isEmpty()) {
            return null;
        }
        try {
            return new Rule(Glob.of(pattern), keeps, foldersOnly, nameOnly);
        } catch (GlobException e) {
            return null; // It stands for nothing, as it does for git.
        }
    }

    /** Blanks at the end count only behind a backslash. */
    private static String withoutTrailingBlanks(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == ' ') {
            int backslashes = 0;
            while (end - 2 - backslashes >= 0 && line.charAt(end - 2 - backslashes) == '\\') {
                backslashes++;
            }
            if (backslashes % 2 == 1) {
                break;
            }
            end--;
        }
        return line.substring(0, end);
    }

    /**
     * Returns the verdict of the last rule that matches a path.
     *
     * @param path the path, with that of the directory of this file before {@code below}
     * @param name where the last name of the path begins
     */
    public Verdict of(String path, int below, int name, boolean folder) {
        for (int i = rules.size() - 1; i >= 0; i--) {
            var rule = rules.get(i);
            if ((folder || !rule.foldersOnly) && rule.glob.matches(path, rule.nameOnly ? name : below)) {
                return rule.keeps ? Verdict.KEEP : Verdict.IGNORE;
            }
        }
        return Verdict.NONE;
    }
}
