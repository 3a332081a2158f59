package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void the_build_fills_in_the_version() throws IOException {
        try (var text = Main.class.getResourceAsStream("version.txt")) {
            assertThat(new String(text.readAllBytes(), StandardCharsets.UTF_8)).matches("\\d+\\.\\d+\\.\\d+\\R");
        }
    }
}
