package dev.pawl.observe.page;

import dev.pawl.api.json.JsonObject;
import dev.pawl.observe.trace.HookCost;
import dev.pawl.observe.trace.HookFigures;
import dev.pawl.observe.trace.TraceLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The effects of hooks in a session, as a page: a chart over time, the slowest hooks, the changes and their cost. */
public final class TracePage {
    private TracePage() {}

    /** The same as data. */
    public static JsonObject json(String session, List<TraceLine> lines) {
        return JsonObject.of("session", session)
                .with(
                        "hooks",
                        HookFigures.of(lines).stream().map(HookFigures::toJson).toList())
                .with("costs", HookCost.of(lines).stream().map(HookCost::toJson).toList())
                .with("dispatches", lines.stream().map(TraceLine::toJson).toList());
    }

    /** Writes the page, and replaces an existing one. */
    public static void write(String session, List<TraceLine> lines, Path target) throws IOException {
        var script =
                List.of("dom.js", "trace.js").stream().map(PageParts::resource).collect(Collectors.joining("\n"));
        var style = PageParts.resource("page.css") + PageParts.resource("trace.css");
        PageParts.replace(
                target,
                out -> out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
                        .append(PageParts.policy(script, style))
                        .append("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                        .append("<title>")
                        .append(PageParts.escaped("Trace of " + session))
                        .append("</title>\n<style>")
                        .append(style)
                        .append("</style>\n</head>\n<body>\n")
                        .append(PageParts.resource("trace.html"))
                        .append("<script type=\"application/json\" id=\"data\">")
                        .append(PageParts.inert(json(session, lines).toString()))
                        .append("</script>\n<script>")
                        .append(script)
                        .append("</script>\n</body>\n</html>\n"));
    }
}
