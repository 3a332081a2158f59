package dev.pawl.tui.component;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.base.ImageSize;
import dev.pawl.base.ImageType;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictures in the forms that terminals take. */
class PixelsTest {
    private static byte[] picture(String format, int width, int height) throws IOException {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        var pen = image.createGraphics();
        pen.setColor(Color.RED);
        pen.fillRect(0, 0, width, height);
        pen.dispose();
        var out = new ByteArrayOutputStream();
        assertThat(ImageIO.write(image, format, out)).isTrue();
        return out.toByteArray();
    }

    @Test
    void what_java_does_not_read_becomes_nothing_so_that_its_name_is_shown() {
        var webp = "RIFF\0\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0\u0013\0\0\t\0\0".getBytes(StandardCharsets.ISO_8859_1);
        var size = Objects.requireNonNull(ImageSize.of(webp));

        assertThat(size).isEqualTo(new ImageSize(20, 10));
        assertThat(Pixels.png(webp, size, 200, 200)).isNull();
        assertThat(Pixels.sixel(webp, size, 200, 200)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jpeg", "gif", "bmp", "png"})
    void every_format_becomes_a_png_that_fits(String format) throws Exception {
        var data = picture(format, 400, 100);

        var png = Objects.requireNonNull(Pixels.png(data, new ImageSize(400, 100), 200, 200));

        assertThat(ImageType.of(png)).isEqualTo(ImageType.PNG);
        var read = ImageIO.read(new ByteArrayInputStream(png));
        assertThat(read.getWidth()).isEqualTo(200);
        assertThat(read.getHeight()).isEqualTo(50);
    }

    @Test
    void sixels_are_bands_of_six_rows_in_the_colours_of_the_picture() throws Exception {
        var sixels = new String(
                Objects.requireNonNull(Pixels.sixel(picture("png", 10, 8), new ImageSize(10, 8), 100, 100)),
                StandardCharsets.US_ASCII);

        assertThat(sixels).startsWith("\u001bP0;1q\"1;1;10;8#0;2;0;0;0").endsWith("#180!10~$-#180!10B$-\u001b\\");
        assertThat(sixels).contains("#180;2;100;0;0");
    }

    @Test
    void what_is_no_picture_or_far_too_large_is_not_decoded() throws Exception {
        assertThat(Pixels.png(new byte[] {1, 2, 3}, new ImageSize(1, 1), 10, 10))
                .isNull();
        assertThat(Pixels.sixel(picture("png", 10, 10), new ImageSize(100_000, 100_000), 10, 10))
                .isNull();
    }
}
