package dev.pawl.base;

import java.util.List;

/** Parts of messages that people read. */
public final class Words {
    private Words() {}

    /** Returns the words as a choice: {@code "a, b or c"}. */
    public static String or(List<String> words) {
        int last = words.size() - 1;
        return last < 1 ? String.join("", words) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }

    /** Returns a text; if it is longer than so many characters, its beginning with an ellipsis. */
    public static String excerpt(String text, int most) {
        return text.length() <= most ? text : head(text, most) + "…";
    }

    /** Returns the first characters of a text, without half of a surrogate pair at the end. */
    public static String head(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, most > 0 && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }

    /** Returns the first line that is not blank, without blanks around it; an empty text if there is none. */
    public static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("").strip();
    }
}
