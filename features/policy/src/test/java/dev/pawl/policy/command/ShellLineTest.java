package dev.pawl.policy.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.shell.Script;
import dev.pawl.api.shell.Word;
import dev.pawl.api.tool.ShellLine;
import dev.pawl.machine.property.Property;
import dev.pawl.policy.rule.GeneratedLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A line that hooks are shown as understood has the commands that the parser of the whole language sees in it, which rules
 * are held against.
 */
class ShellLineTest {
    private final AtomicInteger understood = new AtomicInteger();

    private void check(String line) {
        var shown = ShellLine.of(line);
        if (!shown.understood()) {
            assertThat(shown.commands()).as(line).isEmpty();
            return;
        }
        understood.incrementAndGet();
        var script = Script.of(line);
        assertThat(script.unknowns()).as(line).isEmpty();
        var all = script.commands().stream()
                .map(each -> each.words().stream().map(Word::text).toList())
                .filter(each -> !each.isEmpty())
                .toList();
        assertThat(shown.commands().stream().map(ShellLine.Command::words).toList())
                .as(line)
                .isEqualTo(all);
    }

    @Test
    void of_the_lines_in_the_tables() throws IOException {
        for (var name : List.of("commands.txt", "evasions.txt")) {
            try (var in = Objects.requireNonNull(ShellLineTest.class.getResourceAsStream("/dev/pawl/policy/" + name))) {
                new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(line -> line.substring(line.indexOf(' ') + 1)
                                .replace("\\n", "\n")
                                .replace("\\r;", "\r;"))
                        .forEach(this::check);
            }
        }
        assertThat(understood).hasValueGreaterThan(300);
    }

    @Test
    void of_generated_lines() {
        Property.holds(5_000, draw -> check(GeneratedLines.line(draw)));
        assertThat(understood).hasValueGreaterThan(1_000);
    }

    @Test
    void a_pattern_that_may_become_an_option_or_a_program_is_not_understood() {
        assertThat(List.of("rm *", "rm -*", "ls ?", "* a", "r? a", "''", "if", "x=1 rm a", "echo $x", "a & b"))
                .noneMatch(line -> ShellLine.of(line).understood());
        assertThat(List.of("rm ./*", "ls src/*.js", "cat a > b 2>&1", "'rm' \\-rf a", "~/bin/rm a"))
                .allMatch(line -> ShellLine.of(line).understood());
    }
}
