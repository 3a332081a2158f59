package dev.pawl.tools.image;

import dev.pawl.api.model.Model;
import dev.pawl.base.ImageSize;
import org.jspecify.annotations.Nullable;

/**
 * How large an image may be that a model is sent.
 *
 * @param maxBytes of the image in base64
 */
public record ImageLimits(int maxWidth, int maxHeight, int maxBytes, int jpegQuality) {
    public static final ImageLimits DEFAULT = new ImageLimits(2000, 2000, 4_718_592, 80);

    /** Returns the limits of a model: those it declares under {@code inputLimits.images.resize}, the usual ones for the rest. */
    public static ImageLimits of(@Nullable Model model) {
        if (model == null) {
            return DEFAULT;
        }
        var own = model.extra().object("inputLimits").object("images").object("resize");
        return own.isEmpty()
                ? DEFAULT
                : new ImageLimits(
                        Math.max(1, own.integer("maxWidth", DEFAULT.maxWidth)),
                        Math.max(1, own.integer("maxHeight", DEFAULT.maxHeight)),
                        own.integer("maxBytes", DEFAULT.maxBytes),
                        Math.clamp(own.integer("jpegQuality", DEFAULT.jpegQuality), 1, 100));
    }

    boolean allow(ImageSize size, int bytes) {
        return size.width() <= maxWidth && size.height() <= maxHeight && allow(bytes);
    }

    boolean allow(int bytes) {
        return (bytes + 2L) / 3 * 4 < maxBytes;
    }

    /** Returns the largest size of the same proportions within the limits. */
    ImageSize fit(ImageSize size) {
        double scale = Math.min(1.0, Math.min((double) maxWidth / size.width(), (double) maxHeight / size.height()));
        return size.scaled(scale);
    }
}
