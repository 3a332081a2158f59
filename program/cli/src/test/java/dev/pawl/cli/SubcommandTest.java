package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubcommandTest {
    private static Subcommand of(String line) {
        return Subcommand.of(List.of(line.split(" ")));
    }

    @ParameterizedTest
    @CsvSource({
        "install npm:x,     INSTALL",
        "trust,             TRUST",
        "trust show .,      TRUST",
        "policy check ls,   POLICY",
        "hooks new guard,   HOOKS",
        "hooks replay a b,  HOOKS",
        "worker --at-once 2, WORKER",
        "watch,             WATCH",
        "share one,         SHARE",
        "completions bash,  COMPLETIONS",
        "dev publish,       DEV"
    })
    void a_command_is_known_by_its_first_words(String line, Subcommand command) {
        assertThat(of(line)).isEqualTo(command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "trust me on this",
                "policy makers",
                "worker bees",
                "watch the clock",
                "share",
                "dev server",
                "completions for bash",
                "installing",
                "-p install"
            })
    void a_prompt_that_begins_like_a_command_is_none(String line) {
        assertThat(of(line)).isNull();
    }

    @Test
    void commands_that_load_hooks_take_the_options_of_the_program() {
        assertThat(of("hooks list")).isNull();
        assertThat(Subcommand.named(List.of("hooks", "list"))).isEqualTo(Subcommand.HOOKS);
    }
}
