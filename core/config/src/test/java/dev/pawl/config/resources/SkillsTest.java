package dev.pawl.config.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.SourceInfo.Scope;
import dev.pawl.config.Desk;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finding skills, and putting them into a message. */
class SkillsTest {
    private static final String USER = "home/.pi/agent/skills/";
    private static final String PROJECT = "work/project/.pi/skills/";

    @TempDir
    Path root;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(root.toRealPath());
        Files.createDirectories(desk.project());
    }

    private Skills load() {
        return Skills.load(desk.request(true));
    }

    private static List<String> names(Skills skills) {
        return skills.all().stream().map(Skill::name).toList();
    }

    @Test
    void skills_lie_in_the_folders_of_the_project_and_of_the_user() throws IOException {
        desk.skill(USER + "mine", "mine");
        desk.skill("home/.agents/skills/shared", "shared");
        var file = desk.skill(PROJECT + "ours", "ours");
        desk.skill("work/.agents/skills/above", "above");

        var skills = load();

        assertThat(names(skills)).containsExactly("ours", "above", "mine", "shared");
        assertThat(skills.problems()).isEmpty();
        assertThat(skills.find("ours"))
                .isEqualTo(new Skill(
                        "ours",
                        "About ours",
                        file,
                        false,
                        new SourceInfo(
                                file.toString(),
                                Scope.PROJECT,
                                false,
                                desk.project().resolve(".pi").toString())));
        assertThat(skills.find("mine").source().scope()).isEqualTo(Scope.USER);
    }

    @Test
    void an_untrusted_project_brings_none() throws IOException {
        desk.skill(USER + "mine", "mine");
        desk.skill(PROJECT + "ours", "ours");
        desk.skill("work/.agents/skills/above", "above");
        Desk.write(desk.projectSettings(), "{\"skills\":[\"elsewhere\"]}");

        assertThat(names(Skills.load(desk.request(false)))).containsExactly("mine");
    }

    @Test
    void shared_skills_are_looked_for_up_to_the_folder_of_the_repository() throws IOException {
        Files.createDirectories(desk.project().resolve(".git"));
        desk.skill("work/.agents/skills/above", "above");
        desk.skill("work/project/.agents/skills/here", "here");

        assertThat(names(load())).containsExactly("here");
    }

    @Test
    void folders_are_searched_all_the_way_down_but_not_below_a_skill() throws IOException {
        desk.skill(USER + "b/deep/er", "deep");
        desk.skill(USER + "a", "a");
        desk.skill(USER + "a/inside", "inside");
        desk.skill(USER + ".hidden", "hidden");
        desk.skill(USER + "node_modules/x", "dependency");

        assertThat(names(load())).containsExactly("a", "deep");
    }

    @Test
    void a_file_beside_the_folders_is_a_skill_if_it_says_what_it_is_good_for() throws IOException {
        desk.write(USER + "quick.md", "---\ndescription: Quick things\n---\nDo it quickly");
        desk.write(USER + "README.md", "# Read me");
        desk.write(USER + "sub/other.md", "---\ndescription: Too deep\n---\n");

        var skills = load();

        assertThat(names(skills)).containsExactly("quick");
        assertThat(skills.problems()).isEmpty();
    }

    @Test
    void what_ignore_files_name_is_passed_over() throws IOException {
        desk.skill(USER + "a", "a");
        desk.skill(USER + "draft-b", "b");
        desk.skill(USER + "team/c", "c");
        desk.skill(USER + "team/d", "d");
        desk.write(USER + ".gitignore", "draft-*/\n");
        desk.write(USER + "team/.ignore", "c\n");

        assertThat(names(load())).containsExactly("a", "d");
    }

    @Test
    void a_skill_without_a_description_is_not_used() throws IOException {
        var file = desk.write(USER + "mute/SKILL.md", "---\nname: mute\n---\nText");
        desk.write(USER + "bare/SKILL.md", "no head at all");
        desk.write(USER + "blank/SKILL.md", "---\nname: blank\ndescription: ' '\n---\n");

        var skills = load();

        assertThat(skills.all()).isEmpty();
        assertThat(skills.problems())
                .hasSize(3)
                .anySatisfy(problem -> assertThat(problem.where()).isEqualTo(file.toString()))
                .allSatisfy(problem -> assertThat(problem.message()).contains("no description"));
    }

    @Test
    void a_name_that_breaks_the_rules_is_worth_a_word_and_works_all_the_same() throws IOException {
        for (var name : List.of("Big", "-edge", "two--hyphens", "x".repeat(65))) {
            desk.skill(USER + "s" + name.length(), name);
        }
        desk.write(USER + "long/SKILL.md", "---\ndescription: " + "d".repeat(1025) + "\n---\n");

        var skills = load();

        assertThat(skills.all()).hasSize(5);
        assertThat(skills.problems()).hasSize(5).noneMatch(Problem::error);
        assertThat(Desk.messages(skills.problems()))
                .contains("the skill's name \"Big\" should have small letters a-z, digits and hyphens only.");
    }

    @Test
    void a_skill_without_a_name_is_called_like_its_folder() throws IOException {
        desk.write(USER + "pdf-tools/SKILL.md", "---\ndescription: About PDF\n---\n");

        assertThat(names(load())).containsExactly("pdf-tools");
    }

    @Test
    void of_two_with_one_name_the_first_one_is_used() throws IOException {
        var used = desk.skill(PROJECT + "x", "same");
        var other = desk.skill(USER + "y", "same");

        var skills = load();

        assertThat(skills.all()).singleElement().matches(skill -> skill.path().equals(used));
        assertThat(skills.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.where()).isEqualTo(other.toString());
            assertThat(problem.message()).contains("another skill is called \"same\"", used.toString());
        });
    }

    @Test
    void the_same_file_on_two_ways_is_no_news() throws IOException {
        var file = desk.skill(USER + "x", "x");
        Files.createDirectories(desk.root().resolve("home/.agents/skills"));
        Files.createSymbolicLink(desk.root().resolve("home/.agents/skills/link"), file.getParent());

        assertThat(names(load())).containsExactly("x");
        assertThat(load().problems()).isEmpty();
    }

    @Test
    void links_are_followed_but_never_in_circles() throws IOException {
        desk.skill("elsewhere/linked", "linked");
        Files.createDirectories(desk.agentDir().resolve("skills/a/b"));
        Files.createSymbolicLink(
                desk.agentDir().resolve("skills/out"), desk.root().resolve("elsewhere"));
        Files.createSymbolicLink(
                desk.agentDir().resolve("skills/a/b/up"), desk.agentDir().resolve("skills"));
        Files.createSymbolicLink(desk.agentDir().resolve("skills/a/b/self"), Path.of("self"));
        Files.createSymbolicLink(desk.agentDir().resolve("skills/nowhere"), Path.of("/does/not/exist"));
        desk.skill(USER + "z", "z");

        assertThat(names(load())).containsExactly("linked", "z");
        assertThat(load().problems()).isEmpty();
    }

    @Test
    void a_file_or_a_circle_in_the_place_of_the_folder_is_said() throws IOException {
        desk.write("home/.pi/agent/skills", "not a folder");
        Desk.unreadable(desk.root().resolve("home/.agents/skills"));

        var skills = load();

        assertThat(skills.all()).isEmpty();
        assertThat(skills.problems()).hasSize(2).noneMatch(Problem::error);
    }

    @Test
    void only_the_head_of_a_huge_skill_is_read() throws IOException {
        desk.write(USER + "big/SKILL.md", "---\ndescription: Big\n---\n" + "x".repeat(TextFile.LARGEST));

        var skills = load();

        assertThat(names(skills)).containsExactly("big");
        var expansion = skills.expand("/skill:big go");
        assertThat(expansion.text()).isEqualTo("/skill:big go");
        assertThat(expansion.problem().message()).contains("larger than 8 MiB");
    }

    @Test
    void some_skills_are_not_the_models_to_choose() throws IOException {
        desk.write(USER + "a/SKILL.md", "---\ndescription: A\ndisable-model-invocation: true\n---\nA");
        var file = desk.skill(USER + "b", "b");

        var skills = load();

        assertThat(skills.forModel()).singleElement().satisfies(skill -> {
            assertThat(skill.name()).isEqualTo("b");
            assertThat(skill.description()).isEqualTo("About b");
            assertThat(skill.location()).isEqualTo(file.toString());
        });
        assertThat(skills.expand("/skill:a").text()).contains("\nA\n</skill>");
    }

    @Test
    void a_skill_that_is_asked_for_stands_in_the_message() throws IOException {
        var file = desk.write(USER + "pdf/SKILL.md", "---\nname: pdf\ndescription: D\n---\n\n# PDF\nRead it.\n");
        var skills = load();

        var block = "<skill name=\"pdf\" location=\"" + file + "\">\n"
                + "Relative paths in this skill start at " + file.getParent() + ".\n\n"
                + "# PDF\nRead it.\n</skill>";
        assertThat(skills.expand("/skill:pdf")).isEqualTo(new Skills.Expansion(block, null));
        assertThat(skills.expand("/skill:pdf  read a.pdf\nand b.pdf ").text())
                .isEqualTo(block + "\n\nread a.pdf\nand b.pdf");
        assertThat(skills.expand("/skill:pdf\nnow").text()).isEqualTo(block + "\n\nnow");
    }

    @Test
    void any_other_text_stays_as_it_is() throws IOException {
        desk.skill(USER + "pdf", "pdf");
        var skills = load();

        for (var text : List.of("/skill:other x", "/skill:", "/skill", " /skill:pdf", "use /skill:pdf", "")) {
            assertThat(skills.expand(text)).isEqualTo(new Skills.Expansion(text, null));
        }
    }

    @Test
    void a_skill_that_has_gone_leaves_the_message_and_says_so() throws IOException {
        var file = desk.skill(USER + "pdf", "pdf");
        var skills = load();
        Files.delete(file);

        var expansion = skills.expand("/skill:pdf x");

        assertThat(expansion.text()).isEqualTo("/skill:pdf x");
        assertThat(expansion.problem().where()).isEqualTo(file.toString());
        assertThat(expansion.problem().message()).contains("no such file");
    }
}
