package dev.pawl.tools.image;

import dev.pawl.base.ImageSize;
import dev.pawl.base.ImageType;
import dev.pawl.tools.text.Aborted;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.event.IIOReadProgressListener;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;

/** Decodes, turns, shrinks and encodes images; the only place that needs {@code java.desktop}. */
final class ImageScaler {
    static {
        // Without this, AWT looks for a screen.
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
    }

    /** A small file can claim any number of pixels, and decoding takes time for each. */
    static final long MOST_PIXELS = 100_000_000;

    private static final int[] WORSE_QUALITIES = {70, 55, 40};

    private ImageScaler() {}

    private record Decoded(Pixels pixels, ImageSize original) {}

    record Result(String base64, String type, ImageSize original, ImageSize size) {}

    /** Null if there is no way to make it small enough. */
    static @Nullable Result scale(byte[] bytes, String type, boolean mayResize, ImageLimits limits)
            throws IOException, InterruptedException {
        int orientation = type.equals(ImageType.JPEG) ? Exif.orientation(bytes) : 1;
        var decoded = decode(bytes, type, mayResize ? limits : null);
        var pixels = decoded.pixels.turned(orientation);
        var upright = orientation >= 5 ? decoded.original.turned() : decoded.original;
        if (!mayResize) {
            return result(png(pixels), ImageType.PNG, upright, pixels.size());
        }
        for (var size = limits.fit(upright); ; size = size.smaller()) {
            Aborted.check();
            var smaller = pixels.shrunk(size);
            // A photo is many times smaller as JPEG, a drawing as PNG.
            var asPng = png(smaller);
            var opaque = smaller.onWhite().image(false);
            var asJpeg = encode("jpeg", opaque, limits.jpegQuality());
            if (asPng.length <= asJpeg.length && limits.allow(asPng.length)) {
                return result(asPng, ImageType.PNG, upright, size);
            }
            for (int i = 0; !limits.allow(asJpeg.length) && i < WORSE_QUALITIES.length; i++) {
                asJpeg = encode("jpeg", opaque, Math.min(limits.jpegQuality(), WORSE_QUALITIES[i]));
            }
            if (limits.allow(asJpeg.length)) {
                return result(asJpeg, ImageType.JPEG, upright, size);
            }
            if (size.pixels() == 1) {
                return null;
            }
        }
    }

    private static Result result(byte[] bytes, String type, ImageSize original, ImageSize size) {
        return new Result(Base64.getEncoder().encodeToString(bytes), type, original, size);
    }

    /** Takes only every second, third… pixel of an image that is far too large, so that it need not fit into memory. */
    private static Decoded decode(byte[] bytes, String type, @Nullable ImageLimits limits)
            throws IOException, InterruptedException {
        var reader = reader(type);
        try (var in = new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes))) {
            reader.setInput(in, true, true);
            var original = new ImageSize(reader.getWidth(0), reader.getHeight(0));
            if (original.pixels() > MOST_PIXELS) {
                throw new IOException("too many pixels: " + original);
            }
            reader.addIIOReadProgressListener(new EndedByInterruption());
            var how = reader.getDefaultReadParam();
            if (limits != null) {
                int most = Math.max(limits.maxWidth(), limits.maxHeight());
                int every = Math.max(1, Math.max(original.width(), original.height()) / (2 * most));
                how.setSourceSubsampling(every, every, 0, 0);
            }
            var image = reader.read(0, how);
            Aborted.check();
            return new Decoded(Pixels.of(image), original);
        } finally {
            reader.dispose();
        }
    }

    /** Ends the reading of an image when its thread is interrupted. */
    private static final class EndedByInterruption extends ReadProgress {
        @Override
        public void imageProgress(ImageReader reader, float percent) {
            if (Thread.currentThread().isInterrupted()) {
                reader.abort();
            }
        }
    }

    private static ImageReader reader(String type) throws IOException {
        var readers = ImageIO.getImageReadersByMIMEType(type);
        if (!readers.hasNext()) {
            throw new IOException("Java cannot decode " + type);
        }
        return readers.next();
    }

    private static byte[] png(Pixels pixels) throws IOException {
        return encode("png", pixels.image(pixels.hasAlpha()), -1);
    }

    private static byte[] encode(String format, BufferedImage image, int quality) throws IOException {
        var writer = ImageIO.getImageWritersByFormatName(format).next();
        var bytes = new ByteArrayOutputStream();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            var how = writer.getDefaultWriteParam();
            if (quality >= 0) {
                how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                how.setCompressionQuality(quality / 100f);
            }
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    /** A listener to the reading of an image that ignores all events. */
    private static class ReadProgress implements IIOReadProgressListener {
        @Override
        public void sequenceStarted(ImageReader reader, int first) {}

        @Override
        public void sequenceComplete(ImageReader reader) {}

        @Override
        public void imageStarted(ImageReader reader, int index) {}

        @Override
        public void imageProgress(ImageReader reader, float percent) {}

        @Override
        public void imageComplete(ImageReader reader) {}

        @Override
        public void thumbnailStarted(ImageReader reader, int image, int thumbnail) {}

        @Override
        public void thumbnailProgress(ImageReader reader, float percent) {}

        @Override
        public void thumbnailComplete(ImageReader reader) {}

        @Override
        public void readAborted(ImageReader reader) {}
    }
}
