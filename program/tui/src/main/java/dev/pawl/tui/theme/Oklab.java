package dev.pawl.tui.theme;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Colours by lightness, colourfulness and hue as the eye sees them: the OKLab space of Björn Ottosson. */
final class Oklab {
    private static final double K1 = 0.206;
    private static final double K2 = 0.03;
    private static final double K3 = (1 + K1) / (1 + K2);

    /** How much more a difference in hue counts than one in lightness or colourfulness. */
    private static final double HUE = 4;

    private Oklab() {}

    /** A colour by its lightness, by how green or red and how blue or yellow it is, and by how far it is from grey. */
    record Lab(double lightness, double a, double b, double chroma) {
        /** How different two colours look, where another hue is the greatest difference. */
        double distance(Lab other) {
            double light = lightness - other.lightness;
            double far = chroma - other.chroma;
            double hue = (a - other.a) * (a - other.a) + (b - other.b) * (b - other.b) - far * far;
            return light * light + far * far + HUE * Math.max(0, hue);
        }
    }

    static Lab of(Rgb color) {
        double red = Rgb.linear(color.red());
        double green = Rgb.linear(color.green());
        double blue = Rgb.linear(color.blue());
        double l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
        double m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
        double s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
        double across = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
        double along = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
        return new Lab(
                0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                across,
                along,
                Math.sqrt(across * across + along * along));
    }

    /** {@code lightness chroma hue}: 0 to 1 or per cent, 0 to about 0.4, degrees. What no screen shows is greyed until it does. */
    static @Nullable Rgb ofLch(String arguments) {
        var numbers = numbers(arguments);
        if (numbers.size() != 3) {
            return null;
        }
        double hue = Math.toRadians(numbers.get(2));
        return inGamut(Math.clamp(numbers.get(0), 0.0, 1.0), Math.max(0, numbers.get(1)), Math.cos(hue), Math.sin(hue));
    }

    /** {@code hue saturation lightness}: degrees, 0 to 1 or per cent, 0 to 1 or per cent. */
    static @Nullable Rgb ofHsl(String arguments) {
        var numbers = numbers(arguments);
        if (numbers.size() != 3) {
            return null;
        }
        double hue = Math.toRadians(numbers.get(0));
        double saturation = Math.clamp(numbers.get(1), 0.0, 1.0);
        double light = untoe(Math.clamp(numbers.get(2), 0.0, 1.0));
        double a = Math.cos(hue);
        double b = Math.sin(hue);
        return inGamut(light, chroma(saturation, light, a, b), a, b);
    }

    /** Saturation runs from grey over an even middle, the same for all hues, to the most that the hue allows. */
    private static double chroma(double saturation, double light, double a, double b) {
        if (light <= 0 || light >= 1) {
            return 0;
        }
        double most = greatestChroma(light, a, b);
        double cusp = cusp(a, b);
        double peak = greatestChroma(cusp, a, b);
        double scale = most / Math.min(light * peak / cusp, (1 - light) * peak / (1 - cusp));
        double middle = 0.9 * scale * blend(light * steepBelow(a, b), (1 - light) * steepAbove(a, b), 4);
        double start = blend(light * 0.4, (1 - light) * 0.8, 2);
        if (saturation < 0.8) {
            double t = saturation / 0.8;
            double k1 = 0.8 * start;
            return t * k1 / (1 - (1 - k1 / middle) * t);
        }
        double t = (saturation - 0.8) / 0.2;
        double k1 = 0.2 * middle * middle / (0.64 * start);
        return middle + t * k1 / (1 - (1 - k1 / (most - middle)) * t);
    }

    private static double blend(double below, double above, int power) {
        return Math.pow(1 / (1 / Math.pow(below, power) + 1 / Math.pow(above, power)), 1.0 / power);
    }

    private static double steepBelow(double a, double b) {
        double third = -4.24894561 + 5.38770819 * b + 4.69891013 * a;
        double second = -2.13704948 - 10.02301043 * b + a * third;
        return 0.11516993 + 1 / (7.44778970 + 4.15901240 * b + a * (-2.19557347 + 1.75198401 * b + a * second));
    }

    private static double steepAbove(double a, double b) {
        double third = 0.00299215 - 0.45399568 * b - 0.14661872 * a;
        double second = -0.27087943 + 0.61223990 * b + a * third;
        return 0.11239642 + 1 / (1.61320320 - 0.68124379 * b + a * (0.40370612 + 0.90148123 * b + a * second));
    }

    /** The lightness at which a hue is most colourful. */
    private static double cusp(double a, double b) {
        double low = 0.01;
        double high = 0.99;
        for (int i = 0; i < 40; i++) {
            double left = low + (high - low) / 3;
            double right = high - (high - low) / 3;
            if (greatestChroma(left, a, b) < greatestChroma(right, a, b)) {
                low = left;
            } else {
                high = right;
            }
        }
        return (low + high) / 2;
    }

    private static double untoe(double x) {
        return (x * x + K1 * x) / (K3 * (x + K2));
    }

    private static Rgb inGamut(double light, double chroma, double a, double b) {
        return rgb(light, Math.min(chroma, greatestChroma(light, a, b)), a, b);
    }

    /** The most colourful that a screen shows of this hue at this lightness. */
    private static double greatestChroma(double light, double a, double b) {
        double low = 0;
        double high = 0.5;
        for (int i = 0; i < 30; i++) {
            double middle = (low + high) / 2;
            if (fits(linear(light, middle * a, middle * b))) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static boolean fits(double[] channels) {
        for (double channel : channels) {
            if (channel < -1e-6 || channel > 1 + 1e-6) {
                return false;
            }
        }
        return true;
    }

    private static double[] linear(double light, double a, double b) {
        double l = cube(light + 0.3963377774 * a + 0.2158037573 * b);
        double m = cube(light - 0.1055613458 * a - 0.0638541728 * b);
        double s = cube(light - 0.0894841775 * a - 1.2914855480 * b);
        return new double[] {
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
        };
    }

    private static double cube(double x) {
        return x * x * x;
    }

    private static Rgb rgb(double light, double chroma, double a, double b) {
        var channels = linear(light, chroma * a, chroma * b);
        return new Rgb(channel(channels[0]), channel(channels[1]), channel(channels[2]), -1);
    }

    private static int channel(double linear) {
        double x = Math.clamp(linear, 0.0, 1.0);
        double encoded = x <= 0.0031308 ? 12.92 * x : 1.055 * Math.pow(x, 1 / 2.4) - 0.055;
        return (int) Math.round(255 * encoded);
    }

    private static List<Double> numbers(String arguments) {
        var numbers = new ArrayList<Double>();
        for (var word : arguments.replace(',', ' ').strip().split("\\s+")) {
            if (word.endsWith("%")) {
                numbers.add(Double.parseDouble(word.substring(0, word.length() - 1)) / 100);
            } else {
                numbers.add(Double.parseDouble(word.endsWith("deg") ? word.substring(0, word.length() - 3) : word));
            }
        }
        return numbers;
    }
}
