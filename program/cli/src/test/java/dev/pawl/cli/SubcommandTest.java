package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        "watch --prot 8000, WATCH",
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

    @ParameterizedTest
    @CsvSource({
        "trust aprove,   pawl trust approve",
        "trust revok me now,   pawl trust revoke",
        "watch x,        watch takes no \"x\".",
        "trust approve . more,  trust approve takes less",
        "completions bahs,   pawl completions bash",
        "share,          share needs more",
        "doctr,          pawl doctor",
        "version,        pawl --version",
        "instal npm:x,   pawl install npm:x",
        "trsut list,     pawl trust list",
        "lsit,           pawl list"
    })
    void what_looks_like_a_command_and_is_none_is_refused_with_what_was_meant(String line, String meant) {
        assertThat(Subcommand.mistyped(List.of(line.split(" "))))
                .hasMessageContaining(meant)
                .hasMessageEndingWith("pawl -- " + line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"trust me on this", "watch the clock", "hello", "lists files", "work", "fix tests", "hooks lst"})
    void other_words_are_a_prompt_or_left_to_their_command(String line) {
        assertThat(Subcommand.mistyped(List.of(line.split(" ")))).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "hooks lst,      pawl hooks list",
        "hooks doctr,    pawl hooks doctor",
        "mcp lst,        pawl mcp list",
        "fleet sumbit,   pawl fleet submit",
        "audit verfy,    pawl audit verify",
        "config enabel,  pawl config enable"
    })
    void a_mistyped_word_of_a_command_is_refused_with_what_was_meant(String line, String meant) {
        var words = List.of(line.split(" "));
        var command = Subcommand.named(words);
        assertThatThrownBy(() -> command.checkWord(words.subList(1, words.size())))
                .hasMessageContaining(meant);
        assertThatNoException().isThrownBy(() -> command.checkWord(List.of("--help")));
    }
}
