package dev.pawl.cli;

import java.io.InputStream;

/** The text that is piped into the program. */
public final class StandardInput {
    private StandardInput() {}

    /** All of it, without the line breaks at its end; nothing if it is a terminal. */
    public static String read(InputStream in) {
        if (Terminal.hasInput()) {
            return "";
        }
        var text = BoundedInput.text(BoundedInput.bytes(in, "what was piped in"));
        if (text == null) {
            throw Refusal.because("what was piped in is not text (UTF-8), so it cannot be sent to a model. Save it to a"
                    + " file and name that in the prompt.");
        }
        return text.stripTrailing();
    }
}
