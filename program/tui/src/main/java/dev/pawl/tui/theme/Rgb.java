package dev.pawl.tui.theme;

import dev.pawl.tui.terminal.ColorDepth;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A colour; {@code index} is its place among the 256 of terminals if it was written as one, or -1. */
record Rgb(int red, int green, int blue, int index) {
    static final Rgb BLACK = new Rgb(0, 0, 0, -1);
    static final Rgb WHITE = new Rgb(255, 255, 255, -1);

    /** The light that every screen reflects, as the guidelines take it. */
    static final double GLARE = 0.05;

    private static final int GREYEST = 20;

    /** Hues that are closer than this, in degrees, have the same name. */
    private static final double ALIKE = 20;

    private static final double ANY_HUE = 180;
    private static final double GREYS_TOO = 360;

    private static final double[] LINEAR = linear();
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

    /** Returns whether a text means to be a colour rather than the name of a variable. */
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
        double one = luminance() + GLARE;
        double two = other.luminance() + GLARE;
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
        return depth == ColorDepth.ANSI_256 && index < 0
                ? Objects.requireNonNull(nearest(this, GREYS_TOO, 0, 1))
                : this;
    }

    /** A channel as an amount of light, from 0 to 1. */
    static double linear(int channel) {
        return LINEAR[channel];
    }

    private static double[] linear() {
        var all = new double[256];
        for (int channel = 0; channel < all.length; channel++) {
            double value = channel / 255.0;
            all[channel] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
        }
        return all;
    }

    /** The numbers of the style that switches to it: {@code 38;2;r;g;b} and the like. */
    String code(boolean background, ColorDepth depth) {
        return switch (depth) {
            case NONE -> "";
            case TRUE_COLOR ->
                index >= 0
                        ? (background ? "48;5;" : "38;5;") + index
                        : (background ? "48;2;" : "38;2;") + red + ";" + green + ";" + blue;
            case ANSI_256 -> (background ? "48;5;" : "38;5;") + shown(depth).index;
            case ANSI_8, ANSI_16 -> throw new IllegalArgumentException(depth + " has colours of its own");
        };
    }

    /** The numbers of the style that switches to one of the first 16 colours, which look as the terminal likes. */
    static String code(int number, boolean background) {
        return Integer.toString((number < 8 ? 30 + number : 82 + number) + (background ? 10 : 0));
    }

    /** Returns whether it was written as one of the first 16 colours. */
    boolean isBasic() {
        return index >= 0 && index < 16;
    }

    boolean isGrey() {
        return spread() <= GREYEST;
    }

    /** Its hue in degrees, red at 0, green at 120 and blue at 240. */
    double hue() {
        int least = Math.min(red, Math.min(green, blue));
        double spread = Math.max(1, spread());
        double hue = red - least == spread
                ? (green - blue) / spread
                : green - least == spread ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
        return (hue * 60 + 360) % 360;
    }

    /** The nearest of 256 colours that has the hue of another colour; this one if it is one of them. */
    Rgb hued(Rgb like) {
        var hued = index >= 0 ? this : nearest(like, ALIKE, 0, 1);
        return hued == null ? this : hued;
    }

    /** The nearest of 256 colours between two luminances, and no grey if this is none; null if there is none. */
    @Nullable
    Rgb nearest(double darkest, double brightest) {
        return nearest(this, isGrey() ? GREYS_TOO : ANY_HUE, darkest, brightest);
    }

    /** The nearest of 256 colours, in hue before all, whose own hue is so many degrees from that of another colour. */
    private @Nullable Rgb nearest(Rgb like, double turn, double darkest, double brightest) {
        var own = Oklab.of(this);
        Rgb best = null;
        double least = Double.MAX_VALUE;
        for (var other : Indexed.ALL) {
            if (other.luminance >= darkest && other.luminance <= brightest) {
                double distance = own.distance(other.lab);
                if (distance < least
                        && (turn == GREYS_TOO || (!other.color.isGrey() && other.color.turn(like) <= turn))) {
                    least = distance;
                    best = other.color;
                }
            }
        }
        return best;
    }

    /** How many degrees lie between the hues of two colours. */
    private double turn(Rgb other) {
        double turn = Math.abs(hue() - other.hue());
        return Math.min(turn, 360 - turn);
    }

    private int spread() {
        return Math.max(red, Math.max(green, blue)) - Math.min(red, Math.min(green, blue));
    }

    /** One of the 256 colours that looks the same in every terminal. */
    private record Indexed(Rgb color, Oklab.Lab lab, double luminance) {
        private static final Indexed[] ALL = all();

        private static Indexed[] all() {
            var all = new Indexed[240];
            for (int i = 0; i < all.length; i++) {
                var color = ofIndex(16 + i);
                all[i] = new Indexed(color, Oklab.of(color), color.luminance());
            }
            return all;
        }
    }
}
