package dev.pawl.tools.image;

import dev.pawl.api.message.Content;
import dev.pawl.base.ImageSize;
import dev.pawl.base.ImageType;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes images fit for models. Those that fit already are not even decoded. */
public final class Images {
    private Images() {}

    /**
     * The result for an image: it, in a form that a model takes (null if that is not possible), and a note about it.
     */
    public record Fitted(Content.@Nullable Image image, List<String> notes) {}

    /** Makes an image fit that is in a message already. */
    public static Fitted fit(Content.Image image, ImageLimits limits) throws InterruptedException {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(image.data());
        } catch (IllegalArgumentException e) {
            return new Fitted(null, List.of("Image left out: it is not in base64"));
        }
        var type = ImageType.of(bytes);
        var fitted = forModel(bytes, type == null ? image.mimeType() : type, true, limits);
        var same = fitted.image() != null && fitted.image().data().equals(image.data());
        return same && image.mimeType().equals(type) ? new Fitted(image, fitted.notes()) : fitted;
    }

    /** Makes the bytes of an image fit: smaller if need be and allowed, and of a type that models read. */
    public static Fitted forModel(byte[] bytes, String type, boolean mayResize, ImageLimits limits)
            throws InterruptedException {
        var readable = !type.equals(ImageType.BMP) && !isAnimatedPng(bytes, type);
        var size = ImageSize.of(bytes, type);
        if (readable && (!mayResize || (size != null && limits.allow(size, bytes.length)))) {
            return new Fitted(Content.image(Base64.getEncoder().encodeToString(bytes), type), List.of());
        }
        if (size == null && type.equals(ImageType.WEBP)) {
            return leftOut(type, null, "it holds no picture, or one larger than itself");
        }
        if (size != null && size.pixels() > ImageScaler.MOST_PIXELS) {
            return leftOut(type, size, "it has more than " + ImageScaler.MOST_PIXELS / 1_000_000 + " million pixels");
        }
        ImageScaler.Result scaled;
        try {
            scaled = ImageScaler.scale(bytes, type, mayResize, limits);
        } catch (LinkageError e) {
            return leftOut(type, size, "this Java has no support for images (module java.desktop)");
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | OutOfMemoryError e) {
            return leftOut(type, size, "it could not be decoded");
        }
        if (scaled == null) {
            return leftOut(type, size, "it could not be made small enough");
        }
        var notes = new ArrayList<String>();
        if (!scaled.type().equals(type)) {
            notes.add("Converted from " + type + " to " + scaled.type());
        }
        if (!scaled.size().equals(scaled.original())) {
            notes.add("Made smaller: " + scaled.original() + " became " + scaled.size() + ". Multiply coordinates by "
                    + factor(scaled) + " for those of the original");
        }
        return new Fitted(Content.image(scaled.base64(), scaled.type()), notes);
    }

    private static Fitted leftOut(String type, @Nullable ImageSize size, String reason) {
        return new Fitted(
                null, List.of("Image left out (" + type + (size == null ? "" : ", " + size) + "): " + reason));
    }

    private static String factor(ImageScaler.Result scaled) {
        long hundredths =
                Math.round(100.0 * scaled.original().width() / scaled.size().width());
        return hundredths / 100 + "." + (hundredths % 100 < 10 ? "0" : "") + hundredths % 100;
    }

    /** Models refuse moving PNGs; their first picture can be had by decoding. */
    private static boolean isAnimatedPng(byte[] bytes, String type) {
        if (!type.equals(ImageType.PNG)) {
            return false;
        }
        for (int at = 8; at + 8 <= bytes.length; ) {
            if (ImageType.begins(bytes, at + 4, "acTL")) {
                return true;
            }
            int length = ImageType.bigEndian(bytes, at, 4);
            if (length < 0 || length > bytes.length || ImageType.begins(bytes, at + 4, "IDAT")) {
                return false;
            }
            at += 12 + length;
        }
        return false;
    }
}
