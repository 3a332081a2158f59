package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a call is shown: its title, its kind and its files.
 *
 * @param subject the path or the command; null if it is not known yet, or the tool has neither
 */
record ToolView(
        String name, @Nullable String subject, @Nullable Path file, long line) {
    private static final int TITLE = 200;

    /** The first argument that names the subject of a call, once its text is complete. */
    private static final Pattern SUBJECT =
            Pattern.compile("\"(path|command|pattern)\"\\s*:\\s*(\"(?:[^\"\\\\]|\\\\.)*\")", Pattern.DOTALL);

    static ToolView of(String name, JsonObject arguments, CallPaths paths) {
        var path = arguments.string("path");
        var subject = switch (name) {
            case "bash" -> arguments.string("command");
            case "grep", "find" -> arguments.string("pattern");
            default -> path;
        };
        return new ToolView(name, subject, path == null ? null : paths.find(path), arguments.number("offset", 0));
    }

    /** The subject of a call whose arguments are incomplete; null if it is not known. */
    static @Nullable JsonObject subject(String name, CharSequence written) {
        var found = SUBJECT.matcher(written);
        while (found.find()) {
            boolean wanted = found.group(1).equals(name.equals("bash") ? "command" : "path");
            if (wanted) {
                try {
                    return JsonObject.parse("{\"" + found.group(1) + "\":" + found.group(2) + "}");
                } catch (IllegalArgumentException e) {
                    return null;
                }
            }
        }
        return null;
    }

    boolean isCommand(String command) {
        return name.equals("bash") && subject != null && command.endsWith(subject);
    }

    JsonObject toJson() {
        var json = JsonObject.of("title", title(), "kind", kind());
        if (file == null) {
            return json;
        }
        var location = JsonObject.of("path", file.toString());
        return json.with("locations", List.of(line > 0 ? location.with("line", line) : location));
    }

    private String title() {
        if (subject == null) {
            return name;
        }
        var text = name.equals("bash") ? subject : name + " " + subject;
        var flat = text.strip().replaceAll("\\s*\\R\\s*", " ");
        return flat.isEmpty() ? name : flat.length() <= TITLE ? flat : flat.substring(0, TITLE - 1) + "…";
    }

    private String kind() {
        return switch (name) {
            case "read" -> "read";
            case "write", "edit" -> "edit";
            case "bash" -> "execute";
            case "grep", "find", "ls" -> "search";
            case "subagent", "todo" -> "think";
            default -> "other";
        };
    }
}
