package dev.pawl.accounts.oauth;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The fields of a form, which is also how the query of an address is written. */
public final class FormFields {
    private FormFields() {}

    /** Returns fields as the body of a form or as a query. */
    public static String encode(Map<String, String> fields) {
        var form = new StringBuilder();
        fields.forEach((name, value) -> form.append(form.isEmpty() ? "" : "&")
                .append(encode(name))
                .append('=')
                .append(encode(value)));
        return form.toString();
    }

    /** Returns a text as it is written in a form. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Returns the fields of a query, the first of each name; a value that cannot be decoded is empty. */
    public static Map<String, String> decode(String query) {
        var fields = new LinkedHashMap<String, String>();
        for (var pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                fields.putIfAbsent(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
