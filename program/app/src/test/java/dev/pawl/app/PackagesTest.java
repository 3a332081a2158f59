package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FileTree;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.packages.served.LocalRegistry;
import dev.pawl.packages.served.ServedRepository;
import dev.pawl.testkit.model.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packages from a registry on loopback, a git repository on loopback, and folders, installed by the whole program. */
@Deep
class PackagesTest {
    private static final String GUARD = """
        import module dev.pawl.api;

        class Guard implements Hook {
            public void install(Host pi) {
                pi.on(HookPoints.INPUT, (input, ctx) -> input.transform(input.text() + " %s"));
            }
        }
        """;

    @TempDir
    Path dir;

    private TestProgram pawl;
    private LocalRegistry registry;

    @BeforeEach
    void start() throws Exception {
        Needed.program("npm");
        registry = new LocalRegistry();
        pawl = TestProgram.in(dir, Script.Turn.text("Done."), Script.Turn.text("Done."), Script.Turn.text("Done."))
                .environment("npm_config_registry", registry.url())
                .environment("npm_config_cache", dir.resolve("npm-cache").toString());
    }

    @AfterEach
    void stop() {
        pawl.close();
        registry.close();
    }

    private void publishTools(String version) throws Exception {
        registry.publish(
                "@acme/tools",
                version,
                Map.of(
                        "package.json",
                        "{\"dependencies\":{\"left\":\"^1.0.0\"},\"scripts\":{\"postinstall\":\"touch ran\"}}",
                        "extensions/Guard.java",
                        GUARD.formatted("(guarded " + version + ")"),
                        "skills/review/SKILL.md",
                        "---\nname: review\ndescription: reviews\n---\nRead it all.",
                        "prompts/fix.md",
                        "Fix $@ now."));
        registry.publish("left", "1.0.0", Map.of("index.js", "module.exports = 1"));
    }

    @Test
    void a_package_from_npm_is_installed_and_loaded() throws Exception {
        publishTools("1.0.0");
        var run = pawl.run("install", "npm:@acme/tools");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Installing npm:@acme/tools", "Installed npm:@acme/tools (1.0.0)");
        assertThat(run.status()).isZero();
        assertThat(settings().list("packages")).containsExactly("npm:@acme/tools");

        var lock = JsonObject.parse(Files.readString(pawl.agentDir().resolve("packages.lock.json")))
                .object("packages")
                .object("npm:@acme/tools");
        assertThat(lock.string("version")).isEqualTo("1.0.0");
        assertThat(lock.string("integrity")).startsWith("sha512-");
        assertThat(lock.object("npm").object("node_modules/left").string("integrity"))
                .startsWith("sha512-");
        assertThat(root("@acme/tools").resolve("ran"))
                .as("install scripts are not run")
                .doesNotExist();

        assertThat(pawl.run("-p", "/fix it").status()).isZero();
        assertThat(pawl.asked(1)).containsExactly("user: Fix it (guarded 1.0.0) now.");
        assertThat(pawl.systemPrompt(1)).contains("reviews");
        assertThat(pawl.run("hooks").out()).contains("Guard.java");
    }

    @Test
    void scripts_run_when_they_are_asked_for() throws Exception {
        publishTools("1.0.0");
        assertThat(pawl.run("install", "npm:@acme/tools", "--allow-scripts").status())
                .isZero();
        assertThat(root("@acme/tools").resolve("ran")).exists();
    }

    @Test
    void update_brings_a_newer_version_and_keeps_a_pinned_one() throws Exception {
        publishTools("1.0.0");
        pawl.run("install", "npm:@acme/tools");
        assertThat(pawl.run("update", "--extensions").out()).contains("is up to date (1.0.0)");
        publishTools("1.1.0");
        assertThat(pawl.run("update", "npm:@acme/tools").out()).contains("from 1.0.0 to 1.1.0");
        pawl.run("install", "npm:@acme/tools@1.0.0");
        assertThat(pawl.run("update", "--all").out()).contains("npm:@acme/tools@1.0.0 is up to date");
        assertThat(pawl.run("list").out()).contains("User packages:", "npm:@acme/tools@1.0.0 (1.0.0)");
        assertThat(settings().list("packages")).containsExactly("npm:@acme/tools@1.0.0");
    }

