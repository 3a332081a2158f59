package dev.pawl.app;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that hooks bring, and hooks that options bring. */
class HookFlagsTest {
    @TempDir
    Path dir;

    private TestProgram pawl;

    @BeforeEach
    void start() throws Exception {
        pawl = TestProgram.in(dir, Turn.text("1"), Turn.text("2"), Turn.text("3"));
    }

    @AfterEach
    void end() {
        pawl.close();
    }

    private void flags() throws Exception {
        pawl.hook("flags", """
            pi.flag(new Flag.Switch("plan", "Plans only", false));
            pi.flag(new Flag.Switch("careful", "Takes care", true));
            pi.flag(new Flag.Text("level", "How much", "low"));
            pi.on(INPUT, (input, _) -> input.transform(input.text() + " " + pi.flagged("plan") + " "
                    + pi.flagged("careful") + " " + pi.flagValue("level") + " " + pi.flagValue("foreign")));
            pi.command("again", "", ctx -> { ctx.reload(); return Outcome.nothing(); });
            """);
        pawl.hook("foreign", "pi.flag(new Flag.Text(\"foreign\", \"Of another hook\", \"x\"));");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        -p Hi                        | Hi false true low null
        --plan -p Hi                 | Hi true true low null
        -p --plan Hi                 | Hi true true low null
        --careful=false -p Hi        | Hi false false low null
        --level=high -p Hi           | Hi false true high null
        -p --level high Hi           | Hi false true high null
        -p Hi --level high --plan    | Hi true true high null
        """)
    void a_flag_is_a_switch_or_has_a_value(String args, String said) throws Exception {
        flags();
        assertThat(pawl.run(args.split(" ")).err()).isEmpty();
        assertThat(pawl.asked(1)).containsExactly("user: " + said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --plan doctor               | pawl doctor
        --level high trust aprove   | pawl trust approve
        --plan watch x              | watch takes no "x"
        --plan trust approve        | pawl trust approve
        --levl high Hi              | --level
        """)
    void a_mistyped_command_behind_a_flag_is_no_prompt(String args, String meant) throws Exception {
        flags();
        var run = pawl.run(args.split(" "));
        assertThat(run.err()).contains(meant);
        assertThat(run.status()).isEqualTo(2);
        assertThat(pawl.requests()).isZero();
        assertThat(pawl.run("-p", "--plan", "doctor").err()).isEmpty();
        assertThat(pawl.run("--plan", "--", "doctor").err()).isEmpty();
        assertThat(pawl.requests()).isEqualTo(2);
    }

    @Test
    void flags_outlive_a_reload() throws Exception {
        flags();
        pawl.run("--plan", "-p", "/again", "--level", "high", "Hi");
        assertThat(pawl.asked(1)).containsExactly("user: Hi true true high null");
    }

    @Test
    void an_unknown_option_is_refused_before_anything_is_asked() throws Exception {
        flags();
        var unknown = pawl.run("--nonsense", "-p", "Hi");
        assertThat(unknown.err())
                .isEqualTo("pawl: unknown option --nonsense (pawl --help lists them; no loaded hook" + " brings it)\n");
        assertThat(unknown.status()).isEqualTo(2);
        var valueless = pawl.run("-p", "Hi", "--level");
        assertThat(valueless.err()).contains("--level needs a value");
        assertThat(valueless.status()).isEqualTo(2);
        assertThat(pawl.requests()).isZero();
        assertThat(pawl.sessions()).isEmpty();
    }

    @Test
    void hook_extension_and_e_load_one_and_ne_leaves_the_others_out() throws Exception {
        pawl.hook("user", "pi.on(INPUT, (input, _) -> input.transform(input.text() + \" user\"));");
        for (var name : new String[] {"a", "b", "c"}) {
            pawl.file(
                    name + ".java",
                    TestProgram.hookSource(
                            "pi.on(INPUT, (input, _) -> input.transform(input.text() + \" " + name + "\"));"));
        }
        pawl.run("--hook", "a.java", "--extension", "b.java", "-e", "c.java", "-p", "Hi");
        assertThat(pawl.asked(1)).containsExactly("user: Hi user a b c");
        pawl.run("-ne", "--hook", "a.java", "-p", "Hi");
        assertThat(pawl.asked(2)).containsExactly("user: Hi a");
        pawl.user("settings.json", "{\"hooks\":[\"" + pawl.project.resolve("b.java") + "\"]}")
                .run("-p", "Hi");
        assertThat(pawl.asked(3).getFirst()).contains(" b").contains(" user");
    }

    @Test
    void a_hook_that_is_named_and_not_there_ends_the_run() throws Exception {
        var run = pawl.run("--hook", "gone.java", "-p", "Hi");
        assertThat(run.err()).contains("gone.java", "nothing was asked");
        assertThat(run.status()).isEqualTo(1);
        assertThat(pawl.requests()).isZero();
    }

    @Test
    void words_of_a_prompt_that_are_commands_are_sent() throws Exception {
        assertThat(pawl.run("-p", "install", "--offline", "--no-mcp", "--verbose", "--no-themes")
                        .status())
                .isZero();
        assertThat(pawl.asked(1)).containsExactly("user: install");
    }
}
