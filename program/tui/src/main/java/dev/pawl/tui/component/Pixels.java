package dev.pawl.tui.component;

import dev.pawl.base.ImageSize;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/** Makes other forms of a picture; the only place of the terminal that needs {@code java.desktop}. */
final class Pixels {
    static {
        // Without this, AWT looks for a screen.
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
    }

    /** A small file can claim any number of pixels, and decoding takes time for each. */
    private static final long MOST = 50_000_000;

    private static final int BAND = 6;
    private static final int STEPS = 6;

    private Pixels() {}

    /** The picture as PNG, not larger than so many pixels; null if it cannot be read. */
    static byte @Nullable [] png(byte[] data, ImageSize size, int width, int height) {
        try {
            var image = decoded(data, size, width, height);
            var out = new ByteArrayOutputStream();
            return image != null && ImageIO.write(image, "png", out) ? out.toByteArray() : null;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            return null;
        }
    }

    /** The picture in bands of six rows and 216 colours; null if it cannot be read. */
    static byte @Nullable [] sixel(byte[] data, ImageSize size, int width, int height) {
        try {
            var image = decoded(data, size, width, height);
            return image == null ? null : sixel(image).getBytes(StandardCharsets.US_ASCII);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            return null;
        }
    }

    private static @Nullable BufferedImage decoded(byte[] data, ImageSize size, int width, int height)
            throws IOException {
        if ((long) size.width() * size.height() > MOST) {
            return null;
        }
        var image = ImageIO.read(new ByteArrayInputStream(data));
        if (image == null) {
            return null;
        }
        double scale = Math.min(1, Math.min((double) width / image.getWidth(), (double) height / image.getHeight()));
        int columns = Math.max(1, (int) (image.getWidth() * scale));
        int rows = Math.max(1, (int) (image.getHeight() * scale));
        var scaled = new BufferedImage(columns, rows, BufferedImage.TYPE_INT_ARGB);
        var pen = scaled.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        pen.drawImage(image, 0, 0, columns, rows, null);
        pen.dispose();
        return scaled;
    }

    private static String sixel(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        // Pixels that nothing is drawn at keep the background.
        var out =
                new StringBuilder("\u001bP0;1q\"1;1;").append(width).append(';').append(height);
        for (int colour = 0; colour < STEPS * STEPS * STEPS; colour++) {
            out.append('#').append(colour).append(";2;");
            out.append(colour / (STEPS * STEPS) * 100 / (STEPS - 1)).append(';');
            out.append(colour / STEPS % STEPS * 100 / (STEPS - 1)).append(';');
            out.append(colour % STEPS * 100 / (STEPS - 1));
        }
        for (int top = 0; top < height; top += BAND) {
            band(image, top, Math.min(BAND, height - top), out);
        }
        return out.append("\u001b\\").toString();
    }

    private static void band(BufferedImage image, int top, int rows, StringBuilder out) {
        int width = image.getWidth();
        var used = new byte[STEPS * STEPS * STEPS][];
        for (int x = 0; x < width; x++) {
            for (int y = 0; y < rows; y++) {
                int colour = colour(image.getRGB(x, top + y));
                if (colour >= 0) {
                    var bits = used[colour] == null ? new byte[width] : used[colour];
                    bits[x] |= (byte) (1 << y);
                    used[colour] = bits;
                }
            }
        }
        for (int colour = 0; colour < used.length; colour++) {
            var bits = used[colour];
            if (bits != null) {
                out.append('#').append(colour);
                runs(bits, out);
                out.append('$');
            }
        }
        out.append('-');
    }

    private static void runs(byte[] bits, StringBuilder out) {
        for (int x = 0; x < bits.length; ) {
            int end = x;
            while (end < bits.length && bits[end] == bits[x]) {
                end++;
            }
            char sign = (char) ('?' + bits[x]);
            if (end - x > 3) {
                out.append('!').append(end - x).append(sign);
            } else {
                out.repeat(sign, end - x);
            }
            x = end;
        }
    }

    /** The nearest of the 216 colours; -1 for a pixel that is not seen. */
    private static int colour(int argb) {
        if (argb >>> 24 < 128) {
            return -1;
        }
        return step(argb >> 16) * STEPS * STEPS + step(argb >> 8) * STEPS + step(argb);
    }

    private static int step(int channel) {
        return ((channel & 0xFF) * (STEPS - 1) + 127) / 255;
    }
}
