package dev.pawl.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.PawlInside;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.program.PawlProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a user meets it: real folders, hooks dropped into them, good ones and bad ones. */
@Deep
class DroppedInTest {
    private static final String GOOD = """
        import module dev.pawl.api;
        import static dev.pawl.api.HookPoints.*;

        class Good implements Hook {
            public void install(Host pi) {
                pi.on(TOOL_CALL, (call, _) -> call.block("good says no"));
            }
        }
        """;

    @TempDir
    Path home;

    @TempDir
    Path project;

    private PawlInside pawl;

    @BeforeEach
    void prepare() {
        pawl = new PawlInside(home, project);
    }

    private void userHook(String name, String source) throws Exception {
        write(home.resolve(".pi/agent/hooks").resolve(name), source);
    }

    private static void write(Path file, String text) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String installing(String body) {
        return """
            import module dev.pawl.api;
            import static dev.pawl.api.HookPoints.*;

            class Bad implements Hook {
                public void install(Host pi) throws Exception {
                    %s
                }
            }
            """.formatted(body);
    }

    /** The bad hook is reported with these words, exit 1, and the good one is there all the same. */
    private void reports(String... words) throws Exception {
        userHook("good.java", GOOD);
        reports(pawl.run("hooks"), words);
    }

    private static void reports(PawlProcess.Run run, String... words) {
        assertThat(run.err()).contains(words).contains("bad.java");
        assertThat(run.out()).contains("~/.pi/agent/hooks/good.java").doesNotContain("bad.java");
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void a_file_dropped_into_the_users_folder_runs() throws Exception {
        userHook("good.java", GOOD);
        var run = pawl.run("hooks", "try", "tool_call", "ls");
        assertThat(run.out()).contains("Blocked: good says no", "stopped", "~/.pi/agent/hooks/good.java");
        assertThat(run.status()).isZero();
    }

    @Test
    void hook_and_e_name_the_same_thing_and_settings_name_more() throws Exception {
        write(project.resolve("one.java"), GOOD);
        write(project.resolve("two.java"), GOOD);
        write(home.resolve(".pi/agent/mine/three.java"), GOOD);
        write(home.resolve(".pi/agent/settings.json"), "{\"hooks\":[\"mine/three.java\"],\"unknown\":1}");
        var run = pawl.run("--hook", "one.java", "-e", "two.java", "hooks");
        assertThat(run.out()).containsSubsequence("three.java", "one.java", "two.java");
        assertThat(run.status()).isZero();
    }

    @Test
    void the_order_is_user_then_project_then_command_line_or_the_other_way_round() throws Exception {
        userHook("user.java", GOOD);
        write(project.resolve(".pi/hooks/project.java"), GOOD);
        write(project.resolve("cli.java"), GOOD);
        assertThat(pawl.run("--approve", "--hook", "cli.java", "hooks").out())
                .containsSubsequence("user.java", "project.java", "cli.java");
        write(home.resolve(".pi/agent/settings.json"), "{\"hookOrder\":\"project-first\"}");
        assertThat(pawl.run("--approve", "--hook", "cli.java", "hooks").out())
                .containsSubsequence("cli.java", "project.java", "user.java");
    }

    @Test
    void a_projects_own_hooks_wait_for_trust() throws Exception {
        write(project.resolve(".pi/hooks/project.java"), GOOD);
        var untrusted = pawl.run("hooks");
        assertThat(untrusted.out()).doesNotContain("project.java");
        assertThat(untrusted.err()).contains("it is not trusted", "--approve");
        assertThat(pawl.run("--approve", "hooks").out()).contains("project.java");
        write(home.resolve(".pi/agent/trust.json"), "{\"" + project.toRealPath() + "\":true}");
        assertThat(pawl.run("hooks").out()).contains("project.java");
        assertThat(pawl.run("--no-approve", "hooks").out()).doesNotContain("project.java");
        write(home.resolve(".pi/agent/trust.json"), "not json");
        var corrupt = pawl.run("hooks");
        assertThat(corrupt.out()).doesNotContain("project.java");
        assertThat(corrupt.err()).contains("trust.json", "No project is trusted");
    }

    @Test
    void a_file_that_does_not_compile_is_reported_as_javac_does() throws Exception {
        userHook("bad.java", installing("int x = \"text\";"));
        reports("bad.java:6: error: incompatible types: String cannot be converted to int", "int x = \"text\";");
    }

    @Test
    void a_handler_that_returns_the_wrong_thing_is_answered_with_the_rule() throws Exception {
        userHook("bad.java", installing("pi.on(HookPoints.TOOL_CALL, (call, ctx) -> \"no\");"));
        reports("String cannot be converted to Decision<ToolCall,Block>", "at a gate a decision such as call.allow()");
    }

    @Test
    void the_rule_is_named_in_every_language_of_the_compiler() throws Exception {
        userHook("bad.java", installing("pi.on(HookPoints.TOOL_CALL, (call, ctx) -> \"no\");"));
        var german = pawl.with(Map.of("JAVA_TOOL_OPTIONS", "-Duser.language=de"))
                .asProcess()
                .run("hooks");
        assertThat(german.err()).contains("Fehler:", "at a gate a decision such as call.allow()");
    }

    @Test
    void a_file_without_a_hook_is_reported() throws Exception {
        userHook("bad.java", "class Nothing {}");
        reports("no hook in it", "dev.pawl.api.Hook");
    }

    @Test
    void a_static_initialiser_that_fails_is_named_with_line_and_cause() throws Exception {
        userHook(
                "bad.java",
                installing("").replaceFirst("\\{", "{ static final int NUMBER = Integer.parseInt(\"many\");"));
        reports("failed to load", "a static initialiser failed (bad.java:", "NumberFormatException", "many");
    }

    @Test
    void a_hook_that_throws_in_install_is_reported() throws Exception {
        userHook("bad.java", installing("throw new java.io.IOException(\"disk on fire\");"));
        reports("failed to load", "IOException: disk on fire");
    }

    @Test
    void a_hook_that_throws_an_error_is_reported() throws Exception {
        userHook("bad.java", installing("throw new StackOverflowError(\"too deep\");"));
        reports("failed to load", "StackOverflowError: too deep");
    }

    @Test
    void a_hook_whose_install_never_returns_is_given_up() throws Exception {
        userHook("bad.java", installing("Thread.sleep(Long.MAX_VALUE);"));
        write(home.resolve(".pi/agent/settings.json"), "{\"hookTimeout\":2000}");
        reports("install timed out after 2000 ms", "session_start");
    }

    @Test
    void a_hook_that_tries_to_end_the_program_fails_instead() throws Exception {
        userHook("bad.java", installing("System.exit(7);"));
        userHook("good.java", GOOD);
        reports(pawl.asProcess().run("hooks"), "failed to load", "may not end the program");
    }

    @Test
    void a_gate_that_tries_to_end_the_program_blocks() throws Exception {
        userHook(
                "exits.java",
                installing("pi.on(TOOL_CALL, (call, _) -> { Runtime.getRuntime().halt(3); return call.allow(); });"));
        var run = pawl.asProcess().run("hooks", "try", "tool_call", "ls");
        assertThat(run.out()).contains("Blocked:", "may not end the program");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("exits.java:6");
    }

    @Test
    void a_dependency_that_is_no_name_is_answered_with_how_to_write_one() throws Exception {
        userHook("bad.java", "//DEPS com.example\n" + GOOD);
        reports("com.example", "Write GROUP:ARTIFACT:VERSION");
    }

    @Test
    void an_unknown_event_name_is_worth_a_warning_and_nothing_more() throws Exception {
        userHook("odd.java", installing("pi.onNamed(\"tool_cal\", (_, _) -> null);"));
        var run = pawl.run("hooks");
        assertThat(run.err()).contains("warning:", "odd.java", "tool_cal", "no event");
        assertThat(run.out()).contains("odd.java");
        assertThat(run.status()).isZero();
    }

    @Test
    void a_name_registered_twice_is_no_trouble() throws Exception {
        userHook(
                "twice.java",
                installing("pi.command(\"go\", \"\", _ -> Outcome.nothing());"
                        + "pi.command(\"go\", \"\", _ -> Outcome.nothing());"));
        var run = pawl.run("hooks");
        assertThat(run.out()).contains("/go");
        assertThat(run.status()).isZero();
    }

    @Test
    void settings_of_the_wrong_type_are_named_and_the_rest_is_used() throws Exception {
        userHook("good.java", GOOD);
        write(home.resolve(".pi/agent/settings.json"), "{\"hooks\":\"a string\",\"hookTimeout\":\"soon\"}");
        var run = pawl.run("hooks");
        assertThat(run.err()).contains("settings.json", "hooks", "hookTimeout");
        assertThat(run.out()).contains("good.java");
    }

    @Test
    void a_path_that_does_not_exist_is_an_error() throws Exception {
        var run = pawl.run("--hook", "gone.java", "hooks");
        assertThat(run.err()).contains("gone.java");
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void a_cyclic_link_leads_nowhere_and_is_not_followed_for_ever() throws Exception {
        userHook("good.java", GOOD);
        Files.createSymbolicLink(home.resolve(".pi/agent/hooks/loop"), home.resolve(".pi/agent/hooks/loop"));
        assertThat(pawl.run("hooks").out()).contains("good.java");
    }

    @Test
    void a_model_that_a_hook_brings_is_listed() throws Exception {
        userHook("provider.java", installing("""
            pi.provider("house", ProviderConfig.at("http://127.0.0.1:1/v1").withModels(
                    "openai-completions", "key", List.of(new Model("house", "tiny", "Tiny", "openai-completions",
                    "", false, List.of(), Set.of(Model.Medium.TEXT), Cost.NONE, 8000, 1000, JsonObject.empty()))));
            """));
        assertThat(pawl.run("--list-models").out()).containsPattern("house +tiny");
    }

    @Test
    void flags_of_hooks_are_options_and_others_are_refused() throws Exception {
        userHook("flags.java", installing("""
            pi.flag(new Flag.Switch("plan", "Plans only", false));
            pi.flag(new Flag.Text("level", "How much", "low"));
            pi.on(INPUT, (input, _) -> input.transform(pi.flagged("plan") + " " + pi.flagValue("level")));
            """));
        assertThat(pawl.run("--plan", "--level=high", "hooks", "try", "input", "x")
                        .out())
                .contains("text=true high");
        assertThat(pawl.run("hooks", "try", "input", "x").out()).contains("text=false low");
        var unknown = pawl.run("--nonsense", "hooks");
        assertThat(unknown.err()).contains("unknown option --nonsense");
        assertThat(unknown.status()).isEqualTo(2);
    }

    @Test
    void a_second_start_compiles_nothing_and_works_without_its_cache_too() throws Exception {
        userHook("good.java", GOOD);
        assertThat(pawl.run("hooks").status()).isZero();
        var cache = home.resolve(".pi/agent/cache/pawl-hooks");
        assertThat(cache).isDirectoryContaining("glob:**.hook");
        try (var files = Files.list(cache)) {
            for (var file : files.toList()) {
                Files.writeString(file, "garbage");
            }
        }
        assertThat(pawl.run("hooks", "try", "tool_call", "ls").out()).contains("Blocked: good says no");
    }

    @Test
    void the_first_words_are_answered() throws Exception {
        assertThat(pawl.asProcess().run("--version").out()).matches("\\d+\\.\\d+\\.\\d+\n.*Java \\d.*\n");
        assertThat(pawl.asProcess().run("--help").out()).contains("--hook", "hooks try", "PAWL_DEBUG");
        assertThat(pawl.asProcess().run().err()).contains("there is no prompt");
        assertThat(pawl.run("-x").err()).contains("unknown option -x");
        assertThat(pawl.run("--hook").err()).contains("--hook needs the path of a hook");
        assertThat(pawl.run("hooks", "points").out()).contains("tool_authorize", "closed gate");
        assertThat(pawl.run("hooks", "try", "nothing").err()).contains("needs the name of a point");
    }
}
