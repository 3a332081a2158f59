package dev.pawl.tui.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.pawl.base.ImageSize;
import dev.pawl.base.ImageType;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictures in the forms that terminals take. */
class PixelsTest {
    /** 40 times 20 pixels, red on the left half and blue on the right one: with losses, and without. */
    private static final String LOSSY =
            "UklGRnYAAABXRUJQVlA4IGoAAADQBACdASooABQAPm0skkWkIqGYBABABsSgB2APwg4QIYB+AFd/7gAB"
                    + "e8wZ/aoyYAD+8JtD//5Bdm2zmf//5Af8gP+QH/j+nysH+gzG5ufyA6yfnGP/8gPfz/gCWC1pzINRsiaV04x0eAAA";

    private static final String LOSSLESS = "UklGRigAAABXRUJQVlA4TBwAAAAvJ8AEAA8Q87//8x8OCLJtanB/2gkcIKL/UeMd";

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
    void what_cannot_be_read_becomes_nothing_so_that_its_name_is_shown() {
        var webp = ("RIFF(\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0\u0013\0\0\t\0\0" + "VP8 \n\0\0\0\0\0\0---\u0014\0\n\0")
                .getBytes(StandardCharsets.ISO_8859_1);
        var size = Objects.requireNonNull(ImageSize.of(webp));

        assertThat(size).isEqualTo(new ImageSize(20, 10));
        assertThat(Pixels.png(webp, size, 200, 200)).isNull();
        assertThat(Pixels.sixel(webp, size, 200, 200)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {LOSSY, LOSSLESS})
    void webp_is_read_with_losses_and_without(String base64) throws Exception {
        var webp = Base64.getDecoder().decode(base64);
        var size = Objects.requireNonNull(ImageSize.of(webp));

        var png = Objects.requireNonNull(Pixels.png(webp, size, 20, 20));
        var sixels = Objects.requireNonNull(Pixels.sixel(webp, size, 20, 20));

        var read = ImageIO.read(new ByteArrayInputStream(png));
        assertThat(size).isEqualTo(new ImageSize(40, 20));
        assertThat(read.getWidth()).isEqualTo(20);
        assertThat(read.getRGB(3, 5) & 0xFFF8F8F8).isEqualTo(0xFFF80000);
        assertThat(read.getRGB(16, 5) & 0xFFF8F8F8).isEqualTo(0xFF0000F8);
        assertThat(new String(sixels, StandardCharsets.US_ASCII)).startsWith("\u001bP0;1q\"1;1;20;10#");
    }

    @ParameterizedTest
    @ValueSource(strings = {LOSSY, LOSSLESS})
    void webp_that_is_cut_off_or_damaged_does_no_harm(String base64) {
        var webp = Base64.getDecoder().decode(base64);
        var random = new Random(7);
        assertThatCode(() -> {
                    for (int length = 0; length < webp.length; length++) {
                        var damaged = webp.clone();
                        damaged[20 + random.nextInt(webp.length - 20)] = (byte) random.nextInt();
                        Pixels.png(Arrays.copyOf(webp, length), new ImageSize(40, 20), 20, 20);
                        Pixels.sixel(damaged, new ImageSize(40, 20), 20, 20);
                    }
                })
                .doesNotThrowAnyException();
        assertThat(Pixels.png(Arrays.copyOf(webp, 24), new ImageSize(40, 20), 20, 20))
                .isNull();
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
