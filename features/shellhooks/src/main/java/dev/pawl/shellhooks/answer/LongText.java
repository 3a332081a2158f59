package dev.pawl.shellhooks.answer;

import java.io.IOException;
import java.nio.file.Path;

/** Text of a hook that is too long for the model's window: the model reads its beginning, and where the whole of it is. */
public final class LongText {
    private static final int PREVIEW = 2_000;

    private LongText() {}

    /** Keeps texts in files, until the program ends. */
    @FunctionalInterface
    public interface Keeper {
        /** The file that a text is written to. */
        Path keep(String text) throws IOException;
    }

    /** The text itself, if it is no longer than this. */
    static String bounded(String text, int longest, Keeper keeper) {
        if (text.length() <= longest) {
            return text;
        }
        var head = text.substring(0, Math.min(PREVIEW, longest));
        try {
            return head + "\n[The hook wrote " + text.length() + " characters. All of them are in " + keeper.keep(text)
                    + " until the program ends]";
        } catch (IOException e) {
            return head + "\n[" + (text.length() - head.length())
                    + " more characters of the hook's output are left out: " + e.getMessage() + "]";
        }
    }
}
