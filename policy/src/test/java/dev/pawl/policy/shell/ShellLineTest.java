package dev.pawl.policy.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.tool.ShellLine;
import dev.pawl.policy.shell.PlainLine.NotPlain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What hooks are shown of a command line is what rules see of it. */
class ShellLineTest {
    @Test
    void a_line_that_hooks_understand_has_the_words_that_rules_see() throws IOException {
        var wrong = new ArrayList<String>();
        int understood = 0;
        for (var name : List.of("commands.txt", "evasions.txt")) {
            try (var in = Objects.requireNonNull(ShellLineTest.class.getResourceAsStream("/dev/pawl/policy/" + name))) {
                for (var line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList()) {
                    var command = line.substring(line.indexOf(' ') + 1)
                            .replace("\\n", "\n")
                            .replace("\\r;", "\r;");
                    var shown = ShellLine.of(command);
                    if (!shown.understood() || line.isBlank() || line.startsWith("#")) {
                        continue;
                    }
                    understood++;
                    var words = shown.commands().stream()
                            .map(ShellLine.Command::words)
                            .toList();
                    var all = Script.of(command).commands().stream()
                            .map(each -> each.words().stream().map(Word::text).toList())
                            .filter(each -> !each.isEmpty())
                            .toList();
                    if (!words.equals(all) || !known(command)) {
                        wrong.add(command + "\n    " + words + "\n    " + all);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(understood).isGreaterThan(300);
    }

    /** What is plain is known; a few redirections are understood that are not plain, because a gate sees no harm in them. */
    private static boolean known(String command) {
        try {
            return !PlainLine.of(command).commands().isEmpty();
        } catch (NotPlain e) {
            return e.getMessage().contains("redirect")
                    || e.getMessage().contains("plain outside of quotes")
                    || e.getMessage().contains("~")
                    || e.getMessage().contains("command");
        }
    }
}
