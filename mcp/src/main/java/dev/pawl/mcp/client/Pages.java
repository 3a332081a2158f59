package dev.pawl.mcp.client;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Lists that a server gives page by page. */
public final class Pages {
    private static final int MOST_PAGES = 200;
    private static final int MOST_ITEMS = 5_000;

    private Pages() {}

    /** All pages of a list, within reason. */
    public static List<JsonObject> all(McpClient of, String method, String field)
            throws IOException, InterruptedException {
        var all = new ArrayList<JsonObject>();
        var params = JsonObject.empty();
        for (int page = 0; page < MOST_PAGES && all.size() < MOST_ITEMS; page++) {
            var result = of.request(method, params);
            all.addAll(result.objects(field));
            var next = result.string("nextCursor");
            if (next == null) {
                break;
            }
            params = JsonObject.of("cursor", next);
        }
        return all.size() > MOST_ITEMS ? List.copyOf(all.subList(0, MOST_ITEMS)) : all;
    }
}