    @Test
    void remove_takes_all_of_it_away() throws Exception {
        publishTools("1.0.0");
        pawl.run("install", "npm:@acme/tools@1.0.0");
        var run = pawl.run("remove", "npm:@acme/tools");
        assertThat(run.out()).contains("Removed npm:@acme/tools");
        assertThat(root("@acme/tools")).doesNotExist();
        assertThat(settings().list("packages")).isEmpty();
        assertThat(Files.readString(pawl.agentDir().resolve("packages.lock.json")))
                .doesNotContain("@acme");
        assertThat(pawl.run("list").out()).contains("No packages are installed.");
        assertThat(pawl.run("uninstall", "npm:@acme/tools").status()).isEqualTo(1);
    }

    @Test
    void what_is_missing_is_installed_at_the_start_as_the_lock_file_has_it() throws Exception {
        publishTools("1.0.0");
        pawl.run("install", "npm:@acme/tools");
        publishTools("1.1.0");
        FileTree.delete(pawl.agentDir().resolve("packages"));
        assertThat(pawl.run("-p", "Hi").status()).isZero();
        assertThat(pawl.asked(1)).containsExactly("user: Hi (guarded 1.0.0)");
    }

    @Test
    void what_cannot_be_fetched_changes_nothing() throws Exception {
        publishTools("1.0.0");
        pawl.run("install", "npm:@acme/tools");
        publishTools("1.1.0");
        registry.truncate("@acme/tools", "1.1.0");
        pawl.environment("npm_config_fetch_retries", "0");
        var before = snapshot();
        for (var args : new String[][] {
            {"install", "npm:does-not-exist"},
            {"install", "npm:@acme/tools@9"},
            {"install", "npm:@acme/tools@1.1.0"},
            {"install", "npm:@acme/tools@1.1.0", "--offline"},
            {"install", "./no-such-folder"},
            {"install", "git:127.0.0.1/a/b"},
            {"install", "npm:"}
        }) {
            var run = pawl.run(args);
            assertThat(run.status()).as(String.join(" ", args)).isEqualTo(1);
            assertThat(run.err()).startsWith("pawl: ").doesNotContain("npm error", "A complete log");
            assertThat(snapshot()).as(String.join(" ", args)).isEqualTo(before);
        }
        assertThat(pawl.run("install").status()).isEqualTo(2);
        assertThat(pawl.run("list", "-l").status()).isEqualTo(2);
    }

