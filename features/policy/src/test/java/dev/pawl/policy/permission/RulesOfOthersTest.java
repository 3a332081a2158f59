package dev.pawl.policy.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.value.PermissionMode;
import dev.pawl.config.settings.Folders;
import dev.pawl.policy.rule.CallFacts;
import dev.pawl.policy.rule.Judge;
import dev.pawl.policy.rule.Rules;
import dev.pawl.policy.rule.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesOfOthersTest {
    @TempDir
    Path dir;

    private Folders folders;

    @BeforeEach
    void folders() throws IOException {
        folders = new Folders(dir.resolve("home"), dir.resolve("home/.pi/agent"), dir.resolve("project"));
        Files.createDirectories(folders.cwd());
    }

    private void write(String path, String text) throws IOException {
        var file = dir.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private RulesOfOthers found(boolean trusted) {
        return new RulesOfOthers(folders, trusted, dir.resolve("system"));
    }

    private Rules rules(boolean trusted) {
        var rules = new Rules(folders.cwd(), folders.home());
        found(trusted).addTo(rules);
        return rules;
    }

    private Verdict judged(Rules rules, String command) {
        return new Judge(rules, folders.cwd(), folders.home())
                .judge(CallFacts.command(command, folders.cwd()), PermissionMode.BYPASS, false);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
        system/etc/claude-code/managed-settings.json; {"permissions": {"deny": ["Bash(git push *)"]}}
        system/Library/Application Support/ClaudeCode/managed-settings.json; {"permissions": {"deny": ["Bash(git push *)"]}}
        system/etc/codex/requirements.toml; rules.prefix_rules = [{ pattern = [{ token = "git" }, { token = "push" }], decision = "forbidden" }]
        system/etc/codex/rules/a.rules; prefix_rule(pattern=["git", "push"], decision="forbidden")
        system/etc/gemini-cli/policies/a.toml; rule = [{ commandPrefix = "git push", decision = "deny" }]
        system/Library/Application Support/GeminiCli/policies/a.toml; rule = [{ commandPrefix = "git push", decision = "deny" }]
        home/.claude/settings.json; {"permissions": {"deny": ["Bash(git push *)"]}}
        home/.codex/rules/a.rules; prefix_rule(pattern=["git", "push"], decision="forbidden")
        home/.gemini/policies/a.toml; rule = [{ commandPrefix = "git push", decision = "deny" }]
        home/.gemini/extensions/x/policies/a.toml; rule = [{ commandPrefix = "git push", decision = "deny" }]
        project/.claude/settings.json; {"permissions": {"deny": ["Bash(git push *)"]}}
        project/.claude/settings.local.json; {"permissions": {"deny": ["Bash(git push *)"]}}
        project/.codex/rules/a.rules; prefix_rule(pattern=["git", "push"], decision="forbidden")
        project/.gemini/policies/a.toml; rule = [{ commandPrefix = "git push", decision = "deny" }]
        project/.gemini/extensions/x/policies/a.toml; rule = [{ commandPrefix = "git push", decision = "deny" }]
        """)
    void a_rule_that_forbids_holds_wherever_its_agent_reads_it(String path, String text) throws Exception {
        assertThat(found(true).areThere()).isFalse();
        write(path, text);
        assertThat(found(true).areThere()).isTrue();
        assertThat(found(true).files()).contains(dir.resolve(path));
        var rules = rules(true);
        assertThat(rules.problems()).isEmpty();
        assertThat(rules.notices()).isEmpty();
        assertThat(judged(rules, "git push origin main"))
                .isInstanceOfSatisfying(
                        Verdict.Deny.class, deny -> assertThat(deny.why()).contains(path));
        assertThat(judged(rules, "git commit")).isInstanceOf(Verdict.Allow.class);

        boolean ofProject = path.startsWith("project");
        assertThat(found(false).areThere()).isNotEqualTo(ofProject);
        assertThat(rules(false).restrict()).isNotEqualTo(ofProject);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
        home/.codex/rules/a.rules; prefix_rule(pattern=["make"]); true
        home/.gemini/policies/a.toml; rule = [{ commandPrefix = "make", decision = "allow" }]; true
        home/.gemini/extensions/x/policies/a.toml; rule = [{ commandPrefix = "make", decision = "allow" }]; false
        project/.codex/rules/a.rules; prefix_rule(pattern=["make"]); false
        project/.gemini/policies/a.toml; rule = [{ commandPrefix = "make", decision = "allow" }]; false
        """)
    void only_the_users_own_files_allow(String path, String text, boolean allows) throws Exception {
        write(path, text);
        var rules = rules(true);
        assertThat(rules.restrict()).isFalse();
        var verdict = new Judge(rules, folders.cwd(), folders.home())
                .judge(CallFacts.command("make all", folders.cwd()), PermissionMode.DEFAULT, false);
        assertThat(verdict instanceof Verdict.Allow).as(verdict.toString()).isEqualTo(allows);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
        home/.codex/rules/a.rules; if True: pass
        home/.gemini/policies/a.toml; rule = 1
        home/.claude/settings.json; {"permissions": []}
        system/etc/codex/requirements.toml; rules = {
        home/.codex/rules; not a folder
        """)
    void with_a_file_that_cannot_be_read_every_call_is_asked_about(String path, String text) throws Exception {
        write(path, text);
        var rules = rules(false);
        assertThat(found(false).areThere()).isTrue();
        assertThat(rules.problems()).singleElement().asString().contains(path);
        assertThat(judged(rules, "ls")).isInstanceOf(Verdict.Ask.class);
    }

    @Test
    void a_project_cannot_lend_a_file_from_elsewhere() throws Exception {
        write("elsewhere/a.rules", "prefix_rule(pattern=['git'], decision='forbidden')");
        Files.createDirectories(dir.resolve("project/.codex/rules"));
        Files.createDirectories(dir.resolve("project/.git"));
        Files.createSymbolicLink(dir.resolve("project/.codex/rules/a.rules"), dir.resolve("elsewhere/a.rules"));
        assertThat(rules(true).isBroken()).isTrue();
    }
}
