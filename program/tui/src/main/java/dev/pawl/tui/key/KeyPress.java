package dev.pawl.tui.key;

import org.jspecify.annotations.Nullable;

/** One key with its modifiers, read from what terminals send: old sequences, kitty's, and xterm's modifyOtherKeys. */
record KeyPress(String key, int modifiers, String text) {
    private static final char ESC = '\u001b';
    private static final int SHIFT = 1;
    private static final int ALT = 2;
    private static final int CTRL = 4;
    private static final int SUPER = 8;
    private static final int KNOWN = SHIFT | ALT | CTRL | SUPER;
    private static final int RELEASED = 3;

    static @Nullable KeyPress parse(String data) {
        if (data.isEmpty()) {
            return null;
        }
        if (data.charAt(0) != ESC) {
            return plain(data);
        }
        if (data.length() == 1) {
            return of("escape", 0);
        }
        return switch (data.charAt(1)) {
            case '[' -> data.length() == 2 ? of("[", ALT) : control(data);
            case 'O' -> data.length() == 2 ? of("o", SHIFT | ALT) : single(data);
            case ESC -> data.length() == 2 ? of("escape", ALT) : withAlt(parse(data.substring(1)));
            default -> withAlt(plain(data.substring(1)));
        };
    }

    /** The name, modifiers first. */
    String id() {
        if (key.isEmpty()) {
            return "";
        }
        return ((modifiers & CTRL) != 0 ? "ctrl+" : "")
                + ((modifiers & SHIFT) != 0 ? "shift+" : "")
                + ((modifiers & ALT) != 0 ? "alt+" : "")
                + ((modifiers & SUPER) != 0 ? "super+" : "")
                + key;
    }

    private static KeyPress of(String key, int modifiers) {
        return new KeyPress(key, modifiers & KNOWN, "");
    }

    private static @Nullable KeyPress withAlt(@Nullable KeyPress press) {
        return press == null ? null : of(press.key, press.modifiers | ALT);
    }

    /** A character, or a control character that stands for a key. */
    private static @Nullable KeyPress plain(String data) {
        int point = data.codePointAt(0);
        if (point < ' ' || point == 0x7F) {
            return data.length() == 1 ? ofControl(point) : null;
        }
        if (data.length() > Character.charCount(point)) {
            return new KeyPress("", 0, data);
        }
        if (point == ' ') {
            return new KeyPress("space", 0, data);
        }
        boolean shifted = Character.isUpperCase(point);
        return new KeyPress(Character.toString(Character.toLowerCase(point)), shifted ? SHIFT : 0, data);
    }

    private static KeyPress ofControl(int code) {
        return switch (code) {
            case 0 -> of("space", CTRL);
            case '\r' -> of("enter", 0);
            case '\t' -> of("tab", 0);
            case 0x7F, '\b' -> of("backspace", 0);
            case ESC -> of("escape", 0);
            case 0x1C -> of("\\", CTRL);
            case 0x1D -> of("]", CTRL);
            case 0x1E -> of("^", CTRL);
            case 0x1F -> of("-", CTRL);
            default -> of(String.valueOf((char) (code + 'a' - 1)), CTRL);
        };
    }

    /** {@code ESC O letter}; small letters are rxvt's arrows with ctrl. */
    private static @Nullable KeyPress single(String data) {
        char letter = data.charAt(data.length() - 1);
        if (letter >= 'a' && letter <= 'd') {
            return of(KeyNames.ofLetter(Character.toUpperCase(letter)), CTRL);
        }
        var key = KeyNames.ofLetter(letter);
        return key.isEmpty() ? null : of(key, 0);
    }

    /** {@code ESC [ numbers letter}. */
    private static @Nullable KeyPress control(String data) {
        char kind = data.charAt(data.length() - 1);
        if (data.startsWith("[[", 1)) {
            // The Linux console's f1 to f5.
            return kind >= 'A' && kind <= 'E' ? of("f" + (kind - 'A' + 1), 0) : null;
        }
        if (data.charAt(2) > '9' && data.length() > 3) {
            return null;
        }
        var numbers = KeyNumbers.of(data);
        if (numbers.event() == RELEASED) {
            return null;
        }
        int modifiers = numbers.modifiers();
        return switch (kind) {
            case 'u' -> ofPoint(numbers.first(), numbers.shifted(), modifiers);
            case '~' ->
                numbers.first() == 27
                        ? ofPoint(numbers.third(), 0, modifiers)
                        : named(KeyNames.ofTilde(numbers.first()), modifiers);
            case 'Z' -> of("tab", SHIFT | modifiers);
            case '^' -> named(KeyNames.ofTilde(numbers.first()), CTRL);
            case '$' -> named(KeyNames.ofTilde(numbers.first()), SHIFT);
            case '@' -> named(KeyNames.ofTilde(numbers.first()), CTRL | SHIFT);
            case 'a', 'b', 'c', 'd' -> named(KeyNames.ofLetter(Character.toUpperCase(kind)), SHIFT);
            case 'M' -> null;
            default -> named(KeyNames.ofLetter(kind), modifiers);
        };
    }

    private static @Nullable KeyPress named(String key, int modifiers) {
        return key.isEmpty() ? null : of(key, modifiers);
    }

    private static @Nullable KeyPress ofPoint(int point, int shifted, int modifiers) {
        if (point <= 0 || point > Character.MAX_CODE_POINT) {
            return null;
        }
        var key = KeyNames.ofPoint(point);
        boolean upper = Character.isUpperCase(point);
        int all = upper ? modifiers | SHIFT : modifiers;
        boolean writes =
                (all & (CTRL | ALT | SUPER)) == 0 && (key.length() == 1 || key.equals("space") || point > 0x7F);
        if (!writes || key.isEmpty()) {
            return named(key, all);
        }
        int written = (all & SHIFT) != 0 && shifted > 0 ? shifted : point;
        var text = key.equals("space") ? " " : key.length() == 1 && point >= 57344 ? key : Character.toString(written);
        boolean capital = (all & SHIFT) != 0 && shifted == 0;
        return new KeyPress(key, all & KNOWN, capital ? text.toUpperCase(java.util.Locale.ROOT) : text);
    }

    /** The numbers in a key's sequence: {@code ESC [ first:shifted:base ; modifiers:event ; third letter}. */
    private record KeyNumbers(int first, int shifted, int modifiers, int event, int third) {
        static KeyNumbers of(String data) {
            var found = new int[3][3];
            int part = 0;
            int piece = 0;
            for (int i = 2; i < data.length() - 1; i++) {
                char c = data.charAt(i);
                if (c == ';') {
                    part++;
                    piece = 0;
                } else if (c == ':') {
                    piece++;
                } else if (part < 3 && piece < 3 && c >= '0' && c <= '9' && found[part][piece] < 10_000_000) {
                    found[part][piece] = found[part][piece] * 10 + c - '0';
                }
            }
            return new KeyNumbers(found[0][0], found[0][1], Math.max(0, found[1][0] - 1), found[1][1], found[2][0]);
        }
    }
}
