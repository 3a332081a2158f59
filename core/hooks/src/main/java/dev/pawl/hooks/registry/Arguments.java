package dev.pawl.hooks.registry;

import java.util.ArrayList;
import java.util.List;

/** Splits the text behind a command as a shell would: at spaces, but not inside quotes. */
public final class Arguments {
    private Arguments() {}

    /** Quoted empty strings are kept; a quote that is never closed reaches to the end. */
    public static List<String> split(String raw) {
        var arguments = new ArrayList<String>();
        var current = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    current.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                begun = true;
            } else if (Character.isWhitespace(c)) {
                if (begun) {
                    arguments.add(current.toString());
                    current.setLength(0);
                    begun = false;
                }
            } else {
                current.append(c);
                begun = true;
            }
        }
        if (begun) {
            arguments.add(current.toString());
        }
        return List.copyOf(arguments);
    }
}
