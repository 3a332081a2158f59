package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.resources.PromptFiles;
import dev.pawl.config.resources.PromptTemplates;
import dev.pawl.config.resources.RuleFiles;
import dev.pawl.config.resources.Skill;
import dev.pawl.config.resources.Skills;
import dev.pawl.config.resources.ThemeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a trusted project brings lies inside of it, whatever its links say. */
class ConfinedFilesTest {
    @TempDir
    Path root;

    private Desk desk;
    private Path pi;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(root.toRealPath());
        pi = desk.project().resolve(".pi");
        Files.createDirectories(pi);
        desk.skill("outside/skill", "outside");
        desk.write("outside/text.md", "outside");
        desk.write("outside/theme.json", "{}");
    }

    private void link(String name, Path target) throws IOException {
        Files.createDirectories(pi.resolve(name).getParent());
        Files.createSymbolicLink(pi.resolve(name), target);
    }

    private Path outside(String name) {
        return desk.root().resolve("outside").resolve(name);
    }

    @Test
    void links_out_of_the_project_bring_nothing() throws Exception {
        link("skills/one", outside("skill"));
        link("skills/two.md", outside("text.md"));
        link("skills/three/SKILL.md", outside("skill/SKILL.md"));
        link("prompts/go.md", outside("text.md"));
        link("rules/rule.md", outside("text.md"));
        link("themes/theme.json", outside("theme.json"));
        link("SYSTEM.md", outside("text.md"));
        link("APPEND_SYSTEM.md", outside("text.md"));

        var request = desk.request(true);
        var skills = Skills.load(request);
        assertThat(skills.all()).isEmpty();
        assertThat(Desk.messages(skills.problems())).allMatch(message -> message.contains("leads out of"));
        assertThat(skills.problems()).hasSize(3);
        assertThat(PromptTemplates.load(request).all()).isEmpty();
        assertThat(ThemeFiles.load(request).files()).isEmpty();
        assertThat(RuleFiles.load(desk.folders(), true).all()).isEmpty();
        var prompts = PromptFiles.load(desk.folders(), true, null, List.of());
        assertThat(prompts.system()).isNull();
        assertThat(prompts.append()).isEmpty();
        assertThat(prompts.problems()).hasSize(2);
    }

    @Test
    void a_whole_folder_that_is_a_link_out_of_the_project_brings_nothing() throws Exception {
        link("skills", outside(""));
        link("prompts", outside(""));
        link("rules", outside(""));
        assertThat(Skills.load(desk.request(true)).all()).isEmpty();
        assertThat(PromptTemplates.load(desk.request(true)).all()).isEmpty();
        assertThat(RuleFiles.load(desk.folders(), true).all()).isEmpty();
    }

    @Test
    void links_inside_the_project_and_paths_that_settings_name_are_used() throws Exception {
        Desk.write(desk.project().resolve("docs/inside/SKILL.md"), "---\ndescription: In\n---\nIn");
        link("skills/inside", desk.project().resolve("docs/inside"));
        Desk.write(desk.projectSettings(), "{\"skills\":[\"" + outside("skill") + "\"]}");
        assertThat(Skills.load(desk.request(true)).all().stream().map(Skill::name))
                .containsExactlyInAnyOrder("outside", "inside");
    }

    @Test
    void devices_and_pipes_hold_up_nothing() throws Exception {
        for (var target : List.of("/dev/zero", "/dev/tty", "/proc/self/environ")) {
            var name = Path.of(target).getFileName();
            link("skills/" + name + "/SKILL.md", Path.of(target));
            link("prompts/" + name + ".md", Path.of(target));
            link("rules/" + name + ".md", Path.of(target));
        }
        for (var name : List.of("skills/.gitignore", "prompts/pipe.md", "rules/pipe.md", "SYSTEM.md")) {
            assertThat(new ProcessBuilder("mkfifo", pi.resolve(name).toString())
                            .start()
                            .waitFor())
                    .isZero();
        }
        assertThat(Skills.load(desk.request(true)).all()).isEmpty();
        assertThat(PromptTemplates.load(desk.request(true)).all()).isEmpty();
        assertThat(RuleFiles.load(desk.folders(), true).all()).isEmpty();
        assertThat(PromptFiles.load(desk.folders(), true, null, List.of()).system())
                .isNull();
    }
}
