package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Flag;
import dev.pawl.api.model.ThinkingLevel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    void words_and_files_are_told_apart_from_options() {
        var line = parse("-p", "say this", "@a.txt", "--model", "x", "and that", "--", "-c", "@b.txt");
        assertThat(line.words).containsExactly("say this", "and that", "-c");
        assertThat(line.files).containsExactly("a.txt", "b.txt");
        assertThat(line.model).isEqualTo("x");
        assertThat(line.print).isTrue();
        assertThat(line.resumeLast).isFalse();
    }

    @Test
    void a_value_may_stand_behind_an_equals_sign() {
        var line = parse("--model=a/b=c", "--thinking=high", "--mode=json");
        assertThat(line.model).isEqualTo("a/b=c");
        assertThat(line.thinking).isEqualTo(ThinkingLevel.HIGH);
        assertThat(line.output).isEqualTo(CommandLine.Output.JSON);
    }

    @Test
    void a_value_may_begin_with_a_dash_unless_it_is_an_option() {
        assertThat(parse("--append-system-prompt", "- be brief").appendSystemPrompt)
                .containsExactly("- be brief");
        assertThat(parse("--tools", "-bash,+grep").tools).containsExactly("-bash", "+grep");
        assertThatThrownBy(() -> parse("--model", "-p", "Hi")).hasMessageContaining("--model needs a model");
    }

    @Test
    void list_models_takes_what_follows_as_a_query_unless_it_is_something_else() {
        assertThat(parse("--list-models").modelQuery).isNull();
        assertThat(parse("--list-models", "opus").modelQuery).isEqualTo("opus");
        assertThat(parse("--list-models=opus", "x").modelQuery).isEqualTo("opus");
        assertThat(parse("--list-models", "--offline").modelQuery).isNull();
        assertThat(parse("--list-models", "@a").modelQuery).isNull();
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
        --mode xml                   | --mode is text, json or rpc, not "xml"
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
        --export a.jsonl             | --export is not part of this version yet
        """)
    void what_makes_no_sense_is_refused_in_a_sentence(String args, String sentence) {
        assertThatThrownBy(() -> parse(args.split(" ")))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(2))
                .hasMessageContaining(sentence);
    }

    @Test
    void the_help_lists_every_option() throws Exception {
        try (var text = Objects.requireNonNull(Main.class.getResourceAsStream("help.txt"))) {
            var help = new String(text.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(help.lines().filter(line -> line.length() > 100)).isEmpty();
            for (var options :
                    List.of(Options.NOTHING, Options.VALUES.keySet(), List.of("--list-models", "-h", "-v"))) {
                for (var option : options) {
                    assertThat(help).containsPattern("(?m)(^| )" + option + "(,| |$)");
                }
            }
        }
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
