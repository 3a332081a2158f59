package dev.pawl.base;

import org.jspecify.annotations.Nullable;

/**
 * The name under which a tool of a server is declared: {@code mcp__server__tool}.
 *
 * <p>It is only for writing and reading names. Whether a tool is one of a server is asked of its traits: a hook may give
 * its tools any names.
 */
public record ServerToolName(String server, String tool) {
    /** A format of the server and the tool. */
    public static final String FORMAT = "mcp__%s__%s";

    private static final String PREFIX = "mcp__";
    private static final String SEPARATOR = "__";

    /** Returns the server and the tool of a name; null if it is not written like the name of a server's tool. */
    public static @Nullable ServerToolName parse(String name) {
        int end = isOf(name) ? name.indexOf(SEPARATOR, PREFIX.length()) : -1;
        return end < 0
                ? null
                : new ServerToolName(name.substring(PREFIX.length(), end), name.substring(end + SEPARATOR.length()));
    }

    /** Returns whether a name or pattern that a user wrote means tools of servers. */
    public static boolean isOf(String pattern) {
        return pattern.startsWith(PREFIX);
    }

    /** Returns what the names of all tools of a server begin with. */
    public static String family(String server) {
        return PREFIX + server;
    }

    @Override
    public String toString() {
        return family(server) + SEPARATOR + tool;
    }
}
