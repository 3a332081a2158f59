package dev.pawl.shellhooks.file;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.CallFile;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** A rule such as {@code Bash(git push *)} that a hook names under {@code if}. */
public final class Condition {
    private static final Pattern RULE = Pattern.compile("([A-Za-z_][\\w*-]*)(?:\\((.*)\\))?", Pattern.DOTALL);

    /** Rules about a file mean other tools that read or write it, too. */
    private static final Map<String, Set<String>> ALIKE = Map.of(
            "Edit", Set.of("Write"),
            "edit", Set.of("write"),
            "Read", Set.of("Grep", "Glob", "LS"),
            "read", Set.of("grep", "find", "ls"));

    private final String written;
    private final String tool;
    private final @Nullable String specifier;
    private final Path root;

    private Condition(String written, String tool, @Nullable String specifier, Path root) {
        this.written = written;
        this.tool = tool;
        this.specifier = specifier;
        this.root = root;
    }

    /**
     * Reads a rule; null if it is none.
     *
     * @param root what paths that begin with one slash start from
     */
    public static @Nullable Condition of(String written, Path root) {
        var rule = RULE.matcher(written.strip());
        if (!rule.matches()) {
            return null;
        }
        var specifier = rule.group(2);
        return new Condition(
                written, rule.group(1), specifier == null || specifier.equals("*") ? null : specifier, root);
    }

    /**
     * Returns whether a call is meant. Where that cannot be known, it is: a hook that runs too often is better than one
     * that is passed by.
     *
     * @param names the names of the tool
     * @param input the input as the dialect writes it
     * @param file the file that the call works on; null if it is not known
     */
    public boolean holds(List<String> names, JsonObject input, @Nullable Path file, Path cwd, Path home) {
        if (names.stream().noneMatch(this::names)) {
            return false;
        }
        var wanted = specifier;
        if (wanted == null) {
            return true;
        }
        if (input.get("command") instanceof String command) {
            return commandHolds(wanted, command);
        }
        if (input.get("url") instanceof String url && wanted.startsWith("domain:")) {
            var host = hostOf(url);
            return host.isEmpty()
                    || host.equals(wanted.substring("domain:".length()).toLowerCase(Locale.ROOT));
        }
        return file == null || fileHolds(wanted, file, cwd, home);
    }

    private boolean names(String name) {
        return tool.equals(name)
                || name.startsWith(tool + "__")
                || wildcard(tool).matcher(name).matches()
                || (specifier != null && ALIKE.getOrDefault(tool, Set.of()).contains(name));
    }

    /** The host of an address; empty if it cannot be known. */
    private static String hostOf(String url) {
        try {
            var host = java.net.URI.create(url.strip()).getHost();
            return host == null ? "" : host.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** A command that cannot be taken apart, or that holds what is known only when it runs, is meant. */
    private static boolean commandHolds(String wanted, String command) {
        var parts = Subcommands.of(command);
        if (parts == null) {
            return true;
        }
        var pattern = wildcard(wanted);
        boolean precise = wanted.replaceAll("[ :]?\\*$", "").strip().indexOf(' ') >= 0;
        for (var part : parts) {
            if (pattern.matcher(part).matches()
                    || Subcommands.isProgramDynamic(part)
                    || (precise && Subcommands.isDynamic(part))) {
                return true;
            }
        }
        return false;
    }

    /** {@code *} stands for anything; at the end behind a blank or a colon, also for nothing at all. */
    private static Pattern wildcard(String wanted) {
        var text = wanted.endsWith(":*") ? wanted.substring(0, wanted.length() - 2) + " *" : wanted;
        boolean open = text.endsWith(" *");
        var fixed = open ? text.substring(0, text.length() - 2) : text;
        var expression = new StringBuilder();
        for (var piece : fixed.split("\\*", -1)) {
            expression.append(expression.isEmpty() ? "" : ".*").append(Pattern.quote(piece));
        }
        return Pattern.compile(expression + (open ? "(?:\\s.*)?" : ""), Pattern.DOTALL);
    }

    private boolean fileHolds(String wanted, Path file, Path cwd, Path home) {
        Path base;
        String rest;
        if (wanted.startsWith("//")) {
            base = Path.of("/");
            rest = wanted.substring(2);
        } else if (wanted.startsWith("~/")) {
            base = home;
            rest = wanted.substring(2);
        } else if (wanted.startsWith("/")) {
            base = root;
            rest = wanted.substring(1);
        } else {
            base = cwd;
            rest = wanted.startsWith("./") ? wanted.substring(2) : wanted;
        }
        var path = file.isAbsolute() ? file.normalize() : cwd.resolve(file).normalize();
        return below(base, path, rest)
                || below(CallFile.of(base).path(), CallFile.of(path).path(), rest);
    }

    private static boolean below(Path base, Path path, String wanted) {
        if (!path.startsWith(base)) {
            return false;
        }
        var rest = wanted.endsWith("/") ? wanted.substring(0, wanted.length() - 1) : wanted;
        var below = base.relativize(path);
        // As in .gitignore: a name without a slash is meant in every folder, and a folder means all that is in it.
        return matches(rest, below)
                || matches(rest + "/**", below)
                || (!rest.contains("/") && (matches("**/" + rest, below) || matches("**/" + rest + "/**", below)));
    }

    private static boolean matches(String glob, Path path) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(path);
        } catch (PatternSyntaxException e) {
            return true;
        }
    }

    @Override
    public String toString() {
        return written;
    }
}
