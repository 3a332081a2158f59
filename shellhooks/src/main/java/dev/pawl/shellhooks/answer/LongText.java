package dev.pawl.shellhooks.answer;

import java.io.IOException;
import java.nio.file.Files;

/** Text of a hook that is too long for the model's window: the model reads its beginning, and where the whole of it is. */
final class LongText {
    private static final int PREVIEW = 2_000;

    private LongText() {}

    /** The text itself, if it is no longer than this. */
    static String bounded(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        var head = text.substring(0, Math.min(PREVIEW, longest));
        try {
            // Only the user can read what the system makes for this.
            var file = Files.createTempFile("pawl-hook-", ".txt");
            Files.writeString(file, text);
            return head + "\n[The hook wrote " + text.length() + " characters. All of them are in " + file + "]";
        } catch (IOException e) {
            return head + "\n[" + (text.length() - head.length())
                    + " more characters of the hook's output are left out: " + e.getMessage() + "]";
        }
    }
}
