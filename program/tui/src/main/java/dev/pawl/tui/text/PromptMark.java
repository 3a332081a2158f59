package dev.pawl.tui.text;

/**
 * Marks for a terminal where the text of a message begins and ends (OSC 133), so that it can jump from one to the next.
 */
public enum PromptMark {
    BEGIN('A'),
    END('B'),
    ANSWER('C');

    private static final String START = "\u001b]133;";

    private final String sequence;

    PromptMark(char letter) {
        this.sequence = START + letter + '\u0007';
    }

    /** What is written for it. */
    public String sequence() {
        return sequence;
    }

    /** Whether a sequence is one of these marks, as it is written here. */
    static boolean is(String text, int from, int to) {
        if (!text.startsWith(START, from)) {
            return false;
        }
        var found = text.substring(from, to);
        for (var mark : values()) {
            if (mark.sequence.equals(found)) {
                return true;
            }
        }
        return false;
    }
}
