package dev.pawl.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Sha256Test {
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void a_text_its_bytes_and_a_file_of_them_have_the_published_hash(@TempDir Path dir) throws Exception {
        assertThat(Sha256.hex("abc")).isEqualTo(ABC);
        assertThat(Sha256.hex("abc".getBytes(StandardCharsets.UTF_8))).isEqualTo(ABC);
        assertThat(Sha256.hex(Files.writeString(dir.resolve("abc"), "abc"))).isEqualTo(ABC);
    }

    @Test
    void a_file_larger_than_the_buffer_is_read_to_its_end(@TempDir Path dir) throws Exception {
        var text = "0123456789".repeat(20_000);
        assertThat(Sha256.hex(Files.writeString(dir.resolve("large"), text))).isEqualTo(Sha256.hex(text));
    }
}
