package dev.pawl.config.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.event.ProjectTrust.Verdict;
import dev.pawl.api.json.JsonObject;
import dev.pawl.config.Desk;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.trust.TrustDecision.By;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether what a project brings is used. */
class TrustTest {
    @TempDir
    Path root;

    private Desk desk;
    private Trust trust;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(root.toRealPath());
        trust = new Trust(desk.folders());
        Files.createDirectories(desk.project());
    }

    /** Somebody who says what a test wants, and writes down who was asked. */
    private static final class Said implements Trust.Voices {
        final List<String> asked = new ArrayList<>();

        @Nullable
        Verdict verdict;

        int choice = -1;

        @Override
        public @Nullable Verdict hooks() {
            asked.add("hooks");
            return verdict;
        }

        @Override
        public @Nullable TrustOption user(List<TrustOption> options) {
            asked.add("user");
            return choice < 0 ? null : options.get(choice);
        }
    }

    private final Said said = new Said();

    private TrustDecision decide() throws InterruptedException {
        return trust.decide(null, Choices.ProjectTrust.ASK, said);
    }

    private void bringSettings() throws IOException {
        Desk.write(desk.projectSettings(), "{}");
    }

    private Path trustFile() {
        return desk.agentDir().resolve("trust.json");
    }

    private JsonObject kept() throws IOException {
        return JsonObject.parse(Files.readString(trustFile()));
    }

    @Test
    void a_project_that_brings_nothing_needs_no_trust_and_no_question_is_asked() throws Exception {
        assertThat(decide()).isEqualTo(new TrustDecision(true, By.NOTHING_TO_TRUST, List.of()));
        assertThat(said.asked).isEmpty();
        assertThat(desk.agentDir()).doesNotExist();
    }

    @Test
    void a_project_that_brings_nothing_stays_untrusted_by_decision() throws Exception {
        Desk.write(trustFile(), JsonObject.of(desk.project().toString(), false).toString());

        assertThat(decide().trusted()).isFalse();
    }

    @Test
    void everything_that_can_act_on_its_own_needs_trust() throws Exception {
        for (var name : List.of("settings.json", "mcp.json", "SYSTEM.md", "APPEND_SYSTEM.md")) {
            var file = Desk.write(desk.project().resolve(".pi").resolve(name), "");
            assertThat(trust.protectedResources()).containsExactly(file);
            Files.delete(file);
        }
        for (var name : List.of("extensions", "hooks", "skills", "prompts", "themes", "rules")) {
            var folder = Files.createDirectories(desk.project().resolve(".pi").resolve(name));
            assertThat(trust.protectedResources()).containsExactly(folder);
            Files.delete(folder);
        }
        var shared = Desk.write(desk.project().resolve(".mcp.json"), "");
        assertThat(trust.protectedResources()).containsExactly(shared);
        Files.delete(shared);
        Desk.write(desk.project().resolve(".pi/notes.md"), "");
        Desk.write(desk.project().resolve("AGENTS.md"), "");
        assertThat(trust.protectedResources()).isEmpty();
    }

    @Test
    void shared_skills_above_the_project_need_trust_but_those_of_the_user_do_not() throws Exception {
        Files.createDirectories(desk.root().resolve("home/.agents/skills"));
        var above = Files.createDirectories(desk.root().resolve("work/.agents/skills"));

        assertThat(trust.protectedResources()).containsExactly(above);
        var atHome = new Folders(
                desk.root().resolve("home"), desk.agentDir(), desk.root().resolve("home"));
        assertThat(new Trust(atHome).protectedResources()).isEmpty();
    }

    @Test
    void without_anybody_to_ask_a_project_is_not_trusted_and_that_is_said() throws Exception {
        bringSettings();

        var decision = trust.decide(null, Choices.ProjectTrust.ASK, Trust.Voices.NONE);

        assertThat(decision.trusted()).isFalse();
        assertThat(decision.by()).isEqualTo(By.NO_DECISION);
        assertThat(Desk.messages(decision.problems()))
                .singleElement()
                .asString()
                .contains(".pi/settings.json", "--approve");
    }

    @Test
    void the_command_line_decides_before_all_others() throws Exception {
        bringSettings();
        Desk.write(trustFile(), "not JSON");

        assertThat(trust.decide(true, Choices.ProjectTrust.NEVER, said).trusted())
                .isTrue();
        assertThat(trust.decide(false, Choices.ProjectTrust.ALWAYS, said).trusted())
                .isFalse();
        assertThat(said.asked).isEmpty();
    }

    @Test
    void a_hook_decides_before_what_is_kept_and_may_have_it_kept() throws Exception {
        bringSettings();
        Desk.write(trustFile(), JsonObject.of(desk.project().toString(), false).toString());
        said.verdict = new Verdict(true, false);

        assertThat(decide()).isEqualTo(new TrustDecision(true, By.HOOK, List.of()));
        assertThat(kept().get(desk.project().toString())).isEqualTo(false);

        said.verdict = new Verdict(true, true);
        decide();
        assertThat(kept().get(desk.project().toString())).isEqualTo(true);
        assertThat(said.asked).containsOnly("hooks");
    }

    /** A clone below a folder that is trusted, as it is there now. */
    private Trust below(String name) throws Exception {
        var clone = desk.project().resolve(name);
        Desk.write(clone.resolve(".pi/hooks/Evil.java"), "class Evil {}");
        return new Trust(new Folders(desk.root().resolve("home"), desk.agentDir(), clone));
    }

    private static TrustDecision unasked(Trust trust) throws Exception {
        return trust.decide(null, Choices.ProjectTrust.ASK, Trust.Voices.NONE);
    }

    @Test
    void a_clone_that_came_below_a_trusted_folder_is_asked_about() throws Exception {
        bringSettings();
        trust.keep(trust.options().getFirst());
        trust.content().approve();

        var clone = below("vendor/x");

        assertThat(decide().trusted()).isTrue();
        assertThat(unasked(clone).loads()).isFalse();
        assertThat(clone.kept()).isNull();
        clone.keep(clone.options().getFirst());
        assertThat(unasked(clone).by()).isEqualTo(By.KEPT_DECISION);
    }

    @Test
    void trust_in_a_folder_above_is_about_the_projects_that_are_there() throws Exception {
        bringSettings();
        var there = below("there");

        trust.keep(trust.options().get(1));
        var later = below("later");

        assertThat(decide().by()).isEqualTo(By.KEPT_DECISION);
        assertThat(unasked(there).by()).isEqualTo(By.KEPT_DECISION);
        assertThat(unasked(later).loads()).isFalse();
        Desk.write(desk.project().resolve("there/.pi/hooks/New.java"), "class New {}");
        assertThat(there.changes()).extracting(ContentChange::sentence).containsExactly(".pi/hooks/New.java is new");
    }

    @Test
    void a_folder_without_anything_of_its_own_is_trusted_like_the_one_above() throws Exception {
        bringSettings();
        trust.keep(trust.options().getFirst());
        var inside = Files.createDirectories(desk.project().resolve("src"));
        var below = new Trust(new Folders(desk.root().resolve("home"), desk.agentDir(), inside));
        assertThat(unasked(below)).isEqualTo(new TrustDecision(true, By.KEPT_DECISION, List.of()));
    }

    @Test
    void the_closest_decision_that_is_kept_counts() throws Exception {
        bringSettings();
        trust.content().approve();
        Desk.write(
                trustFile(),
                JsonObject.of(
                                desk.root().toString(),
                                false,
                                desk.root().resolve("work").toString(),
                                true)
                        .toString());

        assertThat(decide()).isEqualTo(new TrustDecision(true, By.KEPT_DECISION, List.of()));
        assertThat(trust.kept().label())
                .isEqualTo("Trusted by the decision for " + desk.root().resolve("work"));
        assertThat(said.asked).containsExactly("hooks");
    }

    @Test
    void one_folder_has_one_decision_on_whichever_way_one_gets_there() throws Exception {
        bringSettings();
        var link = Files.createSymbolicLink(desk.root().resolve("link"), desk.project());
        var byLink = new Trust(new Folders(desk.root().resolve("home"), desk.agentDir(), link));

        byLink.keep(byLink.options().getFirst());

        assertThat(decide().trusted()).isTrue();
        assertThat(kept().names()).containsExactly(desk.project().toString());
    }

    @Test
    void the_settings_decide_before_anybody_is_asked() throws Exception {
        bringSettings();

        assertThat(trust.decide(null, Choices.ProjectTrust.ALWAYS, said))
                .isEqualTo(new TrustDecision(true, By.SETTINGS, List.of()));
        assertThat(trust.decide(null, Choices.ProjectTrust.NEVER, said).trusted())
                .isFalse();
        assertThat(said.asked).containsOnly("hooks");
    }

    @Test
    void a_user_can_decide_for_the_project_for_its_parent_or_for_once() throws Exception {
        bringSettings();
        var project = desk.project().toString();

        said.choice = 2;
        assertThat(decide()).isEqualTo(new TrustDecision(true, By.USER, List.of()));
        said.choice = 4;
        assertThat(decide()).isEqualTo(new TrustDecision(false, By.USER, List.of()));
        assertThat(trustFile()).doesNotExist();

        said.choice = 3;
        assertThat(decide().trusted()).isFalse();
        assertThat(kept()).isEqualTo(JsonObject.of(project, false));
        assertThat(decide().by()).isEqualTo(By.KEPT_DECISION);

        trust.keep(trust.options().get(1));
        assertThat(kept()).isEqualTo(JsonObject.of(desk.project().getParent().toString(), true));

        trust.keep(trust.options().get(0));
        assertThat(kept().get(project)).isEqualTo(true);
        assertThat(trust.options()).extracting(TrustOption::trusted).containsExactly(true, true, true, false, false);
    }

    @Test
    void at_the_root_there_is_no_parent_to_trust() {
        assertThat(TrustOption.of(Path.of("/"))).hasSize(4);
    }

    @Test
    void a_file_of_decisions_that_cannot_be_read_trusts_nothing_and_is_left_alone() throws Exception {
        bringSettings();
        Desk.write(trustFile(), "{\"a\":");
        said.choice = 0;

        var decision = trust.decide(null, Choices.ProjectTrust.ALWAYS, said);

        assertThat(decision.trusted()).isFalse();
        assertThat(decision.by()).isEqualTo(By.UNREADABLE);
        assertThat(decision.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.where()).isEqualTo(trustFile().toString());
            assertThat(problem.message()).contains("line 1").contains("No project is trusted");
            assertThat(problem.error()).isTrue();
        });
        assertThat(said.asked).containsExactly("hooks");
        assertThatThrownBy(() -> trust.keep(trust.options().getFirst()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("trust.json: the decision is not kept");
        assertThatThrownBy(() -> trust.kept()).hasMessageContaining("trust.json: cannot be read");
        assertThat(trustFile()).content().isEqualTo("{\"a\":");
    }

    @Test
    void a_project_that_brings_nothing_is_not_trusted_either_while_decisions_cannot_be_read() throws Exception {
        Files.createDirectories(trustFile());

        assertThat(decide().trusted()).isFalse();
        assertThat(decide().problems()).hasSize(1);
    }

    @Test
    void a_decision_that_is_neither_yes_nor_no_is_not_passed_over() throws Exception {
        bringSettings();
        Desk.write(
                trustFile(),
                JsonObject.of(desk.project().toString(), "false", desk.root().toString(), true)
                        .toString());

        assertThat(decide().trusted()).isFalse();
        assertThat(Desk.messages(decide().problems()))
                .singleElement()
                .asString()
                .contains("must be true or false");
    }

    @Test
    void what_else_is_in_the_file_stays_there() throws Exception {
        bringSettings();
        Desk.write(trustFile(), "{\"/elsewhere\":true,\"note\":{\"by\":\"me\"}}");

        trust.keep(trust.options().getFirst());

        assertThat(kept().names())
                .containsExactly("/elsewhere", "note", desk.project().toString());
        assertThat(kept().object("note").string("by")).isEqualTo("me");
    }

    @Test
    void a_hooks_decision_that_cannot_be_kept_still_holds() throws Exception {
        bringSettings();
        Desk.write(trustFile(), "oops");
        said.verdict = new Verdict(true, true);

        var decision = decide();

        assertThat(decision.trusted()).isTrue();
        assertThat(Desk.messages(decision.problems()))
                .singleElement()
                .asString()
                .contains("not kept");
    }
}
