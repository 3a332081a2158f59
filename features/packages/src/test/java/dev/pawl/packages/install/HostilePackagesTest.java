package dev.pawl.packages.install;

import static dev.pawl.packages.served.ServedRepository.git;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.settings.Layer;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.packages.PackageHome;
import dev.pawl.packages.served.LocalRegistry;
import dev.pawl.packages.served.ServedRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While a package is installed, neither it nor the project around it runs a program, with real npm and git. */
@Deep
class HostilePackagesTest {
    @TempDir
    Path dir;

    private PackageHome pawl;
    private LocalRegistry registry;
    private LocalRegistry server;

    @BeforeEach
    void start() throws Exception {
        Needed.program("npm");
        Needed.program("git");
        registry = new LocalRegistry();
        server = LocalRegistry.files(Files.createDirectories(dir.resolve("served")));
        pawl = new PackageHome(dir);
        pawl.environment.put("npm_config_registry", registry.url());
    }

    @AfterEach
    void stop() {
        registry.close();
        server.close();
    }

    private ServedRepository repository(String name) throws Exception {
        return ServedRepository.create(dir, dir.resolve("served/acme").resolve(name));
    }

    private String trap() {
        return "#!/bin/sh\ntouch '" + dir.resolve("ran") + "'\n";
    }

    private void nothingRan() {
        assertThat(dir.resolve("ran")).doesNotExist();
    }

    @Test
    void a_repository_cannot_name_the_git_that_npm_starts_for_its_dependencies() throws Exception {
        repository("dep.git")
                .file("package.json", "{\"name\":\"dep\",\"version\":\"1.0.0\"}")
                .commit()
                .publish();
        var hostile = repository("tools.git")
                .file("package.json", "{\"dependencies\":{\"dep\":\"git+" + server.url() + "acme/dep.git\"}}")
                .file(".npmrc", "git=./trap\nignore-scripts=false\n")
                .file("trap", trap());
        assertThat(hostile.work().resolve("trap").toFile().setExecutable(true)).isTrue();
        hostile.commit().publish();
        pawl.install("git:" + server.url() + "acme/tools.git");
        nothingRan();
    }

    @Test
    void submodules_are_not_fetched_whatever_the_user_s_configuration_says() throws Exception {
        repository("sub.git").file("trap", trap()).commit().publish();
        var hostile =
                repository("tools.git").file("prompts/fix.md", "Fix $@ now.").commit();
        var commit = git(dir.resolve("work-sub.git"), "rev-parse", "HEAD").strip();
        git(hostile.work(), "update-index", "--add", "--cacheinfo", "160000," + commit + ",sub");
        hostile.file(".gitmodules", "[submodule \"sub\"]\n\tpath = sub\n\turl = " + server.url() + "acme/sub.git\n");
        Files.createDirectories(hostile.work().resolve("sub"));
        hostile.commit().publish();
        Files.writeString(pawl.home.resolve(".gitconfig"), "[submodule]\n\trecurse = true\n\tactive = .\n");
        pawl.install("git:" + server.url() + "acme/tools.git");
        try (var files = Files.walk(pawl.agentDir().resolve("git"))) {
            assertThat(files).anyMatch(file -> file.endsWith("fix.md")).noneMatch(file -> file.endsWith("trap"));
        }
    }

    @Test
    void variables_of_a_git_hook_do_not_turn_an_installation_against_the_user_s_repository() throws Exception {
        repository("tools.git").file("prompts/fix.md", "Fix $@ now.").commit().publish();
        var mine = ServedRepository.create(dir, dir.resolve("mine.git"))
                .file("mine.txt", "mine")
                .commit();
        var before = git(mine.work(), "rev-parse", "HEAD");
        pawl.environment.put("GIT_DIR", mine.work().resolve(".git").toString());
        pawl.environment.put("GIT_WORK_TREE", mine.work().toString());
        pawl.environment.put("GIT_INDEX_FILE", mine.work().resolve(".git/index").toString());
        pawl.install("git:" + server.url() + "acme/tools.git");
        assertThat(git(mine.work(), "rev-parse", "HEAD")).isEqualTo(before);
        assertThat(git(mine.work(), "status", "--porcelain")).isEmpty();
        assertThat(git(mine.work(), "symbolic-ref", "HEAD").strip()).isEqualTo("refs/heads/main");
    }

    @Test
    void a_project_that_calls_the_folder_of_a_package_its_workspace_changes_nothing() throws Exception {
        registry.publish("tools", "1.0.0", Map.of("prompts/fix.md", "Fix $@ now."));
        registry.publish("left", "1.0.0", Map.of("index.js", ""));
        pawl.file(
                        "package.json",
                        "{\"workspaces\":[\".pi/packages/.fresh-*\"],\"dependencies\":{\"left\":\"1.0.0\"},"
                                + "\"scripts\":{\"preinstall\":\"./trap\",\"postinstall\":\"./trap\"}}")
                .file(".npmrc", "ignore-scripts=false\nscript-shell=./trap\n")
                .file("trap", trap());
        assertThat(pawl.project.resolve("trap").toFile().setExecutable(true)).isTrue();
        pawl.scripts()
                .installer(Layer.PROJECT)
                .install(pawl.source("npm:tools"), "npm:tools", PackageInstaller.Completion.NONE);
        nothingRan();
        assertThat(pawl.project.resolve("node_modules")).doesNotExist();
        assertThat(pawl.project.resolve(".pi/packages/npm/tools/node_modules/tools/prompts/fix.md"))
                .exists();
    }
}
