package dev.pawl.observe.page;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionView;
import dev.pawl.observe.trace.TraceLine;
import dev.pawl.session.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A session as one self-contained HTML page: all branches, the effects of hooks, and a search.
 *
 * <p>The output of models and programs is in the page as data only, in blocks that the script of the page reads when they
 * become visible: a long session opens quickly, and none of its content can become markup or run.
 */
public final class SessionPage {
    private static final List<String> SCRIPTS = List.of(
            "dom.js", "highlight.js", "markdown.js", "entries.js", "session.js", "view.js", "tree.js", "page.js");
    private static final int CHUNK = 1 << 18;
    private static final int CHUNK_FIELD = 5;

    private final Appendable out;
    private final List<List<Object>> index = new ArrayList<>();
    private final StringBuilder chunk = new StringBuilder();
    private final Map<String, String> labels = new HashMap<>();
    private int chunks;
    private String pendingScript = "";
    private long chunkLength;

    private SessionPage(Appendable out) {
        this.out = out;
    }

    /** The name of the file if none is given. */
    public static String fileName(SessionView session) {
        return baseName(session) + ".html";
    }

    static String baseName(SessionView session) {
        var file = session.file();
        var name = file == null ? session.id() : String.valueOf(file.getFileName());
        return "pawl-session-" + name.replaceFirst("\\.jsonl$", "");
    }

    /**
     * Writes the page, and replaces an existing one.
     *
     * @throws IllegalStateException if the session has no message yet
     */
    public static void write(Session session, List<TraceLine> traces, Path target) throws IOException {
        if (session.stats().totalMessages() == 0) {
            throw new IllegalStateException("there is nothing to export yet: send a message first");
        }
        PageParts.replace(target, out -> new SessionPage(out).write(session, traces));
    }

    private void write(Session session, List<TraceLine> traces) throws IOException {
        var script = SCRIPTS.stream().map(PageParts::resource).collect(Collectors.joining("\n"));
        var style = PageParts.resource("page.css");
        var name = session.name();
        var title = name == null ? "Session " + session.id() : name;
        out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
                .append(PageParts.policy(script, style))
                .append("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"referrer\" content=\"no-referrer\">\n<title>")
                .append(PageParts.escaped(title))
                .append("</title>\n<style>")
                .append(style)
                .append("</style>\n</head>\n<body>\n")
                .append(PageParts.resource("body.html"));
        session.each(this::index);
        data("index", List.copyOf(index).toString());
        data("about", about(session, title).toString());
        data(
                "hooks",
                traces.stream()
                        .filter(TraceLine::hadEffect)
                        .map(line -> line.toJson().toString())
                        .collect(Collectors.joining(",", "[", "]")));
        chunks = 0;
        pendingScript = "</div>\n<script>" + script + "</script>\n<div hidden>\n";
        out.append("<div hidden>\n");
        session.each((place, _, entry) -> entry(place, entry));
        flush();
        out.append(pendingScript).append("</div>\n</body>\n</html>\n");
    }

    private JsonObject about(Session session, String title) {
        var stats = session.stats();
        var usage = stats.usage();
        var facts = new ArrayList<String>();
        facts.add(session.id());
        facts.add(session.cwd().toString());
        facts.add(counted(stats.userMessages(), "prompt"));
        facts.add(counted(stats.toolCalls(), "tool call"));
        facts.add(String.format(
                Locale.ROOT,
                "%,d tokens in, %,d out, %,d from cache, %,d to cache",
                usage.input(),
                usage.output(),
                usage.cacheRead(),
                usage.cacheWrite()));
        facts.add(String.format(Locale.ROOT, "$%.4f", usage.cost().total()));
        return JsonObject.of("title", title, "facts", facts)
                .with("leaf", session.leafId())
                .with("labels", JsonObject.from(labels));
    }

    private static String counted(int count, String what) {
        return String.format(Locale.ROOT, "%,d %s", count, what) + (count == 1 ? "" : "s");
    }

    /** Adds an entry to the index, with which the page works while its data is still loading. */
    private void index(int place, int parent, Entry entry) {
        if (entry instanceof Entry.LabelChange change) {
            var label = change.label();
            if (label == null || label.isEmpty()) {
                labels.remove(change.targetId());
            } else {
                labels.put(change.targetId(), label);
            }
        }
        var page = PageEntry.of(entry);
        int size = page == null ? 0 : page.toJson(place).toString().length();
        index.add(List.of(
                quoted(entry.id()),
                parent,
                page == null ? "\"\"" : quoted(page.kind()),
                entry.timestamp().toEpochMilli(),
                Math.min(size, 100_000),
                page == null ? -1 : chunks,
                page == null ? "\"\"" : quoted(page.preview())));
        chunkLength += size;
        if (chunkLength > CHUNK) {
            chunks++;
            chunkLength = 0;
        }
    }

    /** Writes an entry into the chunk that the index names. */
    private void entry(int place, Entry entry) throws IOException {
        var page = place < index.size() ? PageEntry.of(entry) : null;
        if (page != null) {
            if (!index.get(place).get(CHUNK_FIELD).equals(chunks)) {
                flush();
            }
            chunk.append(chunk.isEmpty() ? "[" : ",\n").append(page.toJson(place));
        }
    }

    private static String quoted(String text) {
        var json = JsonObject.of("", text).toString();
        return json.substring(json.indexOf(':') + 1, json.length() - 1);
    }

    private void flush() throws IOException {
        if (!chunk.isEmpty()) {
            data("chunk-" + chunks, chunk.append(']').toString());
            chunk.setLength(0);
            chunks++;
            out.append(pendingScript);
            pendingScript = "";
        }
    }

    private void data(String id, String json) throws IOException {
        out.append("<script type=\"application/json\" id=\"")
                .append(id)
                .append("\">")
                .append(PageParts.inert(json))
                .append("</script>\n");
    }
}
