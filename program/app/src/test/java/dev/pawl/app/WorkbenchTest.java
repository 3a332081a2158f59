package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.HelpText;
import dev.pawl.machine.Needed;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands around writing hooks, and what shells complete. */
class WorkbenchTest {
    @TempDir
    Path dir;

    private TestProgram pawl;

    @BeforeEach
    void start() throws Exception {
        pawl = TestProgram.in(dir, Turn.text("Done."));
    }

    @AfterEach
    void stop() {
        pawl.close();
    }

    @Test
    void a_new_provider_compiles_and_its_model_is_listed() throws Exception {
        assertThat(pawl.run("hooks", "new", "my-server", "--provider").out()).contains("pawl --list-models my-server");
        pawl.environment("MY_SERVER_API_KEY", "key");
        var run = pawl.run("--list-models", "my-model");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("my-server");
    }

    @Test
    void a_new_hook_has_a_test_that_compiles() throws Exception {
        for (var kind : new String[] {"--tool", "--command", "--provider", "--point"}) {
            var name = "my" + kind;
            var run = kind.equals("--point")
                    ? pawl.run("hooks", "new", "my-point", "--point", "input", "--test")
                    : pawl.run("hooks", "new", name.replace("--", "-"), kind, "--test");
            assertThat(run.err()).isEmpty();
        }
        pawl.run("hooks", "new", "my-gate", "--test");
        var tests = pawl.agentDir().resolve("hooks/tests");
        try (var files = Files.list(tests)) {
            var args = new java.util.ArrayList<>(java.util.List.of(
                    "-d",
                    dir.resolve("classes").toString(),
                    "-proc:none",
                    "-cp",
                    System.getProperty("java.class.path")));
            args.addAll(java.util.List.of("--add-modules", "dev.pawl.api", "--module-path", modules()));
            files.map(Path::toString).forEach(args::add);
            var errors = new java.io.ByteArrayOutputStream();
            int status = ToolProvider.getSystemJavaCompiler().run(null, errors, errors, args.toArray(String[]::new));
            assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isZero();
        }
        // The folder of tests is not a hook.
        var listed = pawl.run("hooks");
        assertThat(listed.err()).isEmpty();
        assertThat(listed.status()).isZero();
    }

    /** The vocabulary and what it needs, from the class path of this test. */
    private static String modules() {
        return java.util.Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .filter(path ->
                        path.contains("/api/target/") || path.contains("jspecify") || path.contains("jackson-core"))
                .collect(java.util.stream.Collectors.joining(java.io.File.pathSeparator));
    }

    @Test
    void a_hook_is_opened_in_the_editor_of_the_user() throws Exception {
        var editor = dir.resolve("editor");
        Files.writeString(editor, "#!/bin/sh\necho '// edited' >> \"$1\"\n");
        assertThat(editor.toFile().setExecutable(true)).isTrue();
        pawl.run("hooks", "new", "gate");
        assertThat(pawl.run("hooks", "edit", "gate").err()).contains("no editor is known");
        pawl.environment("EDITOR", editor.toString());
        assertThat(pawl.run("hooks", "edit", "gate").status()).isZero();
        assertThat(Files.readString(pawl.agentDir().resolve("hooks/gate.java"))).endsWith("// edited\n");
        assertThat(pawl.run("hooks", "edit", "nothing").err())
                .contains("there is no hook nothing", "pawl hooks new nothing");
        pawl.environment("EDITOR", dir.resolve("no-editor").toString());
        assertThat(pawl.run("hooks", "edit", "gate").status()).isEqualTo(1);
    }

    @Test
    void without_its_jars_the_program_publishes_nothing() throws Exception {
        var run = pawl.run("dev", "publish");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("beside", "Start it with ./pawl");
        assertThat(pawl.run("dev", "publish", "--from", "x").status()).isNotZero();
        assertThat(pawl.home.resolve(".m2")).doesNotExist();
    }

    @Test
    void shells_complete_every_option_and_command() throws Exception {
        for (var shell : new String[] {"bash", "zsh", "fish"}) {
            var text = pawl.run("completions", shell).out();
            var names = Pattern.compile("^  (--[a-z-]+)", Pattern.MULTILINE).matcher(HelpText.text());
            int count = 0;
            for (; names.find(); count++) {
                assertThat(text).as(shell).contains(names.group(1).substring(2));
            }
            assertThat(count).isGreaterThan(20);
        }
        var offered = completed("");
        var commands = Pattern.compile("pawl (?:\\[options] )?([a-z|]+)").matcher(HelpText.text());
        while (commands.find()) {
            assertThat(offered).contains(commands.group(1).split("\\|"));
        }
    }

    @Test
    void bash_completes_words_points_and_values_and_leaves_files_to_itself() throws Exception {
        assertThat(completed("hooks do")).containsExactly("doctor");
        assertThat(completed("hooks try tool_c")).containsExactly("tool_call");
        assertThat(completed("fleet sub")).containsExactly("submit");
        assertThat(completed("--ver")).containsExactly("--verbose", "--version");
        assertThat(completed("--mode j")).containsExactly("json");
        assertThat(completed("--thinking x")).containsExactly("xhigh");
        assertThat(completed("--session ")).isEmpty();
        assertThat(completed("-p a")).isEmpty();
    }

    /** What bash offers for the last word of a line. */
    private List<String> completed(String line) throws Exception {
        Needed.program("bash");
        var script = dir.resolve("completions.bash");
        Files.writeString(script, pawl.run("completions", "bash").out());
        var ask = "source \"$0\"; COMP_WORDS=(pawl \"$@\"); COMP_CWORD=$#; _pawl; printf '%s\\n' \"${COMPREPLY[@]}\"";
        var command = new ArrayList<>(List.of("bash", "-c", ask, script.toString()));
        command.addAll(List.of(line.split(" ", -1)));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        return output.lines().filter(word -> !word.isEmpty()).toList();
    }
}
