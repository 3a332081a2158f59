package dev.pawl.tui.mouse;

import org.jspecify.annotations.Nullable;

/** A terminal's report about the mouse, in the form of SGR; column and row are counted from 0. */
public record MouseEvent(Kind kind, int column, int row, boolean alt) {
    private static final String START = "\u001b[<";
    private static final int ALT = 8;
    private static final int MOTION = 32;
    private static final int WHEEL = 64;

    /** What was done. */
    public enum Kind {
        PRESS,
        DRAG,
        RELEASE,
        WHEEL_UP,
        WHEEL_DOWN,
        /** Another button, or a wheel that turns sideways. */
        OTHER
    }

    /** Returns whether what a terminal sent is about the mouse. */
    public static boolean is(String data) {
        return data.startsWith(START);
    }

    /** The event that some data means; null if it is cut off or no event at all. */
    public static @Nullable MouseEvent of(String data) {
        char last = data.isEmpty() ? 0 : data.charAt(data.length() - 1);
        if (!is(data) || (last != 'M' && last != 'm')) {
            return null;
        }
        var numbers = new int[3];
        int at = 0;
        for (int i = START.length(); i < data.length() - 1; i++) {
            char c = data.charAt(i);
            if (c == ';' && at < 2) {
                at++;
            } else if (c >= '0' && c <= '9' && numbers[at] < 100_000) {
                numbers[at] = 10 * numbers[at] + c - '0';
            } else {
                return null;
            }
        }
        return at < 2
                ? null
                : new MouseEvent(
                        kind(numbers[0], last == 'm'),
                        Math.max(0, numbers[1] - 1),
                        Math.max(0, numbers[2] - 1),
                        (numbers[0] & ALT) != 0);
    }

    private static Kind kind(int code, boolean released) {
        int button = code & 3;
        if ((code & WHEEL) != 0) {
            return button == 0 ? Kind.WHEEL_UP : button == 1 ? Kind.WHEEL_DOWN : Kind.OTHER;
        }
        if (button != 0) {
            return Kind.OTHER;
        }
        return released ? Kind.RELEASE : (code & MOTION) != 0 ? Kind.DRAG : Kind.PRESS;
    }
}
