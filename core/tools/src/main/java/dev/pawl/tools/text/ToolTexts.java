package dev.pawl.tools.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The descriptions of tools, read from {@code tools.md}.
 *
 * @param description describes what it does; a paragraph of the file
 * @param snippet one line for the system prompt; a quotation in the file
 * @param guidelines rules for its use; bullets in the file
 * @param parameters the schema of its arguments; a code block in the file
 */
public record ToolTexts(String description, String snippet, List<String> guidelines, String parameters) {

    public static Map<String, ToolTexts> read() {
        try (var in = ToolTexts.class.getResourceAsStream("tools.md")) {
            if (in == null) {
                throw new IllegalStateException("tools.md is missing beside " + ToolTexts.class);
            }
            return parse(new String(in.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read tools.md", e);
        }
    }

    public JsonObject schema() {
        return JsonObject.parse(parameters);
    }

    private static Map<String, ToolTexts> parse(String text) {
        var tools = new HashMap<String, ToolTexts>();
        int start = text.indexOf("# ");
        while (start >= 0) {
            int next = text.indexOf("\n# ", start);
            int nameEnd = text.indexOf('\n', start);
            tools.put(
                    text.substring(start + 2, nameEnd).strip(),
                    section(text.substring(nameEnd + 1, next < 0 ? text.length() : next)));
            start = next < 0 ? -1 : next + 1;
        }
        return tools;
    }

    private static ToolTexts section(String text) {
        int code = text.indexOf("```json\n");
        var parameters = text.substring(code + 8, text.indexOf("\n```", code));
        var description = "";
        var snippet = "";
        var guidelines = new ArrayList<String>();
        for (var paragraph : paragraphs(text.substring(0, code))) {
            if (paragraph.startsWith("> ")) {
                snippet = paragraph.substring(2);
            } else if (paragraph.startsWith("- ")) {
                guidelines.add(paragraph.substring(2));
            } else {
                description = description.isEmpty() ? paragraph : description + "\n" + paragraph;
            }
        }
        return new ToolTexts(description, snippet, guidelines, parameters);
    }

    /** Lines up to an empty one belong together, except that each bullet stands alone. */
    private static List<String> paragraphs(String text) {
        var paragraphs = new ArrayList<String>();
        @Nullable StringBuilder open = null;
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            var line = text.substring(start, end).strip();
            start = end + 1;
            if (open != null && (line.isEmpty() || line.startsWith("- "))) {
                paragraphs.add(open.toString());
                open = null;
            }
            if (!line.isEmpty()) {
                open = open == null ? new StringBuilder(line) : open.append(' ').append(line);
            }
        }
        if (open != null) {
            paragraphs.add(open.toString());
        }
        return paragraphs;
    }
}
