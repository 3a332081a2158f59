package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.app.cli.Version;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void the_build_fills_in_the_version() {
        assertThat(Version.text()).matches("\\d+\\.\\d+\\.\\d+");
    }
}
