package dev.pawl.mcp.wire;

/** The end of what a server wrote on its standard error, and of what was no message on its standard output. */
final class LastWords {
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
