package dev.pawl.tools.image;

import dev.pawl.base.ImageSize;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;

/** The pixels of an image, row by row, each with alpha, red, green and blue in a byte. */
final class Pixels {
    private final int width;
    private final int height;
    private final int[] argb;
    private final boolean hasAlpha;

    private Pixels(int width, int height, int[] argb, boolean hasAlpha) {
        this.width = width;
        this.height = height;
        this.argb = argb;
        this.hasAlpha = hasAlpha;
    }

    static Pixels of(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        var argb = new int[width * height];
        if (image.getType() == BufferedImage.TYPE_3BYTE_BGR
                && image.getRaster().getDataBuffer() instanceof DataBufferByte bytes
                && bytes.getData().length == argb.length * 3) {
            // What photographs are decoded to. The general way would take ten times as long.
            var bgr = bytes.getData();
            for (int i = 0, from = 0; i < argb.length; i++, from += 3) {
                argb[i] = pixel(0xFF, bgr[from + 2] & 0xFF, bgr[from + 1] & 0xFF, bgr[from] & 0xFF);
            }
        } else {
            image.getRGB(0, 0, width, height, argb, 0, width);
        }
        return new Pixels(width, height, argb, image.getColorModel().hasAlpha());
    }

    boolean hasAlpha() {
        return hasAlpha;
    }

    ImageSize size() {
        return new ImageSize(width, height);
    }

    /** Turned and mirrored so that it is upright, by EXIF's number for its orientation. */
    Pixels turned(int orientation) {
        if (orientation == 1) {
            return this;
        }
        boolean onItsSide = orientation >= 5;
        int newWidth = onItsSide ? height : width;
        int newHeight = onItsSide ? width : height;
        var turned = new int[argb.length];
        for (int y = 0; y < newHeight; y++) {
            for (int x = 0; x < newWidth; x++) {
                int right = newWidth - 1 - x;
                int below = newHeight - 1 - y;
                // format:off
                int from = switch (orientation) {
                    case 2  -> y * width + right;
                    case 3  -> below * width + right;
                    case 4  -> below * width + x;
                    case 5  -> x * width + y;
                    case 6  -> right * width + y;
                    case 7  -> right * width + below;
                    default -> x * width + below;
                };
                // format:on
                turned[y * newWidth + x] = argb[from];
            }
        }
        return new Pixels(newWidth, newHeight, turned, hasAlpha);
    }

    /** Each new pixel is the mean of all that it stands for, by the area it covers of them. */
    Pixels shrunk(ImageSize to) {
        if (to.width() >= width && to.height() >= height) {
            return this;
        }
        var shrunk = new int[to.width() * to.height()];
        double stepX = (double) width / to.width();
        double stepY = (double) height / to.height();
        for (int y = 0; y < to.height(); y++) {
            for (int x = 0; x < to.width(); x++) {
                shrunk[y * to.width() + x] = mean(x * stepX, (x + 1) * stepX, y * stepY, (y + 1) * stepY);
            }
        }
        return new Pixels(to.width(), to.height(), shrunk, hasAlpha);
    }

    private int mean(double left, double right, double top, double bottom) {
        double alpha = 0;
        double red = 0;
        double green = 0;
        double blue = 0;
        double area = 0;
        for (int y = (int) top; y < Math.min(height, bottom); y++) {
            double high = Math.min(bottom, y + 1) - Math.max(top, y);
            for (int x = (int) left; x < Math.min(width, right); x++) {
                double part = high * (Math.min(right, x + 1) - Math.max(left, x));
                int pixel = argb[y * width + x];
                double visible = part * (pixel >>> 24);
                area += part;
                alpha += visible;
                red += visible * red(pixel);
                green += visible * green(pixel);
                blue += visible * blue(pixel);
            }
        }
        return alpha == 0
                ? 0
                : pixel(
                        (int) Math.round(alpha / area),
                        (int) Math.round(red / alpha),
                        (int) Math.round(green / alpha),
                        (int) Math.round(blue / alpha));
    }

    private static int pixel(int alpha, int red, int green, int blue) {
        return (alpha << 24) | (red << 16) | (green << 8) | blue;
    }

    private static int red(int pixel) {
        return (pixel >> 16) & 0xFF;
    }

    private static int green(int pixel) {
        return (pixel >> 8) & 0xFF;
    }

    private static int blue(int pixel) {
        return pixel & 0xFF;
    }

    Pixels onWhite() {
        if (!hasAlpha) {
            return this;
        }
        var opaque = new int[argb.length];
        for (int i = 0; i < argb.length; i++) {
            int pixel = argb[i];
            int alpha = pixel >>> 24;
            opaque[i] = pixel(
                    0xFF, overWhite(red(pixel), alpha), overWhite(green(pixel), alpha), overWhite(blue(pixel), alpha));
        }
        return new Pixels(width, height, opaque, false);
    }

    private static int overWhite(int colour, int alpha) {
        return (colour * alpha + 255 * (255 - alpha)) / 255;
    }

    BufferedImage image(boolean withAlpha) {
        var image =
                new BufferedImage(width, height, withAlpha ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, width, height, argb, 0, width);
        return image;
    }
}
