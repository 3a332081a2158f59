package dev.pawl.shellhooks.file;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.CallFile;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A rule such as {@code Bash(git push *)} that a hook names under {@code if}. */
public final class Condition {
    private static final Pattern RULE = Pattern.compile("([A-Za-z_][\\w*-]*)(?:\\((.*)\\))?", Pattern.DOTALL);

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
     * Whether a call is meant.
     *
     * @param names the names of the tool
     * @param input the input as the dialect writes it
     */
    public boolean holds(List<String> names, JsonObject input, Path cwd, Path home) {
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
            return hostOf(url).equals(wanted.substring("domain:".length()));
        }
        return input.get("file_path") instanceof String file && fileHolds(wanted, Path.of(file), cwd, home);
    }

    private boolean names(String name) {
        return tool.equals(name)
                || name.startsWith(tool + "__")
                || wildcard(tool).matcher(name).matches();
    }

    private static String hostOf(String url) {
        try {
            var host = java.net.URI.create(url).getHost();
            return host == null ? "" : host;
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
            if (pattern.matcher(part).matches() || (precise && Subcommands.isDynamic(part))) {
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
        var files = FileSystems.getDefault();
        // As in .gitignore: a name without a slash is meant in every folder, and a folder means all that is in it.
        var glob = rest.contains("/") ? rest : "{" + rest + ",**/" + rest + "}";
        return files.getPathMatcher("glob:" + glob).matches(below)
                || files.getPathMatcher("glob:" + glob + "/**").matches(below);
    }

    @Override
    public String toString() {
        return written;
    }
}
