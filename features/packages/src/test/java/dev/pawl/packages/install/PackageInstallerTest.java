package dev.pawl.packages.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FileTree;
import dev.pawl.config.settings.Layer;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.packages.PackageHome;
import dev.pawl.packages.content.Kind;
import dev.pawl.packages.served.LocalRegistry;
import dev.pawl.packages.served.ServedRepository;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages from a registry and a git repository on loopback, with real npm and git. */
@Deep
class PackageInstallerTest {
    private static final String TOOLS = "npm:@acme/tools";

    @TempDir
    Path dir;

    private PackageHome pawl;
    private LocalRegistry registry;

    @BeforeEach
    void start() throws Exception {
        Needed.program("npm");
        registry = new LocalRegistry();
        pawl = new PackageHome(dir);
        pawl.environment.put("npm_config_registry", registry.url());
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private void publishTools(String version) throws Exception {
        registry.publish(
                "@acme/tools",
                version,
                Map.of(
                        "package.json",
                        "{\"dependencies\":{\"left\":\"^1.0.0\"},\"scripts\":{\"postinstall\":\"touch ran\"}}",
                        "prompts/fix.md",
                        "Fix $@ with " + version + "."));
        registry.publish("left", "1.0.0", Map.of("index.js", "module.exports = 1"));
    }

    private Path root() {
        return pawl.installer().root(pawl.source(TOOLS));
    }

    private String prompt() throws IOException {
        return Files.readString(root().resolve("prompts/fix.md"));
    }

    @Test
    void a_package_is_recorded_with_the_hashes_of_all_that_came_and_no_script_runs() throws Exception {
        publishTools("1.0.0");
        var installed = pawl.install(TOOLS);
        assertThat(installed.version()).isEqualTo("1.0.0");
        var lock = JsonObject.parse(Files.readString(pawl.agentDir().resolve("packages.lock.json")))
                .object("packages")
                .object(TOOLS);
        assertThat(lock.string("version")).isEqualTo("1.0.0");
        assertThat(lock.string("integrity")).startsWith("sha512-");
        assertThat(lock.object("npm").object("node_modules/left").string("integrity"))
                .startsWith("sha512-");
        assertThat(root().resolve("ran")).doesNotExist();
        assertThat(pawl.installer().difference(pawl.source(TOOLS), TOOLS)).isNull();
    }

    @Test
    void scripts_run_when_they_are_asked_for() throws Exception {
        publishTools("1.0.0");
        pawl.scripts().install(TOOLS);
        assertThat(root().resolve("ran")).exists();
    }

    @Test
    void an_update_brings_a_newer_version_and_keeps_a_pinned_one() throws Exception {
        publishTools("1.0.0");
        pawl.install(TOOLS);
        assertThat(pawl.installer().update(pawl.source(TOOLS), TOOLS)).isNull();
        publishTools("1.1.0");
        assertThat(pawl.installer().update(pawl.source(TOOLS), TOOLS))
                .extracting(Installed::version)
                .isEqualTo("1.1.0");
        assertThat(prompt()).contains("with 1.1.0");
        var pinned = TOOLS + "@1.0.0";
        pawl.install(pinned);
        assertThat(pawl.installer().update(pawl.source(pinned), pinned)).isNull();
        assertThat(prompt()).contains("with 1.0.0");
    }

    @Test
    void removing_takes_all_of_it_away() throws Exception {
        publishTools("1.0.0");
        pawl.install(TOOLS);
        pawl.installer().remove(pawl.source(TOOLS));
        assertThat(root()).doesNotExist();
        assertThat(Files.readString(pawl.agentDir().resolve("packages.lock.json")))
                .doesNotContain("@acme");
        assertThat(pawl.installer().difference(pawl.source(TOOLS), TOOLS)).isEqualTo("not installed");
    }

    @Test
    void what_is_missing_is_installed_at_a_start_as_the_lock_file_has_it() throws Exception {
        publishTools("1.0.0");
        pawl.install(TOOLS);
        pawl.user("settings.json", "{\"packages\": [\"" + TOOLS + "\"]}");
        publishTools("1.1.0");
        FileTree.delete(pawl.agentDir().resolve("packages"));
        var loaded = pawl.load(false);
        assertThat(loaded.problems()).isEmpty();
        assertThat(loaded.resources(Kind.PROMPTS)).hasSize(1);
        assertThat(prompt()).contains("with 1.0.0");
    }

    @Test
    void content_that_differs_from_the_lock_file_is_not_installed() throws Exception {
        publishTools("1.0.0");
        pawl.install(TOOLS);
        pawl.user("settings.json", "{\"packages\": [\"" + TOOLS + "\"]}");
        FileTree.delete(pawl.agentDir().resolve("packages"));
        registry.publish("@acme/tools", "1.0.0", Map.of("prompts/fix.md", "Do evil."));
        pawl.environment.put("npm_config_cache", dir.resolve("other-cache").toString());
        var loaded = pawl.load(false);
        assertThat(loaded.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .contains("the package npm:@acme/tools is not installed", "packages.lock.json has sha512-"));
        assertThat(loaded.resources(Kind.PROMPTS)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../../evil.txt", "/tmp/evil.txt", "link"})
    void a_hostile_archive_is_refused_and_nothing_changes(String name) throws Exception {
        publishTools("1.0.0");
        pawl.install(TOOLS);
        var manifest = JsonObject.of("name", "evil", "version", "1.0.0");
        var tar = new ByteArrayOutputStream();
        LocalRegistry.entry(tar, "package/package.json", '0', manifest.toString());
        boolean link = name.equals("link");
        LocalRegistry.entry(tar, link ? "package/link" : name, link ? '2' : '0', "/etc/passwd");
        registry.publish(manifest, tar.toByteArray());
        var before = pawl.snapshot();
        assertThatThrownBy(() -> pawl.install("npm:evil")).hasMessageContaining("is refused, because");
        assertThat(pawl.snapshot()).isEqualTo(before);
    }

    @Test
    void what_cannot_be_fetched_changes_nothing() throws Exception {
        publishTools("1.0.0");
        pawl.install(TOOLS);
        publishTools("1.1.0");
        registry.truncate("@acme/tools", "1.1.0");
        pawl.environment.put("npm_config_fetch_retries", "0");
        var before = pawl.snapshot();
        for (var source : new String[] {"npm:does-not-exist", TOOLS + "@9", TOOLS + "@1.1.0", "./no-such-folder"}) {
            assertThatThrownBy(() -> pawl.install(source))
                    .as(source)
                    .isInstanceOf(IOException.class)
                    .hasMessageNotContaining("npm error");
            assertThat(pawl.snapshot()).as(source).isEqualTo(before);
        }
    }

    @Test
    void an_installation_whose_completion_fails_is_taken_back() throws Exception {
        publishTools("1.0.0");
        pawl.install(TOOLS);
        publishTools("1.1.0");
        var before = pawl.snapshot();
        assertThatThrownBy(() -> pawl.installer().install(pawl.source(TOOLS), TOOLS, () -> {
                    throw new IOException("the settings cannot be written");
                }))
                .hasMessage("the settings cannot be written");
        assertThat(pawl.snapshot()).isEqualTo(before);
    }

    @Test
    void a_changed_file_is_noticed() throws Exception {
        publishTools("1.0.0");
        pawl.install(TOOLS);
        Files.writeString(root().resolve("prompts/fix.md"), "Other words.");
        assertThat(pawl.installer().isUnchanged(pawl.source(TOOLS))).isFalse();
        assertThat(pawl.installer().difference(pawl.source(TOOLS), TOOLS))
                .isEqualTo("its files were changed since it was installed");
    }

    @Test
    void packages_of_a_project_are_kept_in_it_and_loaded_if_it_is_trusted() throws Exception {
        publishTools("1.0.0");
        pawl.file(".pi/settings.json", "{\"packages\": [\"" + TOOLS + "\"]}");
        assertThat(pawl.load(false).loaded()).isEmpty();
        assertThat(registry.requests).isEmpty();
        var loaded = pawl.load(true);
        assertThat(loaded.changedProject()).isTrue();
        assertThat(loaded.resources(Kind.PROMPTS)).hasSize(1);
        assertThat(pawl.installer(Layer.PROJECT).root(pawl.source(TOOLS)))
                .startsWith(pawl.project.resolve(".pi/packages"))
                .isDirectory();
        assertThat(pawl.project.resolve(".pi/packages.lock.json")).exists();
        assertThat(pawl.project.resolve(".pi/packages/.gitignore")).exists();
        assertThat(pawl.load(true).changedProject()).isFalse();
    }

    @Test
    void a_git_repository_is_cloned_pinned_and_updated() throws Exception {
        Needed.program("git");
        var repository = ServedRepository.create(dir, dir.resolve("served/acme/tools.git"));
        repository.file("prompts/fix.md", "one").commit();
        ServedRepository.git(repository.work(), "tag", "v1");
        repository.publish();
        try (var server = LocalRegistry.files(dir.resolve("served"))) {
            var written = "git:" + server.url() + "acme/tools.git";
            var source = pawl.source(written);
            var file = pawl.installer().root(source).resolve("prompts/fix.md");
            pawl.install(written);
            assertThat(file).hasContent("one");
            assertThat(pawl.installer().update(source, written)).isNull();
            repository.file("prompts/fix.md", "two").commit().publish();
            assertThat(pawl.installer().update(source, written)).isNotNull();
            assertThat(file).hasContent("two");
            pawl.install(written + "@v1");
            assertThat(file).hasContent("one");
            var before = pawl.snapshot();
            assertThatThrownBy(() -> pawl.install(written + "@v9"))
                    .hasMessageContaining("has no branch, tag or commit \"v9\"");
            Files.createSymbolicLink(repository.work().resolve("out"), Path.of("/etc/passwd"));
            repository.commit().publish();
            assertThatThrownBy(() -> pawl.install(written)).hasMessageContaining("out is a link that leads out of it");
            assertThat(pawl.snapshot()).isEqualTo(before);
            pawl.installer().remove(source);
            assertThat(pawl.agentDir().resolve("git/127.0.0.1")).doesNotExist();
        }
    }
}
