package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Streams;
import dev.pawl.cli.Version;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
    @Test
    void the_build_fills_in_the_version() {
        assertThat(Version.text()).matches("\\d+\\.\\d+\\.\\d+");
    }

    @ParameterizedTest
    @CsvSource({
        "fleet,   pawl fleet submit",
        "worker,  pawl fleet submit",
        "mcp,     pawl mcp import FILE",
        "trust,   pawl trust revoke",
        "install, --allow-scripts",
        "hooks,   pawl hooks init"
    })
    void help_behind_a_command_is_about_the_command(String command, String text) throws Exception {
        var bytes = new ByteArrayOutputStream();
        var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        var streams = new Streams(InputStream.nullInputStream(), out, out);
        assertThat(Main.run(new String[] {command, "--help"}, streams)).isZero();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains(text);
    }
}
