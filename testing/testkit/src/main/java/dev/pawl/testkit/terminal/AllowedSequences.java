package dev.pawl.testkit.terminal;

import java.util.regex.Pattern;

/** The list of all that Pawl sends to a terminal beside text. */
public final class AllowedSequences {
    private static final String WORDS = "[^\\x00-\\x1f\\x7f-\\x9f]*";
    private static final String BASE64 = "[A-Za-z0-9+/=]*";

    private static final Pattern SEQUENCES = Pattern.compile(String.join(
            "|",
            // Colours and weight.
            "\u001b\\[[0-9;:]*m",
            // Movements of the cursor.
            "\u001b\\[[0-9]*[ABC]",
            "\u001b\\[H",
            // Clearing Pawl's own output: to the end of the line or the screen, a whole screen, the memory it scrolled
            // into.
            "\u001b\\[K",
            "\u001b\\[[23]?J",
            // Switches: wrapping, cursor, mouse, screen of our own, pasting, frames, dark and light.
            "\u001b\\[\\?(?:7|25|1002|1006|1049|2004|2026|2031)[hl]",
            // Distinct keys.
            "\u001b\\[(?:>5u|<u|\\?u|>4;[02]m)",
            // Questions: kind of terminal, place of the cursor, colours of text, background and palette, reports.
            "\u001b\\[(?:c|6n)",
            "\u001b\\](?:1[01]|4;[0-9]+);\\?\u001b\\\\",
            "\u001b\\]7501;\\?\u001b\\\\",
            // Title, links.
            "\u001b\\]0;" + WORDS + "\u0007",
            "\u001b\\]8;[^;\\x00-\\x1f]*;(?:(?:https?|file|mailto):[!-~]*)?\u001b\\\\",
            // Progress, messages, reports.
            "\u001b\\]9;4;[03]\u0007",
            "\u001b\\]9;" + WORDS + "\u0007",
            "\u001b\\]7501;state=" + WORDS + "\u001b\\\\",
            // The clipboard, also through tmux.
            "\u001b\\]52;c;" + BASE64 + "\u0007",
            "\u001bPtmux;\u001b\u001b\\]52;c;" + BASE64 + "\u0007\u001b\\\\",
            // Images of kitty, iTerm2 and sixel; the cursor is put back where it was.
            "\u001b_G[A-Za-z0-9=,]*;" + BASE64 + "\u001b\\\\",
            "\u001b\\]1337;File=inline=1;width=[0-9]+;height=[0-9]+;preserveAspectRatio=1:" + BASE64 + "\u0007",
            "\u001bP0;1q[ -~]*\u001b\\\\",
            "\u001b[78]"));

    private AllowedSequences() {}

    /** Whether a whole escape sequence is on the list. */
    public static boolean allows(String sequence) {
        return SEQUENCES.matcher(sequence).matches();
    }

    /** Whether a control character is: ends of lines, and the bell. */
    public static boolean allows(char control) {
        return control == '\r' || control == '\n' || control == '\u0007';
    }
}
