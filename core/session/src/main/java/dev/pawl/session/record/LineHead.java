package dev.pawl.session.record;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads type, id and parent off the beginning of a line, where all programs write them.
 *
 * <p>It knows flat string and null values only. A line that has something else before the three are found is left to a
 * real parser.
 */
public final class LineHead {
    @Nullable
    public String type;

    @Nullable
    public String id;

    @Nullable
    public String parentId;

    private boolean parentSeen;
    private byte[] line = {};
    private int at;
    private int end;

    /** Whether type, id and parent were found in these bytes. */
    public boolean read(byte[] bytes, int from, int to) {
        line = bytes;
        at = from;
        end = to;
        type = null;
        id = null;
        parentId = null;
        parentSeen = false;
        if (!take('{')) {
            return false;
        }
        do {
            var name = string();
            if (name == null || !take(':')) {
                return false;
            }
            if (!value(name)) {
                return false;
            }
            if (type != null && id != null && parentSeen) {
                return true;
            }
        } while (take(','));
        return false;
    }

    private boolean value(String name) {
        skipSpace();
        if (at < end && line[at] == 'n') {
            at += 4;
            parentSeen |= name.equals("parentId");
            return at < end;
        }
        var value = string();
        if (value == null) {
            return false;
        }
        switch (name) {
            case "type" -> type = value;
            case "id" -> id = value;
            case "parentId" -> {
                parentId = value;
                parentSeen = true;
            }
            default -> {}
        }
        return true;
    }

    /** A string without escapes and of plain characters; null for anything else. */
    private @Nullable String string() {
        if (!take('"')) {
            return null;
        }
        int from = at;
        while (at < end && line[at] != '"') {
            if (line[at] == '\\' || line[at] < ' ') {
                return null;
            }
            at++;
        }
        if (at == end) {
            return null;
        }
        return new String(line, from, at++ - from, StandardCharsets.ISO_8859_1);
    }

    private boolean take(char wanted) {
        skipSpace();
        if (at < end && line[at] == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void skipSpace() {
        while (at < end && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r')) {
            at++;
        }
    }
}
