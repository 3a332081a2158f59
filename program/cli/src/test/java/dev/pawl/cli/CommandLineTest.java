package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Flag;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {
    private static final Map<String, Flag> FLAGS = Map.of(
            "plan", new Flag.Switch("plan", "Plans only", false), "level", new Flag.Text("level", "How much", "low"));

    private static CommandLine parse(String... args) {
        return CommandLine.parse(List.of(args));
    }

    @Test
    void words_and_files_are_distinguished_from_options() {
        var line = parse("-p", "say this", "@a.txt", "--model", "x", "and that", "--", "-c", "@b.txt");
        assertThat(line.words()).containsExactly("say this", "and that", "-c");
        assertThat(line.files()).containsExactly("a.txt", "b.txt");
        assertThat(line.value(Option.MODEL)).isEqualTo("x");
        assertThat(line.has(Option.PRINT)).isTrue();
        assertThat(line.has(Option.CONTINUE)).isFalse();
    }

    @Test
    void a_value_may_stand_behind_an_equals_sign() {
        var line = parse("--model=a/b=c", "--thinking=high", "--mode=json");
        assertThat(line.value(Option.MODEL)).isEqualTo("a/b=c");
        assertThat(line.thinking()).isEqualTo(ThinkingLevel.HIGH);
        assertThat(line.output()).isEqualTo(CommandLine.Output.JSON);
    }

    @Test
    void a_value_may_begin_with_a_dash_unless_it_is_an_option() {
        assertThat(parse("--append-system-prompt", "- be brief").values(Option.APPEND_SYSTEM_PROMPT))
                .containsExactly("- be brief");
        assertThat(parse("--tools", "-bash,+grep").list(Option.TOOLS)).containsExactly("-bash", "+grep");
        assertThatThrownBy(() -> parse("--model", "-p", "Hi")).hasMessageContaining("--model needs a model");
    }

    @Test
    void list_models_takes_what_follows_as_a_query_unless_it_is_something_else() {
        assertThat(parse("--list-models").value(Option.LIST_MODELS)).isNull();
        assertThat(parse("--list-models", "opus").value(Option.LIST_MODELS)).isEqualTo("opus");
        assertThat(parse("--list-models=opus", "x").value(Option.LIST_MODELS)).isEqualTo("opus");
        assertThat(parse("--list-models", "--offline").value(Option.LIST_MODELS))
                .isNull();
        assertThat(parse("--list-models", "@a").value(Option.LIST_MODELS)).isNull();
    }

    @Test
    void the_word_behind_a_hook_s_flag_is_its_value_if_the_flag_takes_one() {
        var line = parse("-p", "--level", "high", "Hi", "--plan", "Ho");
        assertThat(line.words(FLAGS)).containsExactly("Hi", "Ho");
        assertThat(line.flag("level")).isEqualTo("high");
        assertThat(line.flag("plan")).isNotNull().isNotEqualTo("false");
        assertThat(line.flag("other")).isNull();
        assertThat(parse("--level=a b", "Hi").words(FLAGS)).containsExactly("Hi");
        assertThat(parse("--level=a b", "Hi").flag("level")).isEqualTo("a b");
        assertThat(parse("--plan=false").flag("plan")).isEqualTo("false");
    }

    @Test
    void the_same_text_elsewhere_is_a_word_all_the_same() {
        var line = parse("high", "--level", "high", "high");
        assertThat(line.words(FLAGS)).containsExactly("high", "high");
    }

    @Test
    void a_flag_that_no_hook_brings_is_unknown() {
        parse("--plan", "--level=x").checkFlags(FLAGS);
        assertThatThrownBy(() -> parse("--nonsense").checkFlags(FLAGS))
                .hasMessageContaining("unknown option --nonsense");
        assertThatThrownBy(() -> parse("--level").checkFlags(FLAGS)).hasMessageContaining("--level needs a value");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        -x                           | unknown option -x
        -                            | unknown option -
        --model                      | --model needs a model
        --mode xml                   | --mode is text, json, rpc or acp, not "xml"
        --thinking much              | --thinking is off, minimal, low
        --print=yes                  | --print takes no value
        --name=                      | --name needs a name
        --tui-mode huge              | --tui-mode is regular or fullscreen
        --tools read,+grep           | --tools takes names (read,bash) or changes (+grep,-bash), not both
        --fork a --session b         | --fork starts a session of its own
        --fork a --continue          | --fork starts a session of its own
        --fork a -r                  | --fork starts a session of its own
        --fork a --no-session        | --fork starts a session of its own
        --session-id a --session b   | --session-id names a new session
        --session-id a -c            | --session-id names a new session
        --session-id a --resume      | --session-id names a new session
        """)
    void what_makes_no_sense_is_refused_in_a_sentence(String args, String sentence) {
        assertThatThrownBy(() -> parse(args.split(" ")))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(2))
                .hasMessageContaining(sentence);
    }

    @Test
    void the_help_lists_every_option_in_lines_that_fit() {
        var help = HelpText.text();
        assertThat(help.lines().filter(line -> line.length() > 110)).isEmpty();
        for (var option : Option.values()) {
            for (var name : option.names) {
                assertThat(help).containsPattern("(?m)(^| )" + name + "(,| |$)");
            }
            assertThat(help).contains(option.help.lines().toList());
        }
    }

    @Test
    void the_last_of_two_opposite_options_counts() {
        assertThat(parse("-a", "-na").approved()).isFalse();
        assertThat(parse("-na", "--approve").approved()).isTrue();
        assertThat(parse().approved()).isNull();
    }

    @Test
    void offline_is_an_option_or_a_variable() {
        assertThat(CommandLine.parse(List.of("--offline")).isOffline(Map.of())).isTrue();
        assertThat(CommandLine.parse(List.of()).isOffline(Map.of("PI_OFFLINE", "1")))
                .isTrue();
        assertThat(CommandLine.parse(List.of()).isOffline(Map.of("PI_OFFLINE", "0")))
                .isFalse();
    }
}
