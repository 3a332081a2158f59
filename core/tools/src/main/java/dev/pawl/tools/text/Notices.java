package dev.pawl.tools.text;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolOutput;
import java.util.ArrayList;
import java.util.List;

/** A list that is shown to the model, cut to size, with the reasons why it may not be all. */
public final class Notices {
    private final Truncation shown;
    private final List<String> reasons = new ArrayList<>();
    private JsonObject details = JsonObject.empty();

    public Notices(String list) {
        // The number of entries is limited already.
        shown = Truncate.head(list, Integer.MAX_VALUE, Truncate.MAX_BYTES);
    }

    /** Reports that there are more results than were requested. */
    public void limit(String detail, int limit, String things, String otherwise) {
        reasons.add(limit + " " + things + " limit reached. Use limit=" + Math.min(2L * limit, Integer.MAX_VALUE)
                + " for more" + otherwise);
        details = details.with(detail, limit);
    }

    public void linesCut() {
        reasons.add("Some lines truncated to " + Truncate.MAX_LINE_CHARS + " chars. Use read tool to see full lines");
        details = details.with("linesTruncated", true);
    }

    public ToolOutput output() {
        if (shown.truncated()) {
            reasons.add(Truncate.size(Truncate.MAX_BYTES) + " limit reached");
            details = details.with("truncation", shown.toJson());
        }
        var text = reasons.isEmpty() ? shown.content() : shown.content() + "\n\n[" + String.join(". ", reasons) + "]";
        return new ToolOutput(
                List.of(Content.text(text)), details.isEmpty() ? null : details, null, null, false, false);
    }
}
