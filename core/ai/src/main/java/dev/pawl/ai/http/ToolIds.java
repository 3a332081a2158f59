package dev.pawl.ai.http;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The names of tool calls in one conversation, made to fit what a wire accepts and kept apart from each other. */
final class ToolIds {
    private final int longest;
    private final Map<String, String> renamed = new HashMap<>();
    private final Set<String> taken = new HashSet<>();

    ToolIds(String api) {
        longest = api.equals("openai-completions") ? 40 : 64;
    }

    /** A name that the model itself gave. */
    void keep(String id) {
        renamed.put(id, id);
        taken.add(id);
    }

    /** Returns the name under which a call of another model is sent. */
    String rename(String id) {
        var fitting = fit(id);
        var unique = fitting;
        for (int i = 2; !taken.add(unique); i++) {
            var end = "_" + i;
            unique = fitting.substring(0, Math.min(fitting.length(), longest - end.length())) + end;
        }
        renamed.put(id, unique);
        return unique;
    }

    /** Returns the name that a call goes by now. */
    String known(String id) {
        return renamed.getOrDefault(id, id);
    }

    /** {@code call|item} is how one wire names a call and its item; the others take the call alone. */
    private String fit(String id) {
        int bar = id.indexOf('|');
        var call = bar < 0 ? id : id.substring(0, bar);
        var fitting = new StringBuilder();
        for (int i = 0; i < call.length() && fitting.length() < longest; i++) {
            char c = call.charAt(i);
            boolean fits = c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '-');
            fitting.append(fits ? c : '_');
        }
        return fitting.isEmpty() ? "call" : fitting.toString();
    }
}
