package dev.pawl.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.text.Problem;
import dev.pawl.packages.content.Kind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start loads of packages that are there: folders, and what pi installed. */
class PackagesTest {
    @TempDir
    Path dir;

    private PackageHome pawl;

    @BeforeEach
    void folder() throws Exception {
        pawl = new PackageHome(dir)
                .offline()
                .file("pack/package.json", "{\"name\":\"pack\"}")
                .file("pack/extensions/Guard.java", "class Guard {}")
                .file("pack/skills/review/SKILL.md", "---\nname: review\ndescription: reviews\n---\nRead it.")
                .file("pack/prompts/fix.md", "Fix $@ now.")
                .file("pack/prompts/other.md", "Other.");
    }

    private PackageHome settings(String packages) throws Exception {
        return pawl.user("settings.json", "{\"packages\": [" + packages.replace("PACK", pack()) + "]}");
    }

    private String pack() {
        return pawl.project.resolve("pack").toString();
    }

    private List<String> prompts(Packages packages) {
        return packages.resources(Kind.PROMPTS).stream()
                .map(prompt -> prompt.path().getFileName().toString())
                .sorted()
                .toList();
    }

    private static List<String> messages(Packages packages) {
        return packages.problems().stream().map(Problem::message).toList();
    }

    @Test
    void a_folder_is_used_where_it_lies_with_all_that_it_brings() throws Exception {
        var packages = settings("\"PACK\"").load(false);
        assertThat(packages.problems()).isEmpty();
        assertThat(packages.hooks())
                .singleElement()
                .satisfies(
                        hook -> assertThat(hook.path()).isEqualTo(pawl.project.resolve("pack/extensions/Guard.java")));
        assertThat(prompts(packages)).containsExactly("fix.md", "other.md");
        assertThat(packages.resources(Kind.SKILLS)).hasSize(1);
        assertThat(packages.resources(Kind.THEMES)).isEmpty();
        assertThat(pawl.agentDir().resolve("packages")).doesNotExist();
    }

    @Test
    void filters_narrow_what_is_loaded_and_the_rest_is_known() throws Exception {
        var packages = settings("{\"source\": \"PACK\", \"extensions\": [], \"prompts\": [\"prompts/fix.md\"]}")
                .load(false);
        assertThat(packages.problems()).isEmpty();
        assertThat(packages.hooks()).isEmpty();
        assertThat(prompts(packages)).containsExactly("fix.md");
        var files = packages.loaded().getFirst().files();
        assertThat(files.get(Kind.EXTENSIONS)).hasSize(1).containsValue(false);
        assertThat(files.get(Kind.PROMPTS)).hasSize(2);
    }

    @Test
    void a_project_that_is_not_trusted_loads_no_package() throws Exception {
        pawl.file(".pi/settings.json", "{\"packages\": [\"../pack\"]}");
        assertThat(pawl.load(false).loaded()).isEmpty();
        assertThat(prompts(pawl.load(true))).containsExactly("fix.md", "other.md");
    }

    @Test
    void one_package_named_twice_is_loaded_once() throws Exception {
        pawl.file(".pi/settings.json", "{\"packages\": [\"../pack\"]}");
        var packages = settings("\"PACK\"").load(true);
        assertThat(packages.hooks()).hasSize(1);
        assertThat(prompts(packages)).containsExactly("fix.md", "other.md");
    }

    @Test
    void a_folder_that_is_gone_is_a_problem_and_the_others_are_loaded() throws Exception {
        var packages = settings("\"/no/such/folder\", \"PACK\"").load(false);
        assertThat(messages(packages))
                .singleElement()
                .satisfies(message -> assertThat(message)
                        .contains("the package /no/such/folder is not installed", "there is no file or folder"));
        assertThat(prompts(packages)).hasSize(2);
    }

    @Test
    void offline_nothing_is_fetched_and_the_reason_is_reported() throws Exception {
        var packages =
                settings("\"npm:@acme/tools\", \"git:127.0.0.1/acme/tools\"").load(false);
        assertThat(messages(packages))
                .hasSize(2)
                .allSatisfy(message -> assertThat(message)
                        .contains(
                                "is not installed, so what it brings is not loaded",
                                "nothing is fetched while offline"));
    }

    @Test
    void a_source_that_can_be_none_is_named_with_its_file() throws Exception {
        var packages = settings("\"npm:\", 7").load(false);
        assertThat(packages.loaded()).isEmpty();
        assertThat(packages.problems())
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.where()).endsWith("settings.json"));
    }

    @Test
    void a_package_that_pi_installed_is_loaded_where_it_is() throws Exception {
        pawl.user("npm/node_modules/tools/package.json", "{\"name\":\"tools\",\"version\":\"1.0.0\"}")
                .user("npm/node_modules/tools/prompts/fix.md", "Fix $@ now.");
        var packages = settings("\"npm:tools\"").load(false);
        assertThat(packages.problems()).isEmpty();
        assertThat(prompts(packages)).containsExactly("fix.md");
        assertThat(packages.loaded().getFirst().root())
                .isEqualTo(pawl.agentDir().resolve("npm/node_modules/tools"));
    }

    @Test
    void a_folder_that_brings_nothing_is_a_problem() throws Exception {
        pawl.file("empty/notes.txt", "nothing");
        var packages = pawl.user("settings.json", "{\"packages\": [\"" + pawl.project.resolve("empty") + "\"]}")
                .load(false);
        assertThat(messages(packages)).containsExactly("is named as a package, but brings nothing.");
    }

    @Test
    void one_file_can_be_a_package() throws Exception {
        var packages = settings("\"PACK/extensions/Guard.java\"").load(false);
        assertThat(packages.problems()).isEmpty();
        assertThat(packages.hooks())
                .singleElement()
                .satisfies(
                        hook -> assertThat(hook.path()).isEqualTo(pawl.project.resolve("pack/extensions/Guard.java")));
    }
}
