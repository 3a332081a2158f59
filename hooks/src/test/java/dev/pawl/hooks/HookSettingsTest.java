package dev.pawl.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HookSettingsTest {
    @TempDir
    Path root;

    @Test
    void all_fields_are_read() throws IOException {
        var settings = read("""
            {"hooks": ["old.java"], "extensions": ["a.java", "!b*"], "hookTimeout": 50,
             "toolCallHookTimeout": 0, "hookOrder": "project-first", "theme": "dark"}
            """);

        assertThat(settings.entries()).containsExactly("a.java", "!b*", "old.java");
        assertThat(settings.hookTimeout()).isEqualTo(50);
        assertThat(settings.toolCallHookTimeout()).isZero();
        assertThat(settings.projectFirst()).isTrue();
        assertThat(settings.problems()).isEmpty();
    }

    @Test
    void a_file_that_is_not_there_says_nothing() {
        assertThat(HookSettings.read(root.resolve("settings.json"))).isEqualTo(HookSettings.NONE);
    }

    @Test
    void null_says_nothing() throws IOException {
        assertThat(read("{\"hooks\": null, \"hookTimeout\": null}")).isEqualTo(HookSettings.NONE);
    }

    @Test
    void fields_of_the_wrong_type_are_named_and_the_others_kept() throws IOException {
        var settings = read("""
            {"hooks": "a.java", "extensions": ["b.java", 7, "c.java"], "hookTimeout": "soon",
             "toolCallHookTimeout": -1, "hookOrder": "backwards"}
            """);

        assertThat(settings.entries()).containsExactly("b.java", "c.java");
        assertThat(settings.hookTimeout()).isNull();
        assertThat(settings.toolCallHookTimeout()).isNull();
        assertThat(settings.projectFirst()).isNull();
        assertThat(settings.problems())
                .allSatisfy(problem -> assertThat(problem.path()).endsWith("settings.json"))
                .extracting(LoadProblem::message)
                .satisfiesExactly(
                        message -> assertThat(message).contains("extensions[1]").contains("7"),
                        message -> assertThat(message).contains("hooks").contains("a list of paths"),
                        message -> assertThat(message)
                                .contains("hookTimeout")
                                .contains("soon")
                                .contains("milliseconds"),
                        message -> assertThat(message)
                                .contains("toolCallHookTimeout")
                                .contains("0 or more"),
                        message -> assertThat(message).contains("hookOrder").contains("project-first"));
    }

    @Test
    void what_is_no_json_object_is_an_error_that_names_the_file() throws IOException {
        for (var text : new String[] {"", "{", "[]", "{} x"}) {
            assertThat(read(text).problems()).singleElement().satisfies(problem -> {
                assertThat(problem.path()).endsWith("settings.json");
                assertThat(problem.fatal()).isTrue();
            });
        }
    }

    @Test
    void what_is_no_file_or_no_text_is_an_error() throws IOException {
        Files.write(root.resolve("bytes.json"), new byte[] {(byte) 0xff, (byte) 0xfe});

        assertThat(HookSettings.read(root).problems()).hasSize(1);
        assertThat(HookSettings.read(root.resolve("bytes.json")).problems()).hasSize(1);
    }

    private HookSettings read(String text) throws IOException {
        return HookSettings.read(Files.writeString(root.resolve("settings.json"), text));
    }
}
