package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.setup.RuleSources;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Settings;
import dev.pawl.session.KeptSessions;
import dev.pawl.session.Session;
import dev.pawl.session.SessionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a decision from before a crash depends on. */
class RulesInForceTest {
    @TempDir
    Path dir;

    private Session session;
    private JsonObject settings = JsonObject.of("theme", "dark");
    private RuleSources sources = RuleSources.NONE;
    private List<String> hooks = List.of();

    @BeforeEach
    void begin() throws IOException {
        session = KeptSessions.inMemory(SessionOptions.standard()).begin(dir, null);
    }

    private String inForce() {
        return new RulesInForce(session, Settings.of(settings), sources, hooks).get();
    }

    private Path file(String name, String text) throws IOException {
        var file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void nothing_changed_is_the_same() throws IOException {
        hooks = List.of(file("hooks/gate.java", "class A {}").toString(), "builtin:permissions");
        sources = new RuleSources(List.of(file("permissions.json", "{}"), dir.resolve("absent.json")), List.of("x"));
        assertThat(inForce()).isEqualTo(inForce()).hasSize(64);
    }

    @Test
    void a_hook_of_the_same_length_and_time_is_another_one() throws IOException {
        var hook = file("hooks/gate.java", "class A {}");
        hooks = List.of(hook.toString());
        var time = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(hook, time);
        var before = inForce();

        Files.writeString(hook, "class B {}");
        Files.setLastModifiedTime(hook, time);
        assertThat(inForce()).isNotEqualTo(before);
    }

    @Test
    void settings_whose_texts_have_the_same_hash_code_differ() {
        settings = JsonObject.of("theme", "Aa");
        var before = inForce();
        settings = JsonObject.of("theme", "BB");
        assertThat(settings.toString().hashCode())
                .isEqualTo(JsonObject.of("theme", "Aa").toString().hashCode());
        assertThat(inForce()).isNotEqualTo(before);
    }

    @Test
    void a_file_of_rules_that_comes_later_counts() throws IOException {
        sources = new RuleSources(List.of(dir.resolve("permissions.json")), List.of());
        var before = inForce();
        file("permissions.json", "{\"/p\": {\"deny\": [\"Bash\"]}}");
        assertThat(inForce()).isNotEqualTo(before);
    }

    @Test
    void a_file_in_a_folder_of_hooks_counts() throws IOException {
        sources = new RuleSources(List.of(dir.resolve("hooks")), List.of());
        file("hooks/lib/rules.txt", "deny");
        var before = inForce();
        file("hooks/lib/rules.txt", "pass");
        assertThat(inForce()).isNotEqualTo(before);
    }

    @Test
    void all_files_of_a_package_count_but_for_those_it_depends_on() throws IOException {
        hooks = List.of(file("package/main.ts", "export default 1").toString());
        file("package/package.json", "{}");
        file("package/rules.ts", "deny");
        file("package/node_modules/other/index.js", "1");
        var before = inForce();

        file("package/node_modules/other/index.js", "2");
        assertThat(inForce()).isEqualTo(before);
        file("package/rules.ts", "pass");
        assertThat(inForce()).isNotEqualTo(before);
    }

    @Test
    void an_option_of_the_command_line_counts() {
        sources = new RuleSources(List.of(), List.of("default"));
        var before = inForce();
        sources = new RuleSources(List.of(), List.of("plan"));
        assertThat(inForce()).isNotEqualTo(before);
    }

    @Test
    void the_permission_mode_of_the_session_counts_at_once() {
        var rules = new RulesInForce(session, Settings.of(settings), sources, hooks);
        var before = rules.get();
        session.append(OpenSession.PERMISSION_MODE, JsonObject.of("mode", "plan"));
        assertThat(rules.get()).isNotEqualTo(before);
    }
}
