package dev.pawl.mcp.wire;

/** The end of the standard error of a server, and of its standard output that is not a message. */
final class LastOutput {
    private static final int KEPT = 2_000;

    private final StringBuilder text = new StringBuilder();

    synchronized void add(String more) {
        text.append(more.length() > KEPT ? more.substring(more.length() - KEPT) : more);
        if (text.length() > 2 * KEPT) {
            text.delete(0, text.length() - KEPT);
        }
    }

    synchronized String text() {
        var whole = text.length() > KEPT ? text.substring(text.length() - KEPT) : text.toString();
        return whole.strip();
    }
}
