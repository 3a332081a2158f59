package dev.pawl.tui.screen;

import dev.pawl.tui.text.Clusters;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Turns what a terminal sends into key presses and pastes, wherever its pieces were cut. */
final class InputDecoder {
    private static final char ESC = '\u001b';
    private static final String PASTE = "\u001b[200~";
    private static final String PASTE_END = "\u001b[201~";
    private static final int LONGEST_REPLY = 100_000;
    private static final int LONGEST_KEY = 7;

    private final CharsetDecoder utf8 = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private ByteBuffer leftOver = ByteBuffer.allocate(0);
    private final StringBuilder waiting = new StringBuilder();
    private int searched;

    void feed(byte[] bytes, Consumer<String> out) {
        if (inPaste() && bytes.length <= LONGEST_KEY && Modes.isInterrupt(bytes)) {
            // The end of the paste got lost. What there is of it counts, and keys are keys again.
            waiting.append(PASTE_END);
        }
        waiting.append(decode(bytes));
        emit(out, false);
    }

    /** Returns whether the beginning of something is there that may go on. A paste goes on for as long as it takes. */
    boolean pending() {
        return !waiting.isEmpty() && !inPaste();
    }

    /** Takes what is there for all there is. */
    void flush(Consumer<String> out) {
        if (pending()) {
            emit(out, true);
        }
    }

    private CharBuffer decode(byte[] bytes) {
        var in = ByteBuffer.allocate(leftOver.remaining() + bytes.length)
                .put(leftOver)
                .put(bytes)
                .flip();
        var chars = CharBuffer.allocate(in.remaining() + 1);
        utf8.decode(in, chars, false);
        leftOver = in.slice();
        return chars.flip();
    }

    private boolean inPaste() {
        return waiting.length() >= PASTE.length() && waiting.lastIndexOf(PASTE, 0) == 0;
    }

    private void emit(Consumer<String> out, boolean all) {
        if (inPaste() && waiting.indexOf(PASTE_END, Math.max(0, searched - PASTE_END.length())) < 0) {
            searched = waiting.length();
            return;
        }
        searched = 0;
        int from = 0;
        var text = waiting.toString();
        while (from < text.length()) {
            if (text.startsWith(PASTE, from)) {
                int end = text.indexOf(PASTE_END, from);
                if (end < 0) {
                    break;
                }
                out.accept(text.substring(from, end + PASTE_END.length()));
                from = end + PASTE_END.length();
                continue;
            }
            int end = unit(text, from, all);
            if (end < 0) {
                break;
            }
            out.accept(text.substring(from, end));
            from = end;
        }
        waiting.delete(0, from);
    }

    /** The end of the key press that begins here, or -1 if it may go on. */
    private static int unit(String text, int from, boolean all) {
        char first = text.charAt(from);
        if (first == ESC) {
            int end = sequence(text, from);
            return end < 0 && all ? cutOff(text, from) : end;
        }
        if (first <= 0x7E || Character.isISOControl(first)) {
            return from + 1;
        }
        return Clusters.next(text, from);
    }

    private static int cutOff(String text, int from) {
        return text.charAt(from) == ESC && from + 1 < text.length() && text.charAt(from + 1) == ESC
                ? from + 1
                : text.length();
    }

    private static int sequence(String text, int from) {
        int next = from + 1;
        if (next >= text.length()) {
            return -1;
        }
        return switch (text.charAt(next)) {
            case '[' -> control(text, next + 1);
            case 'O' -> next + 1 < text.length() ? next + 2 : -1;
            case ']', 'P', '_', '^' -> reply(text, next + 1);
            case ESC -> escaped(text, from, next);
            default -> next + Character.charCount(text.codePointAt(next));
        };
    }

    /** Two escapes: alt with a sequence, where one follows, or the escape key twice. */
    private static int escaped(String text, int from, int next) {
        if (next + 1 >= text.length()) {
            return -1;
        }
        char after = text.charAt(next + 1);
        return after == '[' || after == 'O' ? sequence(text, next) : from + 1;
    }

    private static int control(String text, int from) {
        int i = from;
        if (i < text.length() && text.charAt(i) == '[') {
            i++;
        }
        boolean number = true;
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ESC || c < ' ') {
                return i;
            }
            // Some terminals end a key with a dollar; in answers it comes before the end.
            if ((c >= 0x40 && c <= 0x7E) || (c == '$' && i > from && number)) {
                return i + 1;
            }
            number &= c >= '0' && c <= '9';
        }
        return -1;
    }

    private static int reply(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\u0007') {
                return i + 1;
            }
            if (c == ESC && i + 1 < text.length()) {
                return text.charAt(i + 1) == '\\' ? i + 2 : i;
            }
        }
        return text.length() - from > LONGEST_REPLY ? text.length() : -1;
    }
}
