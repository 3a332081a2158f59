package dev.pawl.config.trust;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.FrontMatter;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hooks at the head of a skill or an agent of Claude Code.
 *
 * @param name what the skill or agent is called
 * @param ofAgent whether it is an agent
 * @param json the head, in the layout of a file of hooks
 * @param problem why the head cannot be read, as the end of a sentence about the file; empty if it can
 */
public record FrontMatterHooks(Path file, String name, boolean ofAgent, JsonObject json, String problem) {
    private static final Pattern FIELD = Pattern.compile("(?m)^[\"']?hooks[\"']?\\s*:");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");

    /** The only field of a hook that is a number; all others may be texts of digits. */
    private static final String TIMEOUT = "timeout";

    /** Those below the user's home folder or a project. */
    public static List<FrontMatterHooks> in(Path root) {
        var all = new ArrayList<FrontMatterHooks>();
        for (var file : files(root)) {
            all.add(read(file));
        }
        return all;
    }

    /** The files below the user's home folder or a project that have hooks at their head. */
    static List<Path> files(Path root) {
        var claude = root.resolve(".claude");
        var files = new ArrayList<Path>();
        for (var folder : children(claude.resolve("skills"))) {
            files.add(folder.resolve("SKILL.md"));
        }
        files.addAll(children(claude.resolve("agents")));
        files.removeIf(file -> !file.toString().endsWith(".md") || !namesHooks(file));
        return files;
    }

    /** Whether a file is a skill or an agent, of which only the hooks at its head are run. */
    static boolean isPlace(Path file) {
        var folder = file.getParent();
        var above = folder == null ? null : folder.getParent();
        return folder != null
                && ((folder.endsWith(".claude/agents") && file.toString().endsWith(".md"))
                        || (file.endsWith("SKILL.md") && above != null && above.endsWith(".claude/skills")));
    }

    private static List<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var children = Files.newDirectoryStream(folder)) {
            var all = new ArrayList<Path>();
            children.forEach(all::add);
            all.sort(null);
            return all;
        } catch (IOException | DirectoryIteratorException e) {
            return List.of(); // What cannot be listed brings nothing.
        }
    }

    private static boolean namesHooks(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try {
            var head = TextFile.head(file, FrontMatter.LONGEST);
            return head.startsWith("---") && FIELD.matcher(head).find() && mayHave(FrontMatter.parse(head));
        } catch (IOException e) {
            return true; // Reading it reports why.
        }
    }

    /** A head that cannot be read in full may have hooks. */
    private static boolean mayHave(FrontMatter head) {
        return head.values().containsKey("hooks") || !head.complaints().isEmpty();
    }

    private static FrontMatterHooks read(Path file) {
        boolean agent = !file.endsWith("SKILL.md");
        var own = String.valueOf((agent ? file : parent(file)).getFileName()).replaceFirst("\\.md$", "");
        try {
            var head = FrontMatter.parse(TextFile.head(file, FrontMatter.LONGEST));
            var name = head.text("name");
            return new FrontMatterHooks(
                    file,
                    name == null || name.isBlank() ? own : name.strip(),
                    agent,
                    hooks(head),
                    head.complaints().isEmpty()
                            ? ""
                            : "has a head that is wrong: " + String.join("; ", head.complaints()));
        } catch (IOException e) {
            return new FrontMatterHooks(file, own, agent, JsonObject.empty(), "cannot be read: " + TextFile.why(e));
        }
    }

    private static Path parent(Path file) {
        var folder = file.getParent();
        return folder == null ? file : folder;
    }

    /** What runs of a head: its hooks. */
    static JsonObject hooks(FrontMatter head) {
        var hooks = new LinkedHashMap<String, @Nullable Object>();
        hooks.put("hooks", typed("hooks", head.values().get("hooks")));
        return JsonObject.from(hooks);
    }

    private static @Nullable Object typed(String name, @Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                var fields = new LinkedHashMap<String, @Nullable Object>();
                map.forEach((key, each) -> fields.put(String.valueOf(key), typed(String.valueOf(key), each)));
                yield fields;
            }
            case List<?> list -> list.stream().map(each -> typed(name, each)).toList();
            case String text when name.equals(TIMEOUT) && NUMBER.matcher(text).matches() -> Double.valueOf(text);
            case null, default -> value;
        };
    }
}
