package dev.pawl.config.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.SourceInfo.Scope;
import dev.pawl.config.Desk;
import dev.pawl.config.resources.ResourceRequest.Contribution;
import dev.pawl.config.text.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the lists of the settings, the command line and hooks add, and what they leave out. */
class ResourceEntriesTest {
    @TempDir
    Path root;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(root.toRealPath());
        Files.createDirectories(desk.project());
    }

    private void settings(String key, String... entries) throws IOException {
        Desk.write(desk.userSettings(), JsonObject.of(key, List.of(entries)).toString());
    }

    private List<String> skills() {
        return Skills.load(desk.request(true)).all().stream().map(Skill::name).toList();
    }

    private List<String> templates(ResourceRequest request) {
        return PromptTemplates.load(request).all().stream()
                .map(PromptTemplate::name)
                .toList();
    }

    private static Contribution from(String hook, Path path) {
        return new Contribution(path, new SourceInfo(hook, Scope.USER, false, null));
    }

    @Test
    void paths_start_at_the_folder_of_the_settings_or_at_home() throws IOException {
        desk.skill("home/.pi/agent/more/a", "a");
        desk.skill("home/mine/b", "b");
        desk.skill("abs/c", "c");
        settings("skills", "more", "~/mine", desk.root().resolve("abs/c").toString());
        Desk.write(desk.projectSettings(), "{\"skills\":[\"own/SKILL.md\"]}");
        desk.skill("work/project/.pi/own", "d");

        assertThat(skills()).containsExactly("d", "a", "b", "c");
    }

    @Test
    void globs_name_many() throws IOException {
        desk.skill("home/.pi/agent/teams/x/skills/a", "a");
        desk.skill("home/.pi/agent/teams/y/skills/b", "b");
        desk.skill("home/.pi/agent/teams/z/drafts/c", "c");
        settings("skills", "teams/*/skills");
        assertThat(skills()).containsExactly("a", "b");

        settings("skills", "teams/**/SKILL.md");
        assertThat(skills()).containsExactly("a", "b", "c");

        settings("skills", "teams/{x,z}/**");
        assertThat(skills()).containsExactly("a", "c");
    }

    @Test
    void what_is_found_can_be_left_out_and_taken_in_again() throws IOException {
        for (var name : List.of("a", "b", "old-c", "old-d")) {
            desk.skill("home/.pi/agent/skills/" + name, name);
        }
        desk.skill("home/.agents/skills/old-e", "old-e");

        settings("skills", "!old-*");
        assertThat(skills()).containsExactly("a", "b");
        settings("skills", "!skills/old-*", "+skills/old-c");
        assertThat(skills()).containsExactly("a", "b", "old-c", "old-e");
        settings("skills", "-skills/a", "+skills/a/SKILL.md", "!**/SKILL.md");
        assertThat(skills()).isEmpty();
        settings("skills", "!**/b", "-skills/old-d/SKILL.md");
        assertThat(skills()).containsExactly("a", "old-c", "old-e");
    }

    @Test
    void what_is_forced_is_loaded_even_if_it_lies_elsewhere() throws IOException {
        desk.skill("home/elsewhere/x", "x");
        settings("skills", "+~/elsewhere", "!x");

        assertThat(skills()).containsExactly("x");
    }

    @Test
    void what_is_named_but_not_there_is_said() throws IOException {
        desk.write("home/.pi/agent/notes.txt", "");
        settings("skills", "missing", "notes.txt", "no/*/match", "", "a\0b");

        var problems = Skills.load(desk.request(true)).problems();

        assertThat(problems).hasSize(5);
        assertThat(problems.stream().map(problem -> problem.where() + " " + problem.message()))
                .anyMatch(text -> text.contains("agent/missing there is no such file or folder"))
                .anyMatch(text -> text.contains("notes.txt a skill is a folder with a SKILL.md"))
                .anyMatch(text -> text.contains("no/*/match nothing matches this"))
                .filteredOn(text -> text.contains("which is no path"))
                .hasSize(2);
    }

    @Test
    void the_command_line_comes_after_all_that_lies_around_and_errors_are_errors() throws IOException {
        Desk.write(desk.agentDir().resolve("prompts/a.md"), "user");
        Desk.write(desk.project().resolve("extra/b.md"), "given");
        var request = desk.request(true).withCommandLine(List.of("extra", "extra/none.md"), false);

        assertThat(templates(request)).containsExactly("a", "b");
        assertThat(PromptTemplates.load(request).problems()).singleElement().matches(Problem::error);
        assertThat(templates(request.withCommandLine(List.of("extra/b.md"), true)))
                .containsExactly("b");
        assertThat(PromptTemplates.load(request).find("b").source().scope()).isEqualTo(Scope.TEMPORARY);
    }

    @Test
    void hooks_and_packages_bring_their_own() throws IOException {
        var hooks = Desk.write(desk.root().resolve("hook/prompts/x.md"), "x").getParent();
        var pack = Desk.write(desk.root().resolve("pack/x.md"), "other x");
        var request = desk.request(true).withContributed(List.of(from("/h/review.java", hooks)));

        assertThat(PromptTemplates.load(request).find("x").source())
                .isEqualTo(new SourceInfo(hooks.resolve("x.md").toString(), Scope.USER, false, null));
        var both = request.withPackages(List.of(new Contribution(pack, new SourceInfo("p", Scope.USER, true, "/p"))));
        assertThat(PromptTemplates.load(both).find("x").content()).isEqualTo("other x");
        assertThat(PromptTemplates.load(both).problems()).hasSize(1);
        assertThat(templates(both.withCommandLine(List.of(), true))).containsExactly("x");

        var missing = request.withContributed(List.of(from("/h/review.java", Path.of("/gone"))));
        assertThat(Desk.messages(PromptTemplates.load(missing).problems()))
                .singleElement()
                .asString()
                .contains("/h/review.java names it as a prompt template");
    }

    @Test
    void themes_are_only_found() throws IOException {
        var user = Desk.write(desk.agentDir().resolve("themes/dark.json"), "not even JSON");
        Desk.write(desk.agentDir().resolve("themes/readme.md"), "");
        var project = Desk.write(desk.project().resolve(".pi/themes/light.json"), "{}");
        Desk.write(desk.agentDir().resolve("more/deep/er.json"), "{}");
        settings("themes", "more");

        assertThat(ThemeFiles.load(desk.request(true)).files())
                .extracting(ResourceFile::path)
                .containsExactly(project, desk.agentDir().resolve("more/deep/er.json"), user);
    }

    @Test
    void there_is_an_end_to_searching() throws IOException {
        for (var name : List.of("a", "b", "c", "d")) {
            desk.skill("many/" + name, name);
        }
        var problems = new ArrayList<Problem>();

        assertThat(ResourceWalk.in(desk.root().resolve("many"), ResourceKind.SKILL, false, 3, null, problems))
                .hasSize(2);
        assertThat(Desk.messages(problems)).singleElement().asString().contains("there are more than 3");
    }
}
