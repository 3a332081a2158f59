package dev.pawl.mcp.tool;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolOutput;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts the result of a server to content for the model: text and images. */
public final class ResultContent {
    private static final int LONGEST = 20 * 1024;
    private static final Pattern SUFFIX = Pattern.compile("\\.[A-Za-z0-9]{1,8}$");

    private final OutputFiles files;

    public ResultContent(OutputFiles files) {
        this.files = files;
    }

    /**
     * The answer of a tool.
     *
     * @param readable whether the model has a tool to read resources with
     */
    public ToolOutput output(String server, String tool, JsonObject result, boolean readable) {
        var content = new ArrayList<Content>();
        for (var block : result.objects("content")) {
            content.addAll(block(server, block, readable));
        }
        if (result.objects("content").isEmpty() && result.has("structuredContent")) {
            content.add(Content.text(Json.writeIndented(result.get("structuredContent"))));
        }
        boolean failed = result.bool("isError", false);
        if (failed && Content.text(content).isEmpty()) {
            content.add(Content.text("MCP tool " + server + "/" + tool + " returned an error"));
        }
        return output(JsonObject.of("server", server, "tool", tool), content, result.without("_meta"), failed);
    }

    /** Content that is shortened if it is too long, with the structured result for scripts. */
    public ToolOutput output(
            JsonObject details, List<Content> content, @Nullable JsonObject structured, boolean failed) {
        var text = Shortened.of(Content.text(content), LONGEST);
        if (!text.cut()) {
            return new ToolOutput(content, details, structured, null, failed, false);
        }
        String where;
        var extended = details;
        try {
            var file = files.save(Content.text(content).getBytes(StandardCharsets.UTF_8), ".txt");
            where = "[Full output: " + file + " (read it with offset/limit)]";
            extended = extended.with("fullOutputPath", file.toString());
        } catch (IOException e) {
            where = "[Could not save the full output: " + e.getMessage() + "]";
        }
        var shown = new ArrayList<Content>();
        shown.add(Content.text("Warning: truncated output (original token count: " + (text.bytes() + 3) / 4
                + ")\nTotal output lines: " + text.lines() + "\n\n" + text.text() + "\n\n" + where));
        content.stream().filter(Content.Image.class::isInstance).forEach(shown::add);
        return new ToolOutput(shown, extended, structured, null, failed, false);
    }

    /** One block of an answer. */
    public List<Content> block(String server, JsonObject block, boolean readable) {
        return switch (block.string("type", "")) {
            case "text" -> List.of(Content.text(block.string("text", "")));
            case "image" -> List.of(image(block.string("data", ""), block.string("mimeType", "image/png")));
            case "audio" ->
                List.of(Content.text("[Audio " + block.string("mimeType", "of unknown type") + ", "
                        + size(decoded(block.string("data", "")).length) + ", left out]"));
            case "resource_link" -> List.of(Content.text(link(server, block, readable)));
            case "resource" -> resource(block.object("resource"));
            default -> List.of(Content.text(Json.write(block)));
        };
    }

    private static String link(String server, JsonObject link, boolean readable) {
        var about = new ArrayList<String>();
        if (link.string("mimeType") != null) {
            about.add(link.string("mimeType", ""));
        }
        if (link.get("size") instanceof Number bytes) {
            about.add(size(bytes.longValue()));
        }
        var name = link.string("title", link.string("name", ""));
        return "[Resource " + link.string("uri", "") + " \"" + name + "\""
                + (about.isEmpty() ? "" : " (" + String.join(", ", about) + ")")
                + (link.string("description") == null ? "" : ": " + link.string("description"))
                + (readable ? ". Read it with read_mcp_resource (server \"" + server + "\")" : "")
                + "]";
    }

    private List<Content> resource(JsonObject resource) {
        var text = resource.string("text");
        if (text != null) {
            return List.of(Content.text(text));
        }
        var type = resource.string("mimeType");
        var blob = resource.string("blob", "");
        if (type != null && type.startsWith("image/")) {
            return List.of(image(blob, type));
        }
        var data = decoded(blob);
        if (isText(type)) {
            return List.of(Content.text(new String(data, StandardCharsets.UTF_8)));
        }
        var uri = resource.string("uri", "");
        var kind = (type == null ? "unknown type" : type) + ", " + size(data.length);
        try {
            return List.of(Content.text(
                    "[Binary resource " + uri + " (" + kind + ") saved to " + files.save(data, suffix(uri)) + "]"));
        } catch (IOException e) {
            return List.of(Content.text(
                    "[Binary resource " + uri + " (" + kind + ") could not be saved: " + e.getMessage() + "]"));
        }
    }

    private static Content image(String data, String type) {
        return Content.image(data, type);
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private static boolean isText(@Nullable String type) {
        if (type == null) {
            return false;
        }
        int end = type.indexOf(';');
        var plain = (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        return plain.startsWith("text/")
                || plain.equals("application/json")
                || plain.endsWith("+json")
                || plain.endsWith("+xml");
    }

    private static String suffix(String uri) {
        String path;
        try {
            var parsed = URI.create(uri).getPath();
            path = parsed == null ? uri : parsed;
        } catch (IllegalArgumentException e) {
            path = uri;
        }
        var found = SUFFIX.matcher(path);
        return found.find() ? found.group() : ".bin";
    }

    private static String size(long bytes) {
        return bytes < 1024
                ? bytes + "B"
                : bytes < 1024 * 1024
                        ? String.format(Locale.ROOT, "%.1fKB", bytes / 1024.0)
                        : String.format(Locale.ROOT, "%.1fMB", bytes / 1024.0 / 1024.0);
    }

    /**
     * A text whose middle is left out if it is too long.
     *
     * @param cut whether something was left out
     * @param bytes how long the whole text is
     * @param lines how many lines the whole text has
     */
    record Shortened(String text, boolean cut, int bytes, int lines) {
        static Shortened of(String text, int limit) {
            var utf8 = text.getBytes(StandardCharsets.UTF_8);
            int lines = lines(text);
            if (utf8.length <= limit) {
                return new Shortened(text, false, utf8.length, lines);
            }
            int head = limit / 2;
            while (head > 0 && isInside(utf8, head)) {
                head--;
            }
            int tail = utf8.length - (limit - limit / 2);
            while (tail < utf8.length && isInside(utf8, tail)) {
                tail++;
            }
            var removed = new String(utf8, head, tail - head, StandardCharsets.UTF_8);
            var kept = new String(utf8, 0, head, StandardCharsets.UTF_8)
                    + "…"
                    + removed.codePointCount(0, removed.length())
                    + " chars truncated…"
                    + new String(utf8, tail, utf8.length - tail, StandardCharsets.UTF_8);
            return new Shortened(kept, true, utf8.length, lines);
        }

        /** Returns whether a character does not begin there. */
        private static boolean isInside(byte[] utf8, int at) {
            return at < utf8.length && (utf8[at] & 0xC0) == 0x80;
        }

        /** A line break at the end begins no further line. */
        private static int lines(String text) {
            int lines = text.isEmpty() || text.endsWith("\n") ? 0 : 1;
            for (int i = 0; i < text.length(); i++) {
                lines += text.charAt(i) == '\n' ? 1 : 0;
            }
            return lines;
        }
    }
}
