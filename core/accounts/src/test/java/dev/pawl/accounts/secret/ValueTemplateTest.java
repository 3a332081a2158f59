package dev.pawl.accounts.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.property.Property;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueTemplateTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("KEY", "sk-1", "OTHER_2", "two", "EMPTY", "");
    private static final KeyCommands COMMANDS = KeyCommands.everyTime(ENVIRONMENT, Duration.ofSeconds(10));

    private static String resolve(String written) throws InterruptedException {
        return switch (ValueTemplate.of(written).resolve(ENVIRONMENT, COMMANDS, "The key of \"x\"")) {
            case Resolved.Value(var secret) -> secret.value();
            case Resolved.Missing(var why) -> "missing: " + why;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "$KEY, sk-1",
        "${KEY}, sk-1",
        "a$KEY-b${OTHER_2}c, ask-1-btwoc",
        "$KEY$OTHER_2, sk-1two",
        "$$KEY, $KEY",
        "$!KEY, !KEY",
        "a!b, a!b",
        "cost: 5$, cost: 5$",
        "$5, $5",
        "${KEY, ${KEY",
        "${not a name}, ${not a name}",
        "${}, ${}",
        "$, $",
    })
    void it_is_read_as_it_is_written(String written, String value) throws InterruptedException {
        assertThat(resolve(written)).isEqualTo(value);
    }

    @Test
    void a_variable_that_is_not_set_or_empty_is_named_in_a_sentence() throws InterruptedException {
        assertThat(resolve("$NOPE"))
                .isEqualTo("missing: The key of \"x\" needs the environment variable NOPE, which is not set. Set it,"
                        + " then start again.");
        assertThat(resolve("${EMPTY}")).contains("EMPTY");
        assertThat(resolve("$NOPE and $GONE")).contains("NOPE and GONE, which are not set");
    }

    @Test
    void a_value_with_a_line_break_or_another_unsendable_character_is_refused_and_not_shown()
            throws InterruptedException {
        assertThat(resolve("sk-secret\nx"))
                .startsWith("missing: ")
                .contains("a line break")
                .doesNotContain("secret");
        assertThat(resolve("sk-secret\u0007")).contains("a control character").doesNotContain("secret");
        assertThat(resolve("“sk-secret”")).contains("not ASCII").doesNotContain("secret");
        assertThat(resolve("")).contains("is empty");
    }

    @Test
    void whether_it_is_ready_is_reported_without_running_anything() {
        assertThat(ValueTemplate.of("!exit 1").isReady(ENVIRONMENT)).isTrue();
        assertThat(ValueTemplate.of("$KEY").isReady(ENVIRONMENT)).isTrue();
        assertThat(ValueTemplate.of("$KEY$NOPE").isReady(ENVIRONMENT)).isFalse();
        assertThat(ValueTemplate.of("plain").isReady(Map.of())).isTrue();
        assertThat(ValueTemplate.of("$A$B$A").variables()).containsExactly("A", "B");
    }

    @Test
    void it_does_not_print_what_it_holds() {
        assertThat(ValueTemplate.of("sk-secret")).hasToString("***");
    }

    @Test
    void text_escaped_by_doubling_dollars_comes_out_as_it_was() {
        Property.holds(1_000, draw -> {
            String text = draw.text(' ', '~', 0, 60);
            var escaped = text.replace("$", "$$");
            var written = escaped.startsWith("!") ? "$" + escaped : escaped;

            assertThat(resolve(written)).isEqualTo(text.isEmpty() ? "missing: The key of \"x\" is empty." : text);
        });
    }
}
