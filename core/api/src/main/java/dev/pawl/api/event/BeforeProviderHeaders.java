package dev.pawl.api.event;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The HTTP headers of a request to the model's provider.
 *
 * @param headers the headers by name, in the order in which they are sent
 */
public record BeforeProviderHeaders(Map<String, String> headers) {
    public BeforeProviderHeaders {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** With a header, in place of one of the same name. */
    public BeforeProviderHeaders with(String name, String value) {
        var changed = without(name).asMap();
        changed.put(name, value);
        return new BeforeProviderHeaders(Collections.unmodifiableMap(changed));
    }

    /** Without a header; case does not matter. */
    public BeforeProviderHeaders without(String name) {
        var changed = asMap();
        changed.keySet().removeIf(name::equalsIgnoreCase);
        return new BeforeProviderHeaders(Collections.unmodifiableMap(changed));
    }

    private LinkedHashMap<String, String> asMap() {
        return new LinkedHashMap<>(headers);
    }
}
