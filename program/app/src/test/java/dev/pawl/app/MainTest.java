package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Streams;
import dev.pawl.cli.Version;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "policy,  pawl policy check",
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "acp",
                "mcp|serve",
                "mcp|serve|--model|demo/tour",
                "--mode|rpc",
                "--mode=acp",
                "-a|--mode|rpc",
                "fleet|attach|one|--mode|rpc"
            })
    void another_program_drives_it_where_it_speaks_a_protocol(String line) {
        assertThat(Invocation.isDriven(List.of(line.split("\\|")))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-p|what does --mode rpc do",
                "acpi tables",
                "mcp servers",
                "mcp|list",
                "--|--mode|rpc",
                "--mode|json",
                "fleet|list",
                "--mode"
            })
    void a_prompt_about_a_protocol_is_not_one(String line) {
        assertThat(Invocation.isDriven(List.of(line.split("\\|")))).isFalse();
    }
}
