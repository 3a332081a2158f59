package dev.pawl.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.property.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputKeeperTest {
    @TempDir
    Path folder;

    @Test
    void a_character_that_is_still_coming_is_not_shown_in_halves() {
        var keeper = new OutputKeeper(new TempFiles(folder));
        keeper.add(new byte[] {'a', (byte) 0xC3});

        assertThat(keeper.tail().text()).isEqualTo("a");
        keeper.add(new byte[] {(byte) 0xA4});
        assertThat(keeper.tail().text()).isEqualTo("aä");
    }

    @Test
    void a_disk_that_refuses_the_file_does_not_stop_the_output() {
        try (var keeper = new OutputKeeper(new TempFiles(folder.resolve("missing")))) {
            keeper.add("line\n".repeat(3000).getBytes(UTF_8));
            keeper.add("last".getBytes(UTF_8));
            keeper.finish();

            assertThat(keeper.tail().text()).endsWith("line\nlast");
            assertThat(keeper.tail().file()).isNull();
            assertThat(keeper.tail().notice()).contains("could not be saved", "ENOENT");
        }
    }

    @Test
    void in_whatever_pieces_it_comes_the_file_has_all_and_the_tail_its_end() {
        Property.holds(100, draw -> {
            var sizes = draw.list(0, 60, () -> draw.integer(0, 40_000));
            var temp = Files.createTempDirectory("output");
            var all = new StringBuilder();
            try (var keeper = new OutputKeeper(new TempFiles(temp))) {
                for (var size : sizes) {
                    var piece = "0123456789abcdefghijklmnopqrstuvwxyz"
                            .repeat(size / 36 + 1)
                            .substring(0, size);
                    var text = size % 3 == 0 ? piece + "\n" : piece;
                    all.append(text);
                    keeper.add(text.getBytes(UTF_8));
                }
                keeper.finish();
                var tail = keeper.tail();

                var expected = Truncate.tail(all.toString());
                assertThat(tail.truncation()).isEqualTo(expected);
                if (expected.truncated()) {
                    assertThat(Files.readString(Path.of(tail.file()))).isEqualTo(all.toString());
                    Files.delete(Path.of(tail.file()));
                }
                if (all.length() <= 1024 * 1024) {
                    assertThat(keeper.structured()).isEqualTo(all.toString());
                } else {
                    assertThat(keeper.structured()).hasSizeLessThan(1024 * 1024 + 100);
                }
            }
            Files.delete(temp);
        });
    }
}
