package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Checkout;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user reads about a hook that does not compile. */
class WrongHookTest {
    private static final String WRONG = """
        import module dev.pawl.api;
        import static dev.pawl.api.HookPoints.TOOL_CALL;

        class NoSudo implements Hook {
            public void install(Host pi) {
                pi.on(TOOL_CALL, (call, ctx) -> call.blok("No sudo here"));
            }
        }
        """;

    private static final String COMPLAINT = """
        no-sudo.java:6: error: cannot find symbol
                pi.on(TOOL_CALL, (call, ctx) -> call.blok("No sudo here"));
                                                    ^
          symbol:   method blok(String)
          location: variable call of type ToolCall
        """;

    @Test
    void the_compiler_speaks_for_itself(@TempDir Path hooks) throws Exception {
        var file = Files.writeString(hooks.resolve("no-sudo.java"), WRONG);

        assertThatThrownBy(() -> HookTrial.ofFiles(file)).hasMessageContaining(COMPLAINT.strip());
    }

    @Test
    void the_documentation_quotes_it() throws Exception {
        assertThat(Checkout.file("docs/hooks.md")).content().contains(WRONG, COMPLAINT);
    }
}