    @Test
    void without_a_network_the_reason_is_reported_and_no_stack() throws Exception {
        pawl.environment("npm_config_fetch_retries", "0").environment("npm_config_registry", "http://127.0.0.1:1/");
        var run = pawl.run("install", "npm:@acme/tools");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err())
                .contains("npm:@acme/tools is not installed, and nothing was changed", "ECONNREFUSED")
                .doesNotContain("    at ", "npm error");
    }

    @Test
    void offline_nothing_is_fetched_at_the_start() throws Exception {
        pawl.user("settings.json", "{\"packages\": [\"npm:@acme/tools\"]}");
        var run = pawl.environment("PI_OFFLINE", "1").run("-p", "Hi");
        assertThat(run.err()).contains("npm:@acme/tools is not installed", "offline");
        assertThat(run.status()).isZero();
        assertThat(registry.requests).isEmpty();
    }

    @Test
    void a_folder_is_used_where_it_lies_and_filters_narrow_it() throws Exception {
        pawl.file("pack/extensions/Guard.java", GUARD.formatted("(local)"));
        pawl.file("pack/prompts/fix.md", "Fix $@ now.");
        assertThat(pawl.run("install", "./pack").status()).isZero();
        assertThat(settings().list("packages")).containsExactly("../../../project/pack");
        assertThat(pawl.run("config").out())
                .contains("on   extensions  extensions/Guard.java", "on   prompts  prompts/fix.md");
        assertThat(pawl.run("config", "disable", "./pack", "extensions/Guard.java")
                        .status())
                .isZero();
        assertThat(pawl.run("config").out()).contains("off  extensions  extensions/Guard.java");
        pawl.run("-p", "/fix it");
        assertThat(pawl.asked(1)).containsExactly("user: Fix it now.");
        pawl.run("config", "enable", "./pack", "extensions/Guard.java");
        pawl.run("-p", "/fix it");
        assertThat(pawl.asked(2)).containsExactly("user: Fix it (local) now.");
        assertThat(pawl.run("config", "disable", "./pack", "gone.ts").status()).isEqualTo(1);
        assertThat(pawl.run("remove", "./pack").status()).isZero();
        assertThat(pawl.project.resolve("pack/prompts/fix.md")).exists();
    }

    @Test
    void a_package_that_brings_a_name_of_another_one_is_refused_unless_it_is_forced() throws Exception {
        publishTools("1.0.0");
        assertThat(pawl.run("install", "npm:@acme/tools").status()).isZero();
        registry.publish("other", "1.0.0", Map.of("package.json", "{}", "prompts/fix.md", "Other $@."));
        var before = snapshot();
        var refused = pawl.run("install", "npm:other");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err())
                .contains("npm:other is not installed, and nothing was changed", "it brings the prompt template fix")
                .contains("which npm:@acme/tools brings, too", "--force");
        assertThat(snapshot()).isEqualTo(before);

        assertThat(pawl.run("install", "npm:other", "--force").status()).isZero();
        assertThat(pawl.run("update", "npm:@acme/tools").status()).isZero();
        pawl.run("remove", "npm:other");
        assertThat(pawl.run("config", "disable", "npm:@acme/tools", "prompts/fix.md")
                        .status())
                .isZero();
        assertThat(pawl.run("install", "npm:other").status()).isZero();
    }

    @Test
    void tools_and_commands_of_one_name_are_reported_and_both_hooks_work() throws Exception {
        var hook = """
            import module dev.pawl.api;

            class Same implements Hook {
                record None() {}

                public void install(Host pi) {
                    pi.tool(Tool.of("same", "the same", None.class, (_, _) -> ToolOutput.text("%1$s")));
                    pi.command("same", "the same", _ -> Outcome.status("%1$s"));
                }
            }
            """;
        pawl.file("one/extensions/Same.java", hook.formatted("first"));
        pawl.file("two/extensions/Same.java", hook.formatted("second"));
        pawl.run("install", "./one");
        assertThat(pawl.run("install", "./two").status()).isZero();
        var tried = pawl.run("hooks", "try", "tool:same", "{}");
        assertThat(tried.out()).contains("first");
        assertThat(tried.err())
                .contains("two/extensions/Same.java", "brings the tool \"same\"", "the first one is used");
        assertThat(pawl.run("hooks", "try", "/same:1").out()).contains("first");
        assertThat(pawl.run("hooks", "try", "/same:2").out()).contains("second");
    }

    @Test
    void names_of_files_do_not_control_the_terminal() throws Exception {
        pawl.file("pack/prompts/a\u001b]0;owned\u0007.md", "Fix $@ now.");
        pawl.file("pack/extensions/b\u001b[2J.java", GUARD.formatted("(local)"));
        pawl.run("install", "./pack");
        assertThat(pawl.run("config").out())
                .contains("prompts/a?]0;owned?.md", "extensions/b?[2J.java")
                .doesNotContain("\u001b");
        assertThat(pawl.run("hooks").out()).contains("b?[2J.java").doesNotContain("\u001b");
    }

    @Test
    void a_project_has_packages_of_its_own_if_it_is_trusted() throws Exception {
        publishTools("1.0.0");
        assertThat(pawl.run("install", "npm:@acme/tools", "-l").status()).isZero();
        var project = pawl.project.resolve(".pi");
        assertThat(project.resolve("packages/npm/@acme/tools/node_modules/@acme/tools"))
                .isDirectory();
        assertThat(project.resolve("packages.lock.json")).exists();
        assertThat(project.resolve("packages/.gitignore")).exists();
        assertThat(pawl.agentDir().resolve("settings.json")).doesNotExist();
        pawl.run("-p", "Hi", "--no-approve");
        assertThat(pawl.asked(1)).containsExactly("user: Hi");
        pawl.run("-p", "Hi", "--approve");
        assertThat(pawl.asked(2)).containsExactly("user: Hi (guarded 1.0.0)");
        var refused = pawl.run("install", "npm:@acme/tools", "-l", "--no-approve");
        assertThat(refused.err()).contains("is not trusted");
        assertThat(refused.status()).isEqualTo(1);
    }

    @Test
    void a_package_can_be_tried_for_one_run() throws Exception {
        publishTools("1.0.0");
        assertThat(pawl.run("-e", "npm:@acme/tools", "-p", "/fix it").status()).isZero();
        assertThat(pawl.asked(1)).containsExactly("user: Fix it (guarded 1.0.0) now.");
        assertThat(pawl.agentDir().resolve("settings.json")).doesNotExist();
        registry.requests.clear();
        assertThat(pawl.run("-e", "npm:@acme/tools", "--offline", "-p", "Hi").status())
                .isZero();
        assertThat(pawl.asked(2)).containsExactly("user: Hi (guarded 1.0.0)");
        assertThat(registry.requests).isEmpty();
        assertThat(pawl.run("-e", "npm:gone", "-p", "Hi").status()).isEqualTo(1);
    }

    @Test
    void a_changed_file_of_a_package_is_reported_by_list() throws Exception {
        publishTools("1.0.0");
        pawl.run("install", "npm:@acme/tools");
        Files.writeString(root("@acme/tools").resolve("prompts/fix.md"), "Other words.");
        assertThat(pawl.run("list").out()).contains("its files were changed since it was installed");
    }

    @Test
    void a_git_repository_is_cloned_pinned_and_updated() throws Exception {
        Needed.program("git");
        var repository = ServedRepository.create(dir, dir.resolve("served/acme/tools.git"));
        repository.file("extensions/Guard.java", GUARD.formatted("(one)")).commit();
        ServedRepository.git(repository.work(), "tag", "v1");
        repository.publish();
        try (var server = LocalRegistry.files(dir.resolve("served"))) {
            var source = "git:" + server.url() + "acme/tools.git";
            assertThat(pawl.run("install", source).out()).contains("Installed " + source);
            pawl.run("-p", "Hi");
            assertThat(pawl.asked(1)).containsExactly("user: Hi (one)");
            assertThat(pawl.run("update", "--extensions").out()).contains("is up to date");
            repository
                    .file("extensions/Guard.java", GUARD.formatted("(two)"))
                    .commit()
                    .publish();
            assertThat(pawl.run("update", "--extensions").out()).contains("Updated " + source + " from ");
            pawl.run("-p", "Hi");
            assertThat(pawl.asked(2)).containsExactly("user: Hi (two)");
            assertThat(pawl.run("install", source + "@v1").status()).isZero();
            pawl.run("-p", "Hi");
            assertThat(pawl.asked(3)).containsExactly("user: Hi (one)");
            assertThat(settings().list("packages")).containsExactly(source + "@v1");
            var before = snapshot();
            var gone = pawl.run("install", source + "@v9");
            assertThat(gone.err()).contains("has no branch, tag or commit \"v9\"");
            assertThat(snapshot()).isEqualTo(before);
            Files.createSymbolicLink(repository.work().resolve("out"), Path.of("/etc/passwd"));
            repository.commit().publish();
            assertThat(pawl.run("install", source).err()).contains("out is a link that leads out of it");
            assertThat(snapshot()).isEqualTo(before);
            assertThat(pawl.run("remove", source).status()).isZero();
            assertThat(pawl.agentDir().resolve("git/127.0.0.1")).doesNotExist();
        }
    }

    private Path root(String name) {
        return pawl.agentDir()
                .resolve("packages/npm")
                .resolve(name)
                .resolve("node_modules")
                .resolve(name);
    }

    private JsonObject settings() throws IOException {
        return JsonObject.parse(Files.readString(pawl.agentDir().resolve("settings.json")));
    }

    /** Every file of the user's folder with a checksum. */
    private Map<String, Long> snapshot() throws IOException {
        var all = new TreeMap<String, Long>();
        try (var files = Files.walk(pawl.agentDir())) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var sum = new CRC32();
                sum.update(Files.readAllBytes(file));
                all.put(pawl.agentDir().relativize(file).toString(), sum.getValue());
            }
        }
        return all;
    }
}
