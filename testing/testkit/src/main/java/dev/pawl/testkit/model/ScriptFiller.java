package dev.pawl.testkit.model;

import java.util.ArrayList;
import java.util.List;

/** Text by the yard for scripts: always the same, with what Markdown has to offer, and cut into pieces. */
final class ScriptFiller {
    private static final String[] BLOCKS = {
        "A sentence with a **strong** word, a `name`, and so many more that it is too long for one line of a"
                + " terminal.\n\n",
        "1. what to do first\n2. what to do then, with a [link](https://example.com/)\n\n",
        "```java\nint twice(int n) {\n    return 2 * n;\n}\n```\n\n",
        "> Somebody said so, and *it may be true*.\n\n",
    };

    private ScriptFiller() {}

    /** A text of this many bytes, all of them ASCII. */
    static String markdown(int bytes) {
        var text = new StringBuilder(bytes + 200);
        for (int section = 1; text.length() < bytes; section++) {
            text.append("## Section ").append(section).append("\n\n");
            for (var block : BLOCKS) {
                text.append(block);
            }
        }
        text.setLength(bytes);
        return text.toString();
    }

    static List<String> pieces(String text, int size) {
        var pieces = new ArrayList<String>();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(from + size, text.length());
            if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                to++;
            }
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }
}
