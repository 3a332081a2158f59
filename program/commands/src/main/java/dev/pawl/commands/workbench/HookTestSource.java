package dev.pawl.commands.workbench;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the test of a hook to begin with: it loads the file as the program does and fires one event at it. */
final class HookTestSource {
    private HookTestSource() {}

    static String of(String name, String className, String kind, @Nullable String point) {
        var body = switch (kind) {
            case "tool" -> """
                assertEquals(ToolOutput.text("5 characters"), trial.call("%s", "{\\"text\\":\\"hello\\"}"));
                """.formatted(name.replace('-', '_'));
            case "command" -> """
                assertEquals(Outcome.status("You wrote: hello"), trial.run("%s", "hello"));
                """.formatted(name);
            case "provider" -> """
                assertEquals(List.of(), trial.errors());
                """;
            default -> point == null ? """
                var answer = trial.fire(HookPoints.TOOL_CALL, ToolCall.of("bash", new ToolInput.Bash("git push --force")));
                assertInstanceOf(Decision.Stop.class, answer);
                """ : at(point);
        };
        return """
            //JAVA 25+
            //DEPS dev.pawl:pawl-testkit:%s org.junit.jupiter:junit-jupiter:6.1.3

            import static org.junit.jupiter.api.Assertions.*;

            import dev.pawl.testkit.HookTrial;
            import module dev.pawl.api;
            import org.junit.jupiter.api.Test;

            class %sTest {
                @Test
                void it_does_what_it_should() throws Exception {
                    try (var trial = HookTrial.ofFiles(Path.of("%s.java"))) {
            %s
                    }
                }
            }
            """.formatted(
                        dev.pawl.cli.Version.text().strip(),
                        className,
                        name,
                        body.stripTrailing().indent(12).stripTrailing());
    }

    /** For other points an event of its own has to be made up, which only the author can. */
    private static String at(String point) {
        var named = HookPoints.find(point);
        HookPoint<?, ?> found = named == null ? HookPoints.TOOL_CALL : named.point();
        return """
            // Fire an event of yours: trial.fire(HookPoints.%s, …)
            assertEquals(List.of(), trial.errors());
            """.formatted(found.name().replace('.', '_').toUpperCase(Locale.ROOT));
    }
}
