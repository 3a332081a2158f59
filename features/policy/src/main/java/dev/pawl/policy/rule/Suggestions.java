package dev.pawl.policy.rule;

import dev.pawl.policy.command.Part;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules that would have answered a question, which the user can save. */
final class Suggestions {
    /** Programs whose first argument is a command. */
    private static final Set<String> WITH_COMMANDS = Set.of(
            "git",
            "npm",
            "pnpm",
            "yarn",
            "npx",
            "bun",
            "deno",
            "cargo",
            "go",
            "docker",
            "podman",
            "kubectl",
            "helm",
            "pip",
            "pip3",
            "poetry",
            "uv",
            "bundle",
            "rake",
            "gradle",
            "./gradlew",
            "mvn",
            "./mvnw",
            "make",
            "dotnet",
            "terraform",
            "gh",
            "brew",
            "apt",
            "apt-get",
            "systemctl",
            "composer",
            "mix",
            "rustup",
            "conda");

    /** Programs that can do anything, so that only the exact command is suggested. */
    private static final Set<String> ANYTHING = Set.of(
            "rm",
            "sudo",
            "doas",
            "su",
            "sh",
            "bash",
            "dash",
            "zsh",
            "python",
            "python3",
            "node",
            "perl",
            "ruby",
            "php",
            "lua",
            "awk",
            "gawk",
            "curl",
            "wget",
            "ssh",
            "scp",
            "dd",
            "env",
            "xargs",
            "find",
            "source",
            ".",
            "chmod",
            "chown",
            "kill",
            "tar",
            "deno",
            "osascript",
            "powershell",
            "pwsh",
            "npx",
            "mv",
            "sed");

    private static final int MOST = 3;

    private Suggestions() {}

    static List<String> forParts(List<Part> open) {
        var rules = new LinkedHashSet<String>();
        for (var part : open) {
            var rule = part.isUnknown() ? null : forPart(part);
            if (rule == null) {
                return List.of();
            }
            rules.add(rule);
        }
        return rules.size() > MOST ? List.of() : List.copyOf(rules);
    }

    private static @Nullable String forPart(Part part) {
        var words = part.words();
        var program = words.getFirst().text();
        var name = program.substring(program.lastIndexOf('/') + 1);
        if (ANYTHING.contains(name)) {
            return exact(part);
        }
        if (WITH_COMMANDS.contains(program)) {
            return words.size() > 1
                            && words.get(1).exact()
                            && words.get(1).text().matches("[\\w:./-]+")
                            && !words.get(1).text().startsWith("-")
                    ? rule(program + " " + words.get(1).text()
                            + (second(program, words.get(1).text())
                                            && words.size() > 2
                                            && words.get(2).exact()
                                    ? " " + words.get(2).text()
                                    : "")
                            + " *")
                    : exact(part);
        }
        return rule(program + " *");
    }

    private static boolean second(String program, String command) {
        return command.equals("run") && Set.of("npm", "pnpm", "yarn", "bun").contains(program);
    }

    private static @Nullable String exact(Part part) {
        boolean known = part.words().stream()
                .allMatch(word -> word.exact() && !word.text().contains(" "));
        return known && part.text().indexOf('*') < 0 ? rule(part.text()) : null;
    }

    private static @Nullable String rule(String pattern) {
        return pattern.matches("[^()\\n\\uFFFF]+") ? "Bash(" + pattern + ")" : null;
    }

    static List<String> forFile(Path path, Path cwd) {
        if (path.startsWith(cwd)) {
            var below = cwd.relativize(path);
            var first = below.getNameCount() > 1 ? "./" + below.getName(0) + "/**" : "./" + below;
            return plain(first) ? List.of("Edit(" + first + ")") : List.of();
        }
        var folder = String.valueOf(path.getParent());
        return plain(folder) && folder.length() > 1 ? List.of("Edit(/" + folder + "/**)") : List.of();
    }

    private static boolean plain(String path) {
        return path.matches("[\\w./ +@=-]+(/\\*\\*)?");
    }

    static List<String> forTool(String tool, ToolKind kind, @Nullable String host) {
        if (kind == ToolKind.FETCH) {
            return host == null ? List.of() : List.of("WebFetch(domain:" + host + ")");
        }
        return tool.matches("[\\w.-]+") ? List.of(tool) : List.of();
    }
}
