package dev.pawl.base;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the header of a WebP says, and frames that say something else. */
class ImageSizeTest {
    private static final String CANVAS_40_20 = "RIFF\0\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0'\0\0\u0013\0\0";
    private static final String PROFILE = "ICCP\u0005\0\0\0\0\0\0\u0005x\0";
    private static final String FRAME_40_20 = "VP8 \n\0\0\0------(\0\u0014\0";
    private static final String FRAME_16383 = "VP8 \n\0\0\0------\u00FF?\u00FF?";
    private static final String LOSSLESS_16384 = "VP8L\u0005\0\0\0/\u00FF\u00FF\u00FF\u000F\0";

    private static ImageSize size(String webp) {
        return ImageSize.of(webp.getBytes(ISO_8859_1));
    }

    @Test
    void a_webp_is_as_large_as_its_canvas_or_its_only_frame() {
        assertThat(size(CANVAS_40_20 + PROFILE + FRAME_40_20)).isEqualTo(new ImageSize(40, 20));
        assertThat(size("RIFF\0\0\0\0WEBP" + FRAME_40_20)).isEqualTo(new ImageSize(40, 20));
        assertThat(size("RIFF\0\0\0\0WEBP" + LOSSLESS_16384)).isEqualTo(new ImageSize(16384, 16384));
    }

    @Test
    void a_frame_that_is_larger_than_the_canvas_makes_no_sense() {
        var moving = "ANMF!\0\0\0----------------";
        assertThat(size(CANVAS_40_20 + FRAME_16383)).isNull();
        assertThat(size(CANVAS_40_20 + PROFILE + LOSSLESS_16384)).isNull();
        assertThat(size(CANVAS_40_20 + moving + FRAME_40_20)).isEqualTo(new ImageSize(40, 20));
        assertThat(size(CANVAS_40_20 + moving + FRAME_40_20 + moving + FRAME_16383))
                .isNull();
    }

    @Test
    void a_colour_profile_larger_than_its_chunk_makes_no_sense() {
        var endless = "ICCP\u0004\0\0\0\u007F\u00FF\u00FF\u00FF";
        assertThat(size(CANVAS_40_20 + endless + FRAME_40_20)).isNull();
    }

    @Test
    void without_a_frame_there_is_no_picture() {
        assertThat(size(CANVAS_40_20)).isNull();
        assertThat(size(CANVAS_40_20 + PROFILE + FRAME_40_20.substring(0, 12))).isNull();
    }

    @Test
    void chunks_that_claim_any_length_end_the_search() {
        for (var length : List.of("\u00FF\u00FF\u00FF\u007F", "\u00FF\u00FF\u00FF\u00FF", "\u00FF\0\0\0")) {
            assertThat(size(CANVAS_40_20 + FRAME_40_20 + "ICCP" + length)).isEqualTo(new ImageSize(40, 20));
        }
    }
}
