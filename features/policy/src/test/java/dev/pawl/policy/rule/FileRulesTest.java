package dev.pawl.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.tool.CallFile;
import dev.pawl.api.value.PermissionMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules about files, addresses and tools by name, on calls that are not commands. */
class FileRulesTest {
    @TempDir
    Path folder;

    private Path cwd;
    private Path home;

    @BeforeEach
    void files() throws IOException {
        cwd = Files.createDirectories(folder.resolve("home/project")).toRealPath();
        home = cwd.getParent();
        for (var file : List.of(".ssh/id", "project/secrets/key", "project/src/a.js", "project/.git/config")) {
            Files.createDirectories(home.resolve(file).getParent());
            Files.writeString(home.resolve(file), "x");
        }
        Files.createSymbolicLink(cwd.resolve("alias"), Path.of("secrets"));
        Files.createSymbolicLink(cwd.resolve("src/link.js"), Path.of("../secrets/key"));
    }

    private Judge judge(List<String> allow, List<String> ask, List<String> deny) {
        var rules = new Rules(cwd, home);
        rules.add("test", "allow", allow, false);
        rules.add("test", "ask", ask, false);
        rules.add("test", "deny", deny, false);
        assertThat(rules.problems()).isEmpty();
        return new Judge(rules, cwd, home);
    }

    private String verdict(Judge judge, String tool, String path) {
        return verdict(judge, tool, CallFile.of(CallFile.resolve(path, cwd, home)), null);
    }

