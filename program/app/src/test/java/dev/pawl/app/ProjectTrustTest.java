package dev.pawl.app;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a run where nobody can be asked uses what a project brings. */
class ProjectTrustTest {
    @TempDir
    Path dir;

    private TestProgram pawl;

    @BeforeEach
    void start() throws Exception {
        pawl = TestProgram.in(dir, Turn.text("1"), Turn.text("2"), Turn.text("3"), Turn.text("4"))
                .file(
                        ".pi/hooks/mark.java",
                        TestProgram.hookSource(
                                "pi.on(INPUT, (input, _) -> input.transform(input.text() + \" (marked)\"));"))
                .file(".pi/SYSTEM.md", "The project's prompt.")
                .file(".pi/prompts/go.md", "Go, project!")
                .file("AGENTS.md", "The project's rules.");
    }

    @AfterEach
    void end() {
        pawl.close();
    }

    private void trusts(int n) {
        assertThat(pawl.asked(n)).containsExactly("user: Hi (marked)");
        assertThat(pawl.systemPrompt(n)).contains("The project's prompt.", "The project's rules.");
    }

    private void trustsNot(int n) {
        assertThat(pawl.asked(n)).containsExactly("user: Hi");
        assertThat(pawl.systemPrompt(n)).doesNotContain("The project's prompt.").contains("The project's rules.");
    }

    private void decided(Path folder, boolean trusted) throws Exception {
        pawl.user("trust.json", JsonObject.of(folder.toString(), trusted).toString());
    }

    @Test
    void what_is_not_trusted_is_not_used_and_that_is_reported() throws Exception {
        var run = pawl.run("-p", "Hi");
        trustsNot(1);
        assertThat(run.err()).contains(".pi/hooks", "it is not trusted", "--approve");
        assertThat(run.status()).isZero();
        pawl.run("-p", "/go");
        assertThat(pawl.asked(2)).containsExactly("user: /go");
    }

    @Test
    void approve_trusts_for_one_run() throws Exception {
        assertThat(pawl.run("--approve", "-p", "Hi").err()).isEmpty();
        trusts(1);
        pawl.run("-p", "Hi");
        trustsNot(2);
    }

    @Test
    void the_closest_decision_counts_and_no_approve_is_stronger() throws Exception {
        pawl.run("trust", "approve");
        decided(pawl.project.getParent(), true);
        assertThat(pawl.run("-p", "Hi").err()).as("it was there and looked at").isEmpty();
        trusts(1);
        pawl.run("--no-approve", "-p", "Hi");
        trustsNot(2);
        pawl.user(
                "trust.json",
                JsonObject.of(pawl.project.getParent().toString(), true, pawl.project.toString(), false)
                        .toString());
        pawl.run("-p", "Hi");
        trustsNot(3);
    }

    @Test
    void the_settings_may_decide_for_all_projects() throws Exception {
        pawl.user("settings.json", "{\"defaultProjectTrust\":\"always\"}").run("-p", "Hi");
        trusts(1);
        pawl.user("settings.json", "{\"defaultProjectTrust\":\"never\"}").run("-p", "Hi");
        trustsNot(2);
    }

    @Test
    void a_hook_of_the_user_s_decides_before_files_do_and_its_decision_is_kept_if_it_says_so() throws Exception {
        decided(pawl.project, false);
        pawl.hook("trusting", "pi.on(PROJECT_TRUST, (asked, ctx) -> asked.trust(false));")
                .run("-p", "Hi");
        trusts(1);
        assertThat(pawl.agentDir().resolve("trust.json"))
                .content()
                .contains("false")
                .doesNotContain("true");
        pawl.hook("trusting", "pi.on(PROJECT_TRUST, (asked, ctx) -> asked.trust(true));")
                .run("-p", "Hi");
        trusts(2);
        Files.delete(pawl.agentDir().resolve("hooks/trusting.java"));
        pawl.run("-p", "Hi");
        trusts(3);
    }

    @Test
    void a_hook_of_the_project_has_no_say_in_it() throws Exception {
        pawl.file(
                        ".pi/hooks/sly.java",
                        TestProgram.hookSource("pi.on(PROJECT_TRUST, (asked, ctx) -> asked.trust(true));"))
                .run("-p", "Hi");
        trustsNot(1);
        assertThat(pawl.agentDir().resolve("trust.json")).doesNotExist();
    }

    @Test
    void a_hook_that_fails_to_decide_is_reported_and_nothing_is_trusted() throws Exception {
        var run = pawl.hook(
                        "failing",
                        "pi.on(PROJECT_TRUST, (asked, ctx) -> { throw new IllegalStateException(\"boom\"); });")
                .run("-p", "Hi");
        trustsNot(1);
        assertThat(run.err()).contains("failing.java", "project_trust", "boom");
    }

    @Test
    void a_file_of_decisions_that_cannot_be_read_trusts_nothing() throws Exception {
        var run = pawl.user("trust.json", "not json").run("-p", "Hi");
        trustsNot(1);
        assertThat(run.err()).contains("trust.json");
        assertThat(pawl.agentDir().resolve("trust.json")).hasContent("not json");
    }

    @Test
    void a_flag_of_a_project_s_hook_is_known_while_the_user_s_are_asked() throws Exception {
        decided(pawl.project, true);
        pawl.hook("listening", "pi.on(PROJECT_TRUST, (asked, ctx) -> asked.undecided());")
                .file(".pi/hooks/mark.java", TestProgram.hookSource("""
                    pi.flag(new Flag.Text("mark", "A mark", "none"));
                    pi.on(INPUT, (input, _) -> input.transform(input.text() + " " + pi.flagValue("mark")));
                    """));
        assertThat(pawl.run("--mark", "red", "-p", "Hi").err()).isEmpty();
        assertThat(pawl.asked(1)).containsExactly("user: Hi red");
    }
}
