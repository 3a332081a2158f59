package dev.pawl.tools.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;

/**
 * Makes plain text of what a command writes to a terminal: without colours and other control sequences, wherever the
 * chunks are cut that it comes in.
 */
public final class PlainText {
    /** A text inside a control sequence that has not ended after so many characters was none. */
    private static final int LONGEST_STRING = 4_096;

    private enum State {
        TEXT,
        ESCAPE,
        /** Behind ESC and a character that wants another one. */
        ESCAPE_MORE,
        /** Inside ESC [ … up to a letter. */
        CONTROL,
        /** Inside a text for the terminal, as a title, up to BEL or ESC \. */
        STRING,
        STRING_ESCAPE
    }

    private final CharsetDecoder decoder = UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private ByteBuffer rest = ByteBuffer.allocate(0);
    private State state = State.TEXT;
    private int stringLength;

    /** Returns the plain text of the next chunk. */
    public String add(byte[] chunk) {
        var bytes = ByteBuffer.allocate(rest.remaining() + chunk.length)
                .put(rest)
                .put(chunk)
                .flip();
        var chars = CharBuffer.allocate(bytes.remaining() + 1);
        decoder.decode(bytes, chars, false);
        rest = bytes;
        return strip(chars.flip());
    }

    /** Returns what is left at the end. */
    public String end() {
        var chars = CharBuffer.allocate(rest.remaining() + 8);
        decoder.decode(rest, chars, true);
        decoder.flush(chars);
        return strip(chars.flip());
    }

    private String strip(CharSequence chars) {
        var text = new StringBuilder(chars.length());
        for (int i = 0; i < chars.length(); i++) {
            take(chars.charAt(i), text);
        }
        return text.toString();
    }

    private void take(char c, StringBuilder text) {
        switch (state) {
            case TEXT -> plain(c, text);
            case ESCAPE -> escape(c, text);
            case ESCAPE_MORE -> state = State.TEXT;
            case CONTROL -> {
                if (c >= 0x40 && c <= 0x7E) {
                    state = State.TEXT;
                } else if (c < 0x20 || c > 0x7E) {
                    state = State.TEXT; // It was broken off.
                    plain(c, text);
                }
            }
            case STRING -> {
                if (c == 0x07 || c == 0x9C || ++stringLength > LONGEST_STRING) {
                    state = State.TEXT;
                } else if (c == 0x1B) {
                    state = State.STRING_ESCAPE;
                }
            }
            case STRING_ESCAPE -> {
                state = State.TEXT;
                if (c != '\\') {
                    escape(c, text);
                }
            }
        }
    }

    private void escape(char c, StringBuilder text) {
        // format:off
        switch (c) {
            case '['                                         -> state = State.CONTROL;
            case ']', 'P', 'X', '^', '_'                     -> string();
            case ' ', '#', '%', '(', ')', '*', '+', '-', '.', '/' -> state = State.ESCAPE_MORE;
            case 0x1B                                        -> state = State.ESCAPE;
            default                                          -> {
                state = State.TEXT;
                if (c < 0x20 || c > 0x7E) {
                    plain(c, text);
                }
            }
        }
        // format:on
    }

    private void string() {
        state = State.STRING;
        stringLength = 0;
    }

    /** The sequences have one-character forms, too, which UTF-8 programs do not use but others might. */
    private void plain(char c, StringBuilder text) {
        // format:off
        switch (c) {
            case 0x1B                       -> state = State.ESCAPE;
            case 0x9B                       -> state = State.CONTROL;
            case 0x90, 0x98, 0x9D, 0x9E, 0x9F -> string();
            case '\t', '\n'                 -> text.append(c);
            case 0xFFF9, 0xFFFA, 0xFFFB     -> { } // They would make a terminal stack lines.
            default                         -> {
                if (c >= 0x20 && (c < 0x7F || c > 0x9F)) {
                    text.append(c);
                }
            }
        }
        // format:on
    }
}
