package dev.pawl.tools.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.model.Model;
import dev.pawl.base.ImageSize;
import dev.pawl.base.ImageType;
import dev.pawl.tools.FakeToolContext;
import dev.pawl.tools.Workbench;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImagesTest {
    @TempDir
    Path folder;

    private Workbench bench;

    @BeforeEach
    void prepare() {
        bench = new Workbench(folder);
    }

    private static BufferedImage picture(int width, int height) {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                // Red on the left half, blue on the right one.
                image.setRGB(x, y, x < width / 2 ? 0xFF0000 : 0x0000FF);
            }
        }
        return image;
    }

    private static byte[] encoded(BufferedImage image, String format) throws IOException {
        var bytes = new ByteArrayOutputStream();
        assertThat(ImageIO.write(image, format, bytes)).isTrue();
        return bytes.toByteArray();
    }

    private Content.Image image(String path) throws Exception {
        return bench.run("read", JsonObject.of("path", path)).content().stream()
                .filter(Content.Image.class::isInstance)
                .map(Content.Image.class::cast)
                .findFirst()
                .orElse(null);
    }

    private static BufferedImage decoded(Content.Image image) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(image.data())));
    }

    @Test
    void a_small_file_of_very_many_pixels_is_left_out() throws Exception {
        bench.file("bomb.png", encoded(new BufferedImage(10_001, 10_000, BufferedImage.TYPE_BYTE_BINARY), "png"));
        assertThat(image("bomb.png")).isNull();
        assertThat(bench.run("read", JsonObject.of("path", "bomb.png"))
                        .content()
                        .toString())
                .contains("10001x10000", "more than 100 million pixels");
    }

    @Test
    void an_image_is_known_by_its_bytes_and_not_by_its_name() throws Exception {
        var png = encoded(picture(20, 10), "png");
        bench.file("picture.txt", png);
        bench.file("text.png", "only text\n");
        bench.file("BM.txt", "BMW and other words that begin like a bitmap\n");

        var output = bench.run("read", "{\"path\":\"picture.txt\"}");

        assertThat(Workbench.text(output)).isEqualTo("Image image/png");
        assertThat(image("picture.txt").data()).isEqualTo(Base64.getEncoder().encodeToString(png));
        assertThat(((JsonObject) output.structuredContent()).string("type")).isEqualTo("image");
        assertThat(bench.text("read", "{\"path\":\"text.png\"}")).isEqualTo("only text\n");
        assertThat(bench.text("read", "{\"path\":\"BM.txt\"}")).startsWith("BMW");
    }

    @Test
    void all_usual_kinds_are_known() throws Exception {
        for (var format : new String[] {"png", "jpeg", "gif"}) {
            bench.file("a", encoded(picture(20, 10), format));
            assertThat(image("a").mimeType()).isEqualTo("image/" + format);
        }
        bench.file("a", webp(20, 10));
        assertThat(image("a").mimeType()).isEqualTo("image/webp");
        for (var format : new String[] {"png", "jpeg", "gif", "bmp"}) {
            assertThat(ImageSize.of(encoded(picture(300, 17), format), "image/" + format))
                    .isEqualTo(new ImageSize(300, 17));
        }
    }

    @Test
    void what_models_do_not_read_is_converted() throws Exception {
        bench.file("a.bmp", encoded(picture(20, 10), "bmp"));

        assertThat(image("a.bmp").mimeType()).isEqualTo("image/png");
        assertThat(decoded(image("a.bmp")).getWidth()).isEqualTo(20);
        assertThat(bench.text("read", "{\"path\":\"a.bmp\"}")).contains("from image/bmp to image/png");
    }

    @Test
    void what_is_too_large_is_made_smaller_and_says_so() throws Exception {
        bench.file("a.png", encoded(picture(3000, 1500), "png"));

        var smaller = decoded(image("a.png"));

        assertThat(smaller.getWidth()).isEqualTo(2000);
        assertThat(smaller.getHeight()).isEqualTo(1000);
        assertThat(smaller.getRGB(100, 500)).isEqualTo(0xFFFF0000);
        assertThat(smaller.getRGB(1900, 500)).isEqualTo(0xFF0000FF);
        assertThat(bench.text("read", "{\"path\":\"a.png\"}")).contains("3000x1500", "2000x1000", "1.50");
    }

    @Test
    void a_model_and_a_setting_may_have_other_ideas_of_too_large() throws Exception {
        bench.file("a.png", encoded(picture(300, 150), "png"));
        bench.ctx.model(FakeToolContext.model(
                JsonObject.parse("{\"inputLimits\":{\"images\":{\"resize\":{\"maxWidth\":100}}}}"),
                Model.Medium.TEXT,
                Model.Medium.IMAGE));

        assertThat(decoded(image("a.png")).getWidth()).isEqualTo(100);
        bench.ctx.settings(JsonObject.parse("{\"images\":{\"autoResize\":false}}"));
        assertThat(decoded(image("a.png")).getWidth()).isEqualTo(300);
    }

    @Test
    void an_image_of_too_many_bytes_becomes_worse_and_then_smaller() throws Exception {
        var noise = new BufferedImage(400, 400, BufferedImage.TYPE_INT_RGB);
        var random = new Random(1);
        for (int i = 0; i < 400 * 400; i++) {
            noise.setRGB(i % 400, i / 400, random.nextInt());
        }
        var png = encoded(noise, "png");

        var worse = Images.forModel(png, ImageType.PNG, true, new ImageLimits(2000, 2000, 200_000, 80));
        var smaller = Images.forModel(png, ImageType.PNG, true, new ImageLimits(2000, 2000, 20_000, 80));
        var hopeless = Images.forModel(png, ImageType.PNG, true, new ImageLimits(2000, 2000, 10, 80));

        assertThat(worse.image().mimeType()).isEqualTo("image/jpeg");
        assertThat(worse.image().data()).hasSizeLessThan(200_000);
        assertThat(decoded(worse.image()).getWidth()).isEqualTo(400);
        assertThat(decoded(smaller.image()).getWidth()).isLessThan(400);
        assertThat(smaller.image().data()).hasSizeLessThan(20_000);
        assertThat(hopeless.image()).isNull();
        assertThat(hopeless.notes().getFirst()).contains("small enough");
    }

    @Test
    void a_photograph_stays_a_jpeg_when_it_is_made_smaller_and_a_drawing_a_png() throws Exception {
        var photograph = new BufferedImage(400, 400, BufferedImage.TYPE_INT_RGB);
        var random = new Random(2);
        for (int i = 0; i < 400 * 400; i++) {
            photograph.setRGB(i % 400, i / 400, random.nextInt());
        }
        var limits = new ImageLimits(300, 300, 10 << 20, 80);
        assertThat(Images.forModel(encoded(photograph, "png"), ImageType.PNG, true, limits)
                        .image()
                        .mimeType())
                .isEqualTo(ImageType.JPEG);
        assertThat(Images.forModel(encoded(picture(400, 400), "png"), ImageType.PNG, true, limits)
                        .image()
                        .mimeType())
                .isEqualTo(ImageType.PNG);
    }

    @Test
    void a_photograph_is_turned_upright_when_it_is_made_smaller() throws Exception {
        // Taken with the camera on its side: the left half is to be on top.
        var jpeg = withOrientation(encoded(picture(400, 200), "jpeg"), 6);

        var upright = decoded(Images.forModel(jpeg, ImageType.JPEG, true, new ImageLimits(100, 100, 1 << 20, 80))
                .image());

        assertThat(upright.getWidth()).isEqualTo(50);
        assertThat(upright.getHeight()).isEqualTo(100);
        assertThat(upright.getRGB(25, 10) & 0xFF0000).isGreaterThan(0xE00000);
        assertThat(upright.getRGB(25, 90) & 0xFF).isGreaterThan(0xE0);
    }

    @Test
    void transparency_survives() throws Exception {
        var image = new BufferedImage(300, 300, BufferedImage.TYPE_INT_ARGB);
        image.setRGB(0, 0, 0xFF00FF00);

        var fitted =
                Images.forModel(encoded(image, "png"), ImageType.PNG, true, new ImageLimits(100, 100, 1 << 20, 80));

        assertThat(decoded(fitted.image()).getRGB(50, 50) >>> 24).isZero();
    }

    @Test
    void webp_is_made_smaller_too() throws Exception {
        // 40 times 20 pixels, red on the left half and blue on the right one.
        var webp = Base64.getDecoder().decode("UklGRigAAABXRUJQVlA4TBwAAAAvJ8AEAA8Q87//8x8OCLJtanB/2gkcIKL/UeMd");

        var smaller = Images.forModel(webp, ImageType.WEBP, true, new ImageLimits(20, 20, 1 << 20, 80));

        assertThat(decoded(smaller.image()).getHeight()).isEqualTo(10);
        assertThat(decoded(smaller.image()).getRGB(3, 5)).isEqualTo(0xFFFF0000);
        assertThat(decoded(smaller.image()).getRGB(16, 5)).isEqualTo(0xFF0000FF);
        assertThat(smaller.notes()).contains("Converted from image/webp to image/png");
        var cut = Images.forModel(Arrays.copyOf(webp, 30), ImageType.WEBP, true, new ImageLimits(20, 20, 1 << 20, 80));
        assertThat(cut.image()).isNull();
        assertThat(cut.notes().getFirst()).contains("left out", "40x20", "could not be decoded");
    }

    @Test
    void a_webp_whose_frame_is_larger_than_its_canvas_is_not_decoded() throws Exception {
        var bomb = webp(40, 20);
        ByteBuffer.wrap(bomb).putInt(39, 0xFFFFFF0F);

        var fitted = Images.forModel(bomb, ImageType.WEBP, true, new ImageLimits(20, 20, 1 << 20, 80));

        assertThat(fitted.image()).isNull();
        assertThat(fitted.notes().getFirst()).contains("image/webp", "it holds no picture, or one larger than itself");
    }

    @Test
    void what_cannot_be_decoded_is_named_and_left_out() throws Exception {
        bench.file("broken.png", "\u0089PNG\r\n\u001A\n\0\0\0\rIHDR broken".getBytes(ISO_8859_1));

        assertThat(image("broken.png")).isNull();
        assertThat(bench.text("read", "{\"path\":\"broken.png\"}")).contains("left out");
    }

    @Test
    void a_model_that_reads_no_images_receives_a_note() throws Exception {
        bench.file("a.png", encoded(picture(20, 10), "png"));
        bench.ctx.model(FakeToolContext.model(JsonObject.empty(), Model.Medium.TEXT));

        assertThat(bench.text("read", "{\"path\":\"a.png\"}")).contains("reads no images");
    }

    @Test
    void images_in_messages_are_made_to_fit_too() throws Exception {
        var small = Content.image(Base64.getEncoder().encodeToString(encoded(picture(20, 10), "png")), "image/png");
        var large = Content.image(Base64.getEncoder().encodeToString(encoded(picture(2500, 10), "png")), "image/png");

        assertThat(Images.fit(small, ImageLimits.DEFAULT).image()).isSameAs(small);
        assertThat(decoded(Images.fit(large, ImageLimits.DEFAULT).image()).getWidth())
                .isEqualTo(2000);
        assertThat(Images.fit(Content.image("not base64!", "image/png"), ImageLimits.DEFAULT)
                        .image())
                .isNull();
    }

    private static byte[] webp(int width, int height) {
        var bytes = ByteBuffer.allocate(64);
        bytes.put("RIFF$\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0".getBytes(ISO_8859_1));
        for (int size : new int[] {width - 1, height - 1}) {
            bytes.put((byte) size).put((byte) (size >> 8)).put((byte) (size >> 16));
        }
        bytes.put("VP8L\u0005\0\0\0x\0\0\0\0\0".getBytes(ISO_8859_1));
        return bytes.array();
    }

    /** Puts a segment with the orientation behind the beginning of a JPEG. */
    private static byte[] withOrientation(byte[] jpeg, int orientation) {
        var exif = ByteBuffer.allocate(36);
        exif.put((byte) 0xFF).put((byte) 0xE1).putShort((short) 34);
        exif.put("Exif\0\0MM\0*\0\0\0\b".getBytes(ISO_8859_1));
        exif.putShort((short) 1).putShort((short) 0x0112).putShort((short) 3).putInt(1);
        exif.putShort((short) orientation).putShort((short) 0).putInt(0);
        return ByteBuffer.allocate(jpeg.length + 36)
                .put(jpeg, 0, 2)
                .put(exif.array())
                .put(jpeg, 2, jpeg.length - 2)
                .array();
    }
}