    private String verdict(Judge judge, String tool, @Nullable CallFile file, @Nullable String url) {
        var facts = new CallFacts(tool, null, cwd, file, null, url, false, false);
        return judge.judge(facts, PermissionMode.DEFAULT, false).getClass().getSimpleName();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secrets/key",
                "@secrets/key",
                "./secrets/../secrets/key",
                "src/../secrets/key",
                "alias/key",
                "src/link.js",
                "~/project/secrets/key",
                "~//project//secrets/key",
                "../project/secrets/key",
                "SECRETS/Key",
                "secrets/new"
            })
    void no_spelling_of_a_path_hides_the_file_that_a_rule_denies(String path) {
        var judge = judge(List.of(), List.of(), List.of("Read(./secrets/**)"));
        for (var tool : List.of("read", "edit", "write")) {
            assertThat(verdict(judge, tool, path)).as(tool).isEqualTo("Deny");
        }
    }

    @Test
    void a_rule_about_a_name_holds_where_the_name_is_a_link() throws IOException {
        Files.createDirectories(cwd.resolve("config"));
        Files.writeString(cwd.resolve("config/dev.vars"), "x");
        Files.createSymbolicLink(cwd.resolve(".env"), Path.of("config/dev.vars"));
        var judge = judge(List.of(), List.of(), List.of("Read(.env)"));
        var written = cwd.resolve(".env");
        var facts = new CallFacts("read", null, cwd, CallFile.of(written), written, null, true, false);
        assertThat(judge.judge(facts, PermissionMode.BYPASS, false)).isInstanceOf(Verdict.Deny.class);
        assertThat(verdict(judge, "read", "config/dev.vars")).isEqualTo("Allow");
    }

    @Test
    void what_forbids_beats_what_asks_and_what_asks_beats_what_allows() {
        var judge = judge(
                List.of("Edit(./src/**)", "Edit(./x/**)"),
                List.of("Edit(./x/**)", "Edit(./y/**)"),
                List.of("Edit(./y/**)"));
        assertThat(verdict(judge, "write", "src/new.js")).isEqualTo("Allow");
        assertThat(verdict(judge, "write", "x/new.js")).isEqualTo("Ask");
        assertThat(verdict(judge, "write", "y/new.js")).isEqualTo("Deny");
        assertThat(verdict(judge, "write", "z/new.js")).isEqualTo("Ask");
        assertThat(verdict(judge, "read", "y/new.js")).isEqualTo("Allow");
    }

    @Test
    void rules_can_be_added_while_calls_are_judged() throws Exception {
        var rules = new Rules(cwd, home);
        rules.add("test", "deny", List.of("Read(./secrets/**)"), false);
        var judge = new Judge(rules, cwd, home);
        var adding = Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 2_000; i++) {
                rules.allow("Edit(./new" + i + "/**)", "this session");
                rules.add("test", "ask", List.of("Read(./odd" + i + ")"), false);
            }
        });
        while (adding.isAlive()) {
            assertThat(verdict(judge, "read", "secrets/key")).isEqualTo("Deny");
            assertThat(verdict(judge, "write", "src/a.js")).isEqualTo("Ask");
        }
        assertThat(verdict(judge, "write", "new1999/x")).isEqualTo("Allow");
    }

    @Test
    void patterns_begin_at_the_project_at_home_or_at_the_root() {
        var judge = judge(
                List.of(), List.of(), List.of("Read(~/.ssh/**)", "Read(//etc/passwd)", "Read(*.pem)", "Read(/top)"));
        assertThat(List.of("~/.ssh/id", "/etc/passwd", "src/deep/a.pem", "top", "/top"))
                .allMatch(path -> verdict(judge, "read", path).equals("Deny"));
        assertThat(List.of("~/.sshx", "etc/passwd", "a.pemx", "src/top"))
                .allMatch(path -> verdict(judge, "read", path).equals("Allow"));
    }

    @Test
    void another_name_of_a_file_and_a_search_through_it_are_asked_about() throws IOException {
        Files.createLink(cwd.resolve("other"), cwd.resolve("secrets/key"));
        var judge = judge(List.of(), List.of(), List.of("Read(./secrets/**)", "Read(.git/config)"));
        assertThat(verdict(judge, "read", "other")).isEqualTo("Ask");
        assertThat(verdict(judge, "grep", ".")).isEqualTo("Ask");
        assertThat(verdict(judge, "grep", ".git")).isEqualTo("Ask");
        assertThat(verdict(judge, "grep", "src")).isEqualTo("Allow");
    }

    @Test
    void what_decides_about_programs_is_no_edit_that_is_accepted_in_any_case_of_letters() {
        var judge = judge(List.of(), List.of(), List.of());
        for (var path : List.of(".git/config", ".GitHub/workflows/a.yml", ".Claude/settings.json", "../x")) {
            var file = CallFile.of(cwd.resolve(path));
            var facts = new CallFacts("write", null, cwd, file, null, null, false, false);
            assertThat(judge.judge(facts, PermissionMode.ACCEPT_EDITS, false))
                    .as(path)
                    .isInstanceOf(Verdict.Ask.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://example.com/x, Allow",
        "https://docs.example.com/, Allow",
        "https://evil.example.com/, Deny",
        "https://example.com.evil.org/, Ask",
        "https://evilexample.com/, Ask",
        "https://example.com@evil.org/, Ask",
        "HTTPS://EVIL.EXAMPLE.COM/, Deny",
        "'not an address', Ask"
    })
    void an_address_is_judged_by_its_host(String url, String verdict) {
        var judge =
                judge(List.of("WebFetch(domain:example.com)"), List.of(), List.of("WebFetch(domain:evil.example.com)"));
        assertThat(verdict(judge, "web_fetch", null, url)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "mcp__github__get_issue, Allow",
        "mcp__github__delete_repo, Deny",
        "mcp__github__create, Ask",
        "mcp__db__query, Allow",
        "mcp__dbx__query, Ask",
        "deploy, Deny",
        "deployx, Ask"
    })
    void tools_are_judged_by_name(String tool, String verdict) {
        var judge =
                judge(List.of("mcp__github__get_*", "mcp__db"), List.of(), List.of("mcp__github__delete_*", "deploy"));
        assertThat(verdict(judge, tool, null, null)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"true, Ask", "false, Allow"})
    void a_tool_that_declares_that_it_only_reads_is_trusted_unless_a_server_does_the_work(
            boolean ofServer, String verdict) {
        var facts = new CallFacts("mcp__github__get_issue", null, cwd, null, null, null, true, ofServer);
        assertThat(judge(List.of(), List.of(), List.of())
                        .judge(facts, PermissionMode.DEFAULT, false)
                        .getClass()
                        .getSimpleName())
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Bash(git push | the parenthesis is not closed",
                "Task(x) | rules about Task have nothing in parentheses",
                "WebFetch(example.com) | a rule about WebFetch has domain:HOST in its parentheses",
                "Read([a) | the pattern [a cannot be read"
            })
    void a_wrong_rule_is_named_with_its_file_and_what_is_wrong_and_everything_is_asked(String rule, String why) {
        var rules = new Rules(cwd, home);
        rules.add("settings.json", "deny", List.of(rule), false);
        assertThat(rules.problems()).singleElement().asString().contains("settings.json", rule, why);
        var judge = new Judge(rules, cwd, home);
        assertThat(verdict(judge, "read", "src/a.js")).isEqualTo("Ask");
    }
}
