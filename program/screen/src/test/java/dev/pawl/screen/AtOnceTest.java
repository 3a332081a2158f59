package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one decides on the screen holds at once: the short list of models, whether a project is trusted. */
class AtOnceTest {
    private static final String DOWN = "\u001b[B";
    private static final String UP = "\u001b[A";
    private static final String ESCAPE = "\u001b[27u";

    @TempDir
    Path dir;

    @Test
    void the_short_list_is_cycled_through_at_once_and_kept_if_one_says_so() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30).hook("models", """
            pi.provider("zoo", ProviderConfig.at("http://127.0.0.1:1/v1").withModels(
                    "openai-completions", "key", List.of(model("tiny"), model("vast"))));
            }

            private static Model model(String id) {
                return new Model("zoo", id, id, "openai-completions", "", false, List.of(),
                        Set.of(Model.Medium.TEXT), Cost.NONE, 8000, 1000, JsonObject.empty());
            """).start()) {
            screen.await("scripted-1");
            screen.submit("/scoped-models ");
            screen.await("Short list of models");
            screen.type("\r", DOWN, " ");
            screen.await("✓ tiny");
            screen.type("\u001b[1;3A");
            screen.await("the order is another", now -> now.indexOf("✓ tiny") < now.indexOf("✓ scripted-1"));
            screen.type(ESCAPE);
            screen.await("ctrl+p goes through 2 models in this session.");
            assertThat(screen.agentDir().resolve("settings.json")).content().doesNotContain("enabledModels");
            screen.type("\u0010");
            screen.await("Model: zoo/tiny");
            screen.type("\u0010");
            screen.await("Model: scripted/scripted-1");
            screen.submit("/scoped-models ");
            screen.await("✓ tiny");
            screen.type("\u0013", ESCAPE);
            screen.await("2 models from now on.");
            assertThat(screen.agentDir().resolve("settings.json"))
                    .content()
                    .containsSubsequence("zoo/tiny", "scripted/scripted-1");
            screen.submit("/scoped-models ");
            screen.await("✓ tiny");
            screen.type("\u0018");
            screen.awaitGone("✓");
            screen.type("\u0001");
            screen.await("✓ vast");
            screen.type("\u0010");
            screen.await("a provider's are off", now -> !now.contains("✓ tiny") && now.contains("✓ scripted-1"));
            screen.type("\u0018", ESCAPE);
            screen.await("ctrl+p goes through all models in this session.");
        }
    }

    @Test
    void a_project_that_is_trusted_brings_its_hooks_at_once() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First."))
                .file(".pi/hooks/own.java", """
                    import module dev.pawl.api;
                    class Own implements Hook {
                        public void install(Host pi) {
                            pi.command("own", "says hello", _ -> Outcome.status("hello from the project"));
                        }
                    }
                    """)
                .start()) {
            screen.await("Trust it?");
            screen.type("\r");
            screen.await("scripted-1");
            screen.submit("/trust ");
            assertThat(screen.await("It is not trusted now; no decision is kept."))
                    .contains(".pi/hooks");
            screen.type(DOWN, "\r");
            screen.await("This project is trusted now; hooks, settings and resources are loaded again.");
            screen.submit("/own ");
            screen.await("hello from the project");
            assertThat(Files.readString(screen.agentDir().resolve("trust.json")))
                    .contains("true");
            screen.submit("/trust ");
            screen.await("It is trusted now. Trusted by the decision");
            screen.type(UP, "\r");
            screen.await("This project is not trusted now; hooks");
            screen.submit("/hooks ");
            screen.await("No hooks are loaded.");
        }
    }

    @Test
    void a_terminal_that_goes_away_while_a_question_is_open_ends_the_program() throws Exception {
        var screen = TestScreen.in(dir).file(".pi/settings.json", "{}").start();
        screen.await("Trust it?");
        screen.terminal.hangUp();
        assertThat(screen.ended()).isZero();
        screen.close();
    }
}
