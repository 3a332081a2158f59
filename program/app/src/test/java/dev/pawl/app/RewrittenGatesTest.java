package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A trusted gate that is rewritten lets nothing pass, by whatever way: while a session goes on, and after a restart. */
class RewrittenGatesTest {
    private static final String DENY = "grep -q made && { echo no >&2; exit 2; }; exit 0\n";
    private static final String PASS = "exit 0\n";

    @TempDir
    Path dir;

    /** A way to change what a gate does, with the shell alone. */
    enum Way {
        THE_SCRIPT("sh .claude/hooks/gate.sh", "printf 'exit 0\\n' > .claude/hooks/gate.sh") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file(".claude/hooks/gate.sh", DENY);
            }
        },
        A_SOURCED_HELPER("sh .claude/hooks/gate.sh", "printf 'exit 0\\n' > .claude/hooks/lib.sh") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file(".claude/hooks/gate.sh", ". \"$(dirname \"$0\")/lib.sh\"\n")
                        .file(".claude/hooks/lib.sh", DENY);
            }
        },
        A_HELPER_WITHOUT_AN_ENDING("bash tools/gate", "printf 'exit 0\\n' > tools/helpers/common") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file("tools/gate", "for one in tools/helpers/*; do . \"$one\"; done\n")
                        .file("tools/helpers/common", DENY);
            }
        },
        A_HELPER_IN_ANOTHER_FOLDER("sh tools/gate.sh", "printf 'exit 0\\n' > common/lib.sh") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file(
                                "tools/gate.sh",
                                "HERE=\"$(cd \"$(dirname \"$0\")\" && pwd)\"\n. \"$HERE/../common/lib.sh\"\n")
                        .file("common/lib.sh", DENY);
            }
        },
        A_HELPER_BEHIND_THE_FIRST_LINE("sh tools/gate.sh", "printf 'exit 0\\n' > common/lib.sh") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file("tools/gate.sh", "#!/bin/sh\n. common/lib.sh\n").file("common/lib.sh", DENY);
            }
        },
        A_HELPER_ON_A_CONTINUED_LINE("sh tools/gate.sh", "printf 'exit 0\\n' > common/lib.sh") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file("tools/gate.sh", "exec sh \\\n  common/lib.sh\n").file("common/lib.sh", DENY);
            }
        },
        A_LIST_THAT_IT_READS("sh .claude/hooks/gate.sh", ": > .claude/hooks/denied.txt") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file(".claude/hooks/gate.sh", "grep -q -f .claude/hooks/denied.txt && exit 2; exit 0\n")
                        .file(".claude/hooks/denied.txt", "made\n");
            }
        },
        WHAT_A_LINK_LEADS_TO("sh .claude/hooks/gate.sh", "printf 'exit 0\\n' > elsewhere/real.sh") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file("elsewhere/real.sh", DENY).file(".claude/hooks/other.sh", PASS);
                Files.createSymbolicLink(
                        pawl.project.resolve(".claude/hooks/gate.sh"), Path.of("../../elsewhere/real.sh"));
            }
        },
        A_LINK("sh .claude/hooks/gate.sh", "ln -sfn other.sh .claude/hooks/gate.sh") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file("elsewhere/real.sh", DENY).file(".claude/hooks/other.sh", PASS);
                Files.createSymbolicLink(
                        pawl.project.resolve(".claude/hooks/gate.sh"), Path.of("../../elsewhere/real.sh"));
            }
        },
        ITS_MODE("test ! -x tools/gate.sh || bash tools/gate.sh", "chmod -x tools/gate.sh") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file("tools/gate.sh", DENY);
                assertThat(pawl.project.resolve("tools/gate.sh").toFile().setExecutable(true))
                        .isTrue();
            }
        },
        A_NEW_FILE("sh tools/gate.sh", "printf 'exit 0\\n' > tools/rules.d/00-first") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file("tools/gate.sh", "for one in tools/rules.d/*; do . \"./$one\"; done\n")
                        .file("tools/rules.d/50-deny", DENY);
            }
        },
        A_FILE_THAT_GOES("sh tools/gate.sh", "rm tools/rules.d/50-deny") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file("tools/gate.sh", "for one in tools/rules.d/*; do test ! -e \"$one\" || . \"./$one\"; done\n")
                        .file("tools/rules.d/50-deny", DENY);
            }
        },
        DATED_BACK(
                "sh tools/gate.sh",
                "touch -r tools/gate.sh stamp; printf '%-53s\\n' 'exit 0' | head -c $(stat -c %s tools/gate.sh) > new;"
                        + " cat new > tools/gate.sh; touch -r stamp tools/gate.sh") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file("tools/gate.sh", DENY);
            }
        },
        ITS_FOLDER("sh tools/gate.sh", "mv tools away; mkdir tools; printf 'exit 0\\n' > tools/gate.sh") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file("tools/gate.sh", DENY);
            }
        },
        IN_THE_PROJECT_ITSELF("sh gate.sh", "printf 'exit 0\\n' > lib.sh") {
            @Override
            void in(TestProgram pawl) throws Exception {
                pawl.file("gate.sh", "D=$(dirname \"$0\")\n. \"$D/lib.sh\"\n").file("lib.sh", DENY);
            }
        };

        final String gate;
        final String rewriting;

        Way(String gate, String rewriting) {
            this.gate = gate;
            this.rewriting = rewriting;
        }

        abstract void in(TestProgram pawl) throws Exception;
    }

    /** The same with interpreters and runners of tasks. */
    enum FurtherWay {
        A_PYTHON_PACKAGE("python3", "python3 tools/gate.py", "printf 'BAD = \"nothing\"\\n' > tools/judge/words.py"),
        A_PYTHON_PACKAGE_IN_THE_PROJECT("python3", "python3 gate.py", "printf 'BAD = \"nothing\"\\n' > judge/words.py"),
        A_PYTHON_MODULE("python3", "python3 -m judge.main", "printf 'BAD = \"nothing\"\\n' > judge/words.py"),
        A_MODULE_THAT_HIDES_ANOTHER(
                "python3", "python3 gate.py", "printf 'def load(f): raise SystemExit(0)\\n' > json.py"),
        A_NODE_MODULE("node", "node tools/gate.cjs", "echo 'module.exports = []' > tools/words.cjs"),
        A_NODE_PACKAGE("node", "node gate.cjs", "echo 'module.exports = []' > node_modules/words/index.js"),
        A_PACKAGE_OF_A_PACKAGE("node", "node gate.cjs", "echo 'module.exports = []' > node_modules/deep/index.js"),
        NPM_RUN("npm", "npm run -s gate", "echo '{\"scripts\": {\"gate\": \"exit 0\"}}' > package.json"),
        NPM_CONFIGURATION("npm", "npm run -s gate", "echo 'script-shell=/bin/true' > .npmrc"),
        NPM_PROGRAM(
                "npm",
                "npm run -s gate",
                "printf '#!/bin/sh\\nexit 1\\n' > node_modules/.bin/grep; chmod +x node_modules/.bin/grep"),
        MAKE("make", "make -s gate", "printf 'gate:\\n\\t@exit 0\\n' > Makefile"),
        MAKE_INCLUDE("make", "make -s gate", "printf 'WORD = nothing\\n' > rules.mk"),
        MAKE_OTHER("make", "make -s gate", "printf 'gate:\\n\\t@exit 0\\n' > GNUmakefile"),
        MAKE_ELSEWHERE("make", "make -s -C tools gate", "printf 'gate:\\n\\t@exit 0\\n' > tools/Makefile"),
        MAKE_WITH_A_FILE("make", "make -s -f tools/gate.mk gate", "printf 'gate:\\n\\t@exit 0\\n' > tools/gate.mk"),
        NPM_ELSEWHERE(
                "npm",
                "npm --prefix tools run -s gate",
                "echo '{\"scripts\": {\"gate\": \"exit 0\"}}' > tools/package.json"),
        NPM_BEFORE(
                "npm",
                "npm run -s gate",
                "echo '{\"scripts\": {\"pregate\": \"cat > /dev/null\", \"gate\": \"! grep -q made\"}}' >"
                        + " package.json"),
        A_PROGRAM_OF_A_PACKAGE(
                "node", "node_modules/.bin/gate", "printf '#!/bin/sh\\nexit 0\\n' > node_modules/.bin/gate"),
        A_MODULE_BEFORE_IT(
                "node",
                "node --require ./tools/before.cjs tools/gate.cjs",
                "echo 'process.exit(0)' > tools/before.cjs"),
        A_FOLDER_OF_NODE("node", "node tools", "echo 'process.exit(0)' > tools/index.js"),
        A_FOLDER_OF_PYTHON("python3", "python3 tools", "printf 'raise SystemExit(0)\\n' > tools/__main__.py"),
        A_PATH_OF_PYTHON(
                "python3", "PYTHONPATH=lib python3 tools/imports.py", "printf 'BAD = \"nothing\"\\n' > lib/words.py"),
        PYTHON_IN_A_WORD("python3", "python3 -c 'import judge.main'", "printf 'BAD = \"nothing\"\\n' > judge/words.py"),
        AN_INSTALLED_PACKAGE(
                "python3", ".venv/bin/python gate.py", "printf '#!/bin/sh\\nexit 0\\n' > .venv/bin/python"),
        A_PERL_MODULE(
                "perl", "perl -Itools tools/gate.pl", "printf 'package Judge; sub bad { 0 } 1;\\n' > tools/Judge.pm"),
        A_REQUIRED_PERL_FILE("perl", "perl tools/require.pl", "printf 'exit 0;\\n' > lib/bad.pl"),
        A_PROGRAM_OF_AWK("awk", "awk -f tools/gate.awk", "printf 'END { exit 0 }\\n' > tools/gate.awk"),
        A_FILTER_OF_JQ("jq", "jq -e -f tools/gate.jq > /dev/null || exit 2", "printf 'true\\n' > tools/gate.jq"),
        A_SCRIPT_AS_INPUT("sh", "export CALL=\"$(cat)\"; sh -s < tools/told.sh", "printf 'exit 0\\n' > tools/told.sh"),
        A_SCRIPT_IN_A_PIPE(
                "sh", "export CALL=\"$(cat)\"; cat tools/told.sh | sh", "printf 'exit 0\\n' > tools/told.sh"),
        A_SCRIPT_AS_A_WORD("sh", "sh -c \"$(cat tools/words.sh)\"", "printf 'exit 0\\n' > tools/words.sh"),
        A_PROFILE_OF_BASH("bash", "BASH_ENV=lib/profile bash tools/none.sh", "printf 'exit 0\\n' > lib/profile"),
        ON_THE_PATH("sh", "PATH=lib/bin:$PATH judge", "printf '#!/bin/sh\\nexit 0\\n' > lib/bin/judge"),
        AN_ALIAS_OF_GIT("git", "git guard", "git config alias.guard '!exit 0'"),
        A_REPOSITORY_INSIDE("make", "make -s -C inner gate", "printf 'gate:\\n\\t@exit 0\\n' > inner/Makefile"),
        WHAT_GIT_IGNORES("sh", ". build/gate.sh", "printf 'exit 0\\n' > build/gate.sh"),
        MAKE_INCLUDES_WHAT_GIT_IGNORES("make", "make -s checked", "printf 'MORE = nothing\\n' > build/words.mk"),
        NPM_LOADS_WHAT_GIT_IGNORES(
                "npm", "npm --prefix checks run -s gate", "echo 'module.exports = []' > checks/build/words.cjs"),
        NPM_RUNS_MAKE_WITH_WHAT_GIT_IGNORES(
                "npm", "npm --prefix checks run -s make", "printf 'MORE = nothing\\n' > build/words.mk"),
        A_CLASS_THAT_GIT_IGNORES(
                "java",
                System.getProperty("java.home") + "/bin/java -cp build/cl* Gate || exit 2",
                "cp build/other/Gate.class build/classes/Gate.class"),
        WHAT_IS_COMPILED("sh", "bin/gate", "printf '#!/bin/sh\\nexit 0\\n' > bin/gate");

        final String needed;
        final String gate;
        final String rewriting;

        FurtherWay(String needed, String gate, String rewriting) {
            this.needed = needed;
            this.gate = gate;
            this.rewriting = rewriting;
        }

        void in(TestProgram pawl) throws Exception {
            var python = "import json, sys\nfrom judge.words import BAD\n"
                    + "sys.exit(2 if BAD in json.dumps(json.load(sys.stdin)) else 0)\n";
            for (var folder : List.of("", "tools/")) {
                pawl.file(folder + "gate.py", python)
                        .file(folder + "judge/__init__.py", "")
                        .file(folder + "judge/words.py", "BAD = \"made\"\n")
                        .file(folder + "judge/main.py", python);
            }
            pawl.file("tools/gate.cjs", node("./words.cjs"))
                    .file("tools/words.cjs", "module.exports = ['made']")
                    .file("gate.cjs", node("words"))
                    .file(
                            "node_modules/words/package.json",
                            "{\"name\": \"words\", \"dependencies\": {\"deep\": \"1\"}}")
                    .file("node_modules/words/index.js", "module.exports = require('deep')")
                    .file("node_modules/deep/package.json", "{\"name\": \"deep\"}")
                    .file("node_modules/deep/index.js", "module.exports = ['made']")
                    .file("node_modules/.bin/none", "")
                    .file("package.json", "{\"scripts\": {\"gate\": \"if grep -q made; then exit 2; fi\"}}")
                    .file("rules.mk", "WORD = made\n")
                    .file("tools/Makefile", "gate:\n\t@! grep -q made\n")
                    .file("tools/gate.mk", "gate:\n\t@! grep -q made\n")
                    .file("tools/package.json", "{\"scripts\": {\"gate\": \"if grep -q made; then exit 2; fi\"}}")
                    .file("tools/before.cjs", "")
                    .file("tools/index.js", node("./words.cjs"))
                    .file("tools/__main__.py", python)
                    .file("tools/imports.py", python.replace("judge.words", "words"))
                    .file("lib/words.py", "BAD = \"made\"\n")
                    .file("tools/gate.pl", "use Judge; exit(Judge::bad(join '', <STDIN>) ? 2 : 0);\n")
                    .file("tools/Judge.pm", "package Judge; sub bad { $_[0] =~ /made/ } 1;\n")
                    .file("tools/require.pl", "require './lib/bad.pl';\n")
                    .file("lib/bad.pl", "exit(join('', <STDIN>) =~ /made/ ? 2 : 0);\n")
                    .file("tools/gate.awk", "/made/ { bad = 2 } END { exit bad }\n")
                    .file("tools/gate.jq", "tostring | contains(\"made\") | not\n")
                    .file("tools/told.sh", "case $CALL in *made*) exit 2;; esac\n")
                    .file("tools/words.sh", DENY)
                    .file("lib/profile", DENY)
                    .file("tools/none.sh", "")
                    .file("inner/Makefile", "gate:\n\t@! grep -q made\n")
                    .file("build/gate.sh", DENY)
                    .file("build/words.mk", "MORE = made\n")
                    .file("checks/gate.cjs", node("./build/words.cjs"))
                    .file("checks/build/words.cjs", "module.exports = ['made']")
                    .file(
                            "checks/package.json",
                            "{\"scripts\": {\"gate\": \"node gate.cjs || exit 2\","
                                    + " \"make\": \"make -s -C .. checked || exit 2\"}}")
                    .file(".gitignore", "build/\n.venv/\nnode_modules/\n");
            for (var program : List.of("node_modules/.bin/gate", ".venv/bin/python", "lib/bin/judge", "bin/gate")) {
                pawl.file(program, "#!/bin/sh\n" + DENY);
                assertThat(pawl.project.resolve(program).toFile().setExecutable(true))
                        .isTrue();
            }
            compiled(
                    pawl,
                    "build/classes",
                    "if (new String(System.in.readAllBytes()).contains(\"made\")) System.exit(2);");
            compiled(pawl, "build/other", "");
            repository(pawl.project, "alias.guard", "!if grep -q made; then exit 2; fi");
            repository(pawl.project.resolve("inner"), "user.name", "x");
            pawl.file(
                    "Makefile",
                    "include rules.mk\nPLACE = bu\ninclude $(PLACE)ild/*.mk\n"
                            + "gate:\n\t@! grep -q $(WORD)\nchecked:\n\t@! grep -q $(MORE)\n");
        }

        private static void compiled(TestProgram pawl, String folder, String body) throws Exception {
            pawl.file(
                    folder + "/Gate.java",
                    "class Gate { public static void main(String[] words) throws Exception { " + body + " } }");
            var source = pawl.project.resolve(folder).resolve("Gate.java").toString();
            assertThat(ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, source))
                    .isZero();
        }

        private static void repository(Path folder, String setting, String value) throws Exception {
            for (var words : List.of(List.of("init", "-q"), List.of("config", setting, value))) {
                var git = new ArrayList<>(List.of("git"));
                git.addAll(words);
                assertThat(new ProcessBuilder(git)
                                .directory(folder.toFile())
                                .start()
                                .waitFor())
                        .isZero();
            }
        }

        private static String node(String words) {
            return "const words = require('" + words + "'); const text = require('fs').readFileSync(0, 'utf8');"
                    + " process.exit(words.some(word => text.includes(word)) ? 2 : 0);";
        }
    }

    private static String settings(String command) {
        return JsonObject.of(
                        "hooks",
                        JsonObject.of(
                                "PreToolUse",
                                List.of(JsonObject.of(
                                        "matcher",
                                        "Bash",
                                        "hooks",
                                        List.of(JsonObject.of("type", "command", "command", command)
                                                .with("onFailure", "block"))))))
                .toString();
    }

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    /** So that the command does not show what it writes. */
    private static String hidden(String command) {
        var text = Base64.getEncoder().encodeToString(command.getBytes(StandardCharsets.UTF_8));
        return "eval \"$(echo " + text + " | base64 -d)\"";
    }

    private TestProgram guarded(String gate, String rewriting) throws Exception {
        return TestProgram.in(
                        dir,
                        bash("touch made-1"),
                        bash(hidden(rewriting + "; touch rewritten")),
                        bash("touch made-2"),
                        Turn.text("Done."))
                .file(".claude/settings.json", settings(gate));
    }

    private void holdsWhileASessionGoesOn(TestProgram pawl) throws Exception {
        pawl.run("--approve", "-p", "Go");
        assertThat(pawl.project.resolve("made-1")).as("the gate works").doesNotExist();
        assertThat(pawl.project.resolve("rewritten")).as("it was rewritten").exists();
        assertThat(pawl.project.resolve("made-2")).doesNotExist();
        assertThat(pawl.asked(4).getLast())
                .contains("since the project was trusted")
                .contains("/trust");
    }

    private void holdsAfterARestart(TestProgram pawl, String rewriting) throws Exception {
        assertThat(pawl.run("trust", "approve").status()).isZero();
        var shell = new ProcessBuilder("/bin/bash", "-c", rewriting)
                .directory(pawl.project.toFile())
                .inheritIO()
                .start();
        assertThat(shell.waitFor()).isZero();
        var run = pawl.run("-p", "Go");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("was changed since you trusted it");
        assertThat(pawl.requests()).isZero();
        assertThat(pawl.run("trust", "approve").status()).isZero();
        assertThat(pawl.run("trust", "show").status()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void a_gate_that_is_rewritten_stays_shut(Way way) throws Exception {
        try (var pawl = guarded(way.gate, way.rewriting)) {
            way.in(pawl);
            holdsWhileASessionGoesOn(pawl);
        }
    }

    @ParameterizedTest
    @EnumSource
    void after_a_restart_nothing_runs_until_it_was_reviewed(Way way) throws Exception {
        try (var pawl = guarded(way.gate, way.rewriting)) {
            way.in(pawl);
            holdsAfterARestart(pawl, way.rewriting);
        }
    }

    @Deep
    @ParameterizedTest
    @EnumSource
    void one_with_an_interpreter_or_a_runner_stays_shut(FurtherWay way) throws Exception {
        Needed.program(way.needed);
        try (var pawl = guarded(way.gate, way.rewriting)) {
            way.in(pawl);
            holdsWhileASessionGoesOn(pawl);
        }
    }

    @Deep
    @ParameterizedTest
    @EnumSource
    void one_with_an_interpreter_or_a_runner_is_reviewed_after_a_restart(FurtherWay way) throws Exception {
        Needed.program(way.needed);
        try (var pawl = guarded(way.gate, way.rewriting)) {
            way.in(pawl);
            holdsAfterARestart(pawl, way.rewriting);
        }
    }

    /** The gate itself stands for another process, which writes at the worst time. */
    @Test
    void what_a_gate_says_does_not_count_if_its_files_were_written_while_it_ran() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("touch made"), Turn.text("Done."))
                .file(".claude/settings.json", settings("sh tools/gate.sh"))
                .file(
                        "tools/gate.sh",
                        "cp tools/pass.sh tools/lib.sh\n(. tools/lib.sh)\nsaid=$?\ncp tools/deny.sh tools/lib.sh\n"
                                + "exit $said\n")
                .file("tools/lib.sh", DENY)
                .file("tools/deny.sh", DENY)
                .file("tools/pass.sh", PASS)) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(pawl.project.resolve("tools/lib.sh")).hasContent(DENY);
            assertThat(pawl.asked(2).getLast()).contains("were written while it ran");
        }
    }

    @Test
    void a_hook_of_the_user_whose_script_is_in_the_project_is_guarded_too() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        bash("touch made-1"),
                        bash(hidden("printf 'exit 0\\n' > tools/lib.sh; touch rewritten")),
                        bash("touch made-2"),
                        Turn.text("Done."))
                .file("tools/gate.sh", ". \"$(dirname \"$0\")/lib.sh\"\n")
                .file("tools/lib.sh", DENY)) {
            ClaudeHooksTest.user(pawl, settings("sh \"$CLAUDE_PROJECT_DIR/tools/gate.sh\""));
            holdsWhileASessionGoesOn(pawl);
        }
    }

    @Test
    void a_hook_in_java_is_not_called_while_its_files_are_others() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        bash("touch made-1"),
                        bash(hidden("echo '// other' >> .pi/hooks/Gate.java; touch rewritten")),
                        bash("touch made-2"),
                        Turn.text("Done."))
                .file(".pi/hooks/Gate.java", """
                    class Gate implements dev.pawl.api.Hook {
                        public void install(dev.pawl.api.Host pi) {
                            pi.on(dev.pawl.api.HookPoints.TOOL_CALL, (call, ctx) ->
                                call.arguments().toString().contains("made") ? call.block("no") : call.allow());
                        }
                    }
                    """)) {
            holdsWhileASessionGoesOn(pawl);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "printf 'exit 0\\n' > .claude/hooks/gate.sh",
                "cp /dev/null .claude/hooks/lib.sh",
                "cd .claude/hooks && rm gate.sh",
                "rm -rf .claude",
                "sed -i s/2/0/ .claude/hooks/gate.sh",
                "mv .claude elsewhere",
                "rm .claude/hooks/*",
            })
    void a_command_that_names_what_was_trusted_is_asked_about_whatever_the_mode_allows(String command)
            throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        bash(command),
                        bash("cat .claude/hooks/gate.sh && sh .claude/hooks/gate.sh < /dev/null"),
                        Turn.text("Done."))
                .file(".claude/settings.json", settings("sh .claude/hooks/gate.sh"))
                .file(".claude/hooks/gate.sh", DENY)
                .file(".claude/hooks/lib.sh", "true\n")) {
            pawl.run("--approve", "--permission-mode", "bypass", "-p", "Go");
            assertThat(pawl.project.resolve(".claude/hooks/gate.sh")).hasContent(DENY);
            assertThat(pawl.asked(2).getLast())
                    .contains("belongs to what you trusted")
                    .contains("no user to ask");
            assertThat(pawl.asked(3).getLast()).as("reading and running").contains("grep -q made");
        }
    }

    @Test
    void a_tool_that_writes_there_is_refused_where_no_user_can_be_asked() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(
                                call("write", JsonObject.of("path", ".claude/hooks/gate.sh", "content", "exit 0\n"))),
                        Turn.calls(call("write", JsonObject.of("path", "notes.txt", "content", "fine"))),
                        Turn.text("Done."))
                .file(".claude/settings.json", settings("sh .claude/hooks/gate.sh"))
                .file(".claude/hooks/gate.sh", DENY)) {
            pawl.run("--approve", "--permission-mode", "bypass", "-p", "Go");
            assertThat(pawl.project.resolve(".claude/hooks/gate.sh")).hasContent(DENY);
            assertThat(pawl.project.resolve("notes.txt")).hasContent("fine");
        }
    }

    @Test
    void what_was_reviewed_meanwhile_runs_again() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        bash(hidden("echo '# more' >> tools/gate.sh")),
                        bash("touch shut"),
                        Turn.text("Done."),
                        bash("touch open"),
                        Turn.text("Done."))
                .file(".claude/settings.json", settings("sh tools/gate.sh"))
                .file("tools/gate.sh", DENY)) {
            pawl.run("trust", "approve");
            try (var client = new InnerRpc(pawl)) {
                client.send("{\"type\":\"prompt\",\"message\":\"Go\"}");
                client.await("\"agent_settled\"", 1);
                assertThat(pawl.project.resolve("shut")).doesNotExist();
                pawl.run("trust", "approve");
                client.send("{\"type\":\"prompt\",\"message\":\"Go\"}");
                client.await("\"agent_settled\"", 2);
                assertThat(pawl.project.resolve("open")).exists();
            }
        }
    }
}
