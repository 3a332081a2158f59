package dev.pawl.mcp.client;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Lists that a server returns page by page. */
public final class Pages {
    private static final int MOST_PAGES = 200;
    private static final int MOST_ITEMS = 5_000;
    private static final int LONGEST = 16 << 20;

    private Pages() {}

    /** Requests a page from a server. */
    @FunctionalInterface
    public interface Source {
        JsonObject page(String method, JsonObject params) throws IOException, InterruptedException;
    }

    /** All pages of a list, up to a limit: an endless list must not fill the memory. */
    public static List<JsonObject> all(Source source, String method, String field)
            throws IOException, InterruptedException {
        var all = new ArrayList<JsonObject>();
        var params = JsonObject.empty();
        long length = 0;
        for (int page = 0; page < MOST_PAGES && all.size() < MOST_ITEMS; page++) {
            var result = source.page(method, params);
            for (var item : result.objects(field)) {
                length += Json.write(item).length();
                all.add(item);
            }
            if (length > LONGEST) {
                throw new IOException("its " + field + " are longer than " + (LONGEST >> 20) + " MB (" + method + ")");
            }
            var next = result.string("nextCursor");
            if (next == null) {
                break;
            }
            params = JsonObject.of("cursor", next);
        }
        return all.size() > MOST_ITEMS ? List.copyOf(all.subList(0, MOST_ITEMS)) : all;
    }
}
