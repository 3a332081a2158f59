package dev.pawl.tui.theme;

import dev.pawl.tui.terminal.ColorDepth;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A colour; {@code index} is its place among the 256 of terminals if it was written as one, or -1. */
record Rgb(int red, int green, int blue, int index) {
    static final Rgb BLACK = new Rgb(0, 0, 0, -1);
    static final Rgb WHITE = new Rgb(255, 255, 255, -1);

    private static final int[] STEPS = {0, 95, 135, 175, 215, 255};
    private static final int[] BASIC = {
        0x000000, 0x800000, 0x008000, 0x808000, 0x000080, 0x800080, 0x008080, 0xc0c0c0, 0x808080, 0xff0000, 0x00ff00,
        0xffff00, 0x0000ff, 0xff00ff, 0x00ffff, 0xffffff
    };

    static Rgb ofIndex(int index) {
        int value;
        if (index < 16) {
            value = BASIC[index];
        } else if (index < 232) {
            int cube = index - 16;
            value = STEPS[cube / 36] << 16 | STEPS[cube / 6 % 6] << 8 | STEPS[cube % 6];
        } else {
            value = (8 + 10 * (index - 232)) * 0x010101;
        }
        return new Rgb(value >> 16, value >> 8 & 0xFF, value & 0xFF, index);
    }

    /** Whether a text means to be a colour rather than the name of a variable. */
    static boolean isWritten(String text) {
        return text.startsWith("#") || text.endsWith(")");
    }

    static @Nullable Rgb parse(String text) {
        var lower = text.strip().toLowerCase(Locale.ROOT);
        try {
            if (lower.startsWith("#")) {
                return ofHex(lower.substring(1));
            }
            if (lower.startsWith("oklch(") && lower.endsWith(")")) {
                return Oklab.ofLch(lower.substring(6, lower.length() - 1));
            }
            if (lower.startsWith("okhsl(") && lower.endsWith(")")) {
                return Oklab.ofHsl(lower.substring(6, lower.length() - 1));
            }
        } catch (NumberFormatException e) {
            return null;
        }
        return null;
    }

    private static @Nullable Rgb ofHex(String digits) {
        var six = digits.length() == 3
                ? "" + digits.charAt(0) + digits.charAt(0) + digits.charAt(1) + digits.charAt(1) + digits.charAt(2)
                        + digits.charAt(2)
                : digits;
        if (six.length() != 6 || six.charAt(0) == '+' || six.charAt(0) == '-') {
            return null;
        }
        int value = Integer.parseInt(six, 16);
        return new Rgb(value >> 16, value >> 8 & 0xFF, value & 0xFF, -1);
    }

    /** How bright it is to the eye, from 0 to 1. */
    double luminance() {
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    }

    /** How well one is seen on the other, from 1 to 21, as the Web Content Accessibility Guidelines 2 measure it. */
    double contrast(Rgb other) {
        double one = luminance() + 0.05;
        double two = other.luminance() + 0.05;
        return Math.max(one / two, two / one);
    }

    /** A mix of two colours: a share of the other one, from 0 to 1, and the rest of this one. */
    Rgb mixed(Rgb other, double share) {
        return new Rgb(
                between(red, other.red, share),
                between(green, other.green, share),
                between(blue, other.blue, share),
                -1);
    }

    private static int between(int from, int to, double share) {
        return (int) Math.round(from + (to - from) * share);
    }

    /** The colour that a terminal of 24 bits or 256 colours shows for it. */
    Rgb shown(ColorDepth depth) {
        return depth == ColorDepth.ANSI_256 ? ofIndex(nearest256()) : this;
    }

    private static double linear(int channel) {
        double value = channel / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }

    /** The numbers of the style that switches to it: {@code 38;2;r;g;b} and the like. */
    String code(boolean background, ColorDepth depth) {
        return switch (depth) {
            case NONE -> "";
            case TRUE_COLOR ->
                index >= 0
                        ? (background ? "48;5;" : "38;5;") + index
                        : (background ? "48;2;" : "38;2;") + red + ";" + green + ";" + blue;
            case ANSI_256 -> (background ? "48;5;" : "38;5;") + nearest256();
            case ANSI_16 -> {
                int nearest = index >= 0 && index < 16 ? index : nearest(0, 16);
                yield Integer.toString((nearest < 8 ? 30 + nearest : 82 + nearest) + (background ? 10 : 0));
            }
        };
    }

    private int nearest256() {
        return index >= 0 ? index : nearest(16, 256);
    }

    private int nearest(int from, int to) {
        int best = from;
        double least = Double.MAX_VALUE;
        for (int i = from; i < to; i++) {
            double distance = distance(ofIndex(i));
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return best;
    }

    /** The eye sees green best. A grey for a colour, or a colour for a grey, counts as farther away. */
    private double distance(Rgb other) {
        double dr = red - other.red;
        double dg = green - other.green;
        double db = blue - other.blue;
        double tint = spread() - other.spread();
        return 0.3 * dr * dr + 0.59 * dg * dg + 0.11 * db * db + 0.1 * tint * tint;
    }

    private int spread() {
        return Math.max(red, Math.max(green, blue)) - Math.min(red, Math.min(green, blue));
    }
}
