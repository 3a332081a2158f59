package dev.pawl.mcp.tool;

import dev.pawl.base.ServerToolName;
import dev.pawl.base.Sha256;
import java.util.function.Predicate;

/** The names under which tools of servers are declared, unique among all tools. */
public final class ToolNames {
    private static final int LONGEST = 64;
    private static final int HASH = 8;

    private ToolNames() {}

    /**
     * The name of a tool. Characters that providers do not accept become {@code _}; a name that is too long, or that another tool
     * has, ends in a part of a hash.
     *
     * @param taken whether another tool has a name
     */
    public static String of(String server, String tool, Predicate<String> taken) {
        var name = new StringBuilder(new ServerToolName(server, tool).toString());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) {
                name.setCharAt(i, '_');
            }
        }
        if (name.length() <= LONGEST && !taken.test(name.toString())) {
            return name.toString();
        }
        var hash = hash(server + "\0" + tool).substring(0, HASH);
        return name.substring(0, Math.min(name.length(), LONGEST - HASH - 1)) + "_" + hash;
    }

    /** SHA-256 of a text, in hexadecimal digits. */
    public static String hash(String text) {
        return Sha256.hex(text);
    }
}
