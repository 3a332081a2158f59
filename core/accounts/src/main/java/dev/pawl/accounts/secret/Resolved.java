package dev.pawl.accounts.secret;

/** The result of resolving a value: the value itself, or a sentence that states why there is none. */
public sealed interface Resolved {
    record Value(Secret secret) implements Resolved {}

    record Missing(String why) implements Resolved {}

    /** Returns a value that can be sent in a header, or a sentence that does not show it. */
    static Resolved sendable(String value, String what) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~') {
                var found = c == '\n' || c == '\r'
                        ? "a line break"
                        : c < ' ' || c == 127 ? "a control character" : "a character that is not ASCII";
                return new Missing(what + " holds " + found + ", so it cannot be sent. Write it again, without quotes,"
                        + " spaces and line breaks around it.");
            }
        }
        return new Value(Secret.of(value));
    }
}
