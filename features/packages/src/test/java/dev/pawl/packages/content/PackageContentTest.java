package dev.pawl.packages.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackageContentTest {
    @TempDir
    Path temp;

    private Path root = Path.of("");
    private final List<Problem> problems = new ArrayList<>();

    @BeforeEach
    void files() throws IOException {
        root = temp.toRealPath().resolve("pack");
        for (var name : List.of(
                "extensions/a.ts",
                "extensions/b.ts",
                "extensions/Guard.java",
                "extensions/deep/index.ts",
                "extensions/deep/helper.ts",
                "extensions/notes.txt",
                "skills/one/SKILL.md",
                "skills/two/SKILL.md",
                "prompts/review.md",
                "prompts/sub/fix.md",
                "themes/dark.json",
                "src/c.ts",
                "src/d.ts")) {
            var file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "---\nname: x\ndescription: y\n---\n");
        }
    }

    @Test
    void without_a_manifest_the_usual_folders_count() {
        assertThat(loaded(Kind.EXTENSIONS, null))
                .containsExactly(
                        "extensions/Guard.java", "extensions/a.ts", "extensions/b.ts", "extensions/deep/index.ts");
        assertThat(loaded(Kind.SKILLS, null)).containsExactly("skills/one/SKILL.md", "skills/two/SKILL.md");
        assertThat(loaded(Kind.PROMPTS, null)).containsExactly("prompts/review.md", "prompts/sub/fix.md");
        assertThat(loaded(Kind.THEMES, null)).containsExactly("themes/dark.json");
    }

    @Test
    void a_manifest_lists_paths_and_globs_and_takes_some_out() throws Exception {
        manifest("{\"extensions\": [\"./src/*.ts\", \"extensions\", \"!**/d.ts\", \"-extensions/b.ts\"]}");
        assertThat(loaded(Kind.EXTENSIONS, null))
                .containsExactly("src/c.ts", "extensions/Guard.java", "extensions/a.ts", "extensions/deep/index.ts");
        assertThat(loaded(Kind.SKILLS, null)).as("not listed").isEmpty();
    }

    @Test
    void a_manifest_cannot_name_what_is_outside_of_the_package() throws Exception {
        Files.writeString(temp.resolve("outside.ts"), "");
        manifest("{\"extensions\": [\"../outside.ts\", \"/src/c.ts\"]}");
        assertThat(loaded(Kind.EXTENSIONS, null)).containsExactly("src/c.ts");
        assertThat(problems)
                .singleElement()
                .satisfies(one -> assertThat(one.message()).contains("../outside.ts", "outside of the package"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"extensions": []}                                           | ''
        {"extensions": ["extensions/*.ts"]}                          | extensions/a.ts extensions/b.ts
        {"extensions": ["*.ts", "!b.ts"]}                            | extensions/a.ts extensions/deep/index.ts
        {"extensions": ["!extensions/**", "+extensions/a.ts"]}       | extensions/a.ts
        {"extensions": ["+extensions/a.ts", "-extensions/a.ts"]}     | extensions/Guard.java extensions/b.ts extensions/deep/index.ts
        {"extensions": ["src/c.ts"]}                                 | ''
        {"autoload": false, "extensions": ["extensions/a.ts"]}       | extensions/a.ts
        {"skills": []}                                               | extensions/Guard.java extensions/a.ts extensions/b.ts extensions/deep/index.ts
        """)
    void a_filter_narrows(String filter, String expected) {
        assertThat(String.join(" ", loaded(Kind.EXTENSIONS, JsonObject.parse(filter))))
                .isEqualTo(expected);
    }

    @Test
    void a_skill_is_meant_by_its_folder_too() {
        assertThat(loaded(Kind.SKILLS, JsonObject.parse("{\"skills\": [\"-skills/one\"]}")))
                .containsExactly("skills/two/SKILL.md");
        assertThat(loaded(Kind.SKILLS, JsonObject.parse("{\"skills\": [\"one\"]}")))
                .containsExactly("skills/one/SKILL.md");
    }

    @Test
    void a_manifest_that_is_no_json_is_reported_and_counts_as_none() throws Exception {
        Files.writeString(root.resolve("package.json"), "{nonsense");
        assertThat(loaded(Kind.THEMES, null)).containsExactly("themes/dark.json");
        assertThat(problems).isNotEmpty();
    }

    private void manifest(String pi) throws IOException {
        Files.writeString(root.resolve("package.json"), "{\"name\": \"pack\", \"pi\": " + pi + "}");
    }

    private List<String> loaded(Kind kind, @Nullable JsonObject filter) {
        return PackageContent.in(root, problems).files(kind, filter).entrySet().stream()
                .filter(entry -> entry.getValue())
                .map(entry -> root.relativize(entry.getKey()).toString())
                .toList();
    }
}
