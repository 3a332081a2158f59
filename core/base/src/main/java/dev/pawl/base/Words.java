package dev.pawl.base;

import java.util.List;

/** Words in the sentences of messages. */
public final class Words {
    private Words() {}

    /** Returns the words as a choice: {@code "a, b or c"}. */
    public static String or(List<String> words) {
        int last = words.size() - 1;
        return last < 1 ? String.join("", words) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
