package dev.pawl.base;

import java.util.ArrayList;
import java.util.List;

/** Splits what follows the name of a command or a template as a shell would: at spaces, but not inside quotes. */
public final class QuotedWords {
    private QuotedWords() {}

    /** Returns the words, quoted empty ones too; a quote that is never closed reaches to the end. */
    public static List<String> split(String text) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0 && c != quote) {
                word.append(c);
            } else if (quote != 0) {
                quote = 0;
            } else if (c == '"' || c == '\'') {
                quote = c;
                begun = true;
            } else if (!Character.isWhitespace(c)) {
                word.append(c);
                begun = true;
            } else if (begun) {
                words.add(word.toString());
                word.setLength(0);
                begun = false;
            }
        }
        if (begun) {
            words.add(word.toString());
        }
        return List.copyOf(words);
    }
}
