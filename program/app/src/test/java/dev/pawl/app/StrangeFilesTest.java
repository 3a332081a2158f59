package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pipes, devices, circles of links and huge files in the place of files that are read at a start hold up nothing. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StrangeFilesTest {
    private static final long HUGE = 3L << 30;

    private static final List<String> TEXTS = List.of(
            "AGENTS.md",
            "SYSTEM.md",
            "APPEND_SYSTEM.md",
            "prompts/x.md",
            "prompts/name with\na line break \u001b[31m.md",
            "skills/x/SKILL.md",
            "themes/x.json",
            "rules/x.md",
            "keybindings.json",
            "trust.json",
            "auth.json",
            "cache/shared-sessions",
            "cache/sessions.cache");

    private static final List<String> HOOKS_OF_OTHER_AGENTS =
            List.of(".claude/settings.json", ".claude/settings.local.json", ".codex/hooks.json", ".cursor/hooks.json");

    private static final List<String> OF_A_PROJECT =
            List.of(".mcp.json", ".pi/mcp.json", ".gitignore", ".git/HEAD", "package.json", "CLAUDE.md");

    /** What stands where a file is expected. */
    enum Kind {
        PIPE {
            @Override
            void make(Path file) throws Exception {
                assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                        .isZero();
            }
        },
        ENDLESS_DEVICE {
            @Override
            void make(Path file) throws Exception {
                Files.createSymbolicLink(file, Path.of("/dev/zero"));
            }
        },
        CIRCLE {
            @Override
            void make(Path file) throws Exception {
                Files.createSymbolicLink(file, file);
            }
        },
        FOLDER {
            @Override
            void make(Path file) throws Exception {
                Files.createDirectories(file.resolve("inside"));
            }
        },
        HUGE_FILE {
            @Override
            void make(Path file) throws Exception {
                try (var made = new RandomAccessFile(file.toFile(), "rw")) {
                    made.setLength(HUGE);
                }
            }
        };

        abstract void make(Path file) throws Exception;

        void at(Path file) throws Exception {
            Files.createDirectories(file.getParent());
            make(file);
        }
    }

    @TempDir
    Path dir;

    private TestProgram program() throws IOException {
        return TestProgram.in(dir, Script.of().endingWith(Turn.text("Done.")));
    }

    private static void isAnswered(TestProgram.Run run) {
        assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");
        isPlain(run);
        assertThat(run.status()).isZero();
    }

    private static void isPlain(TestProgram.Run run) {
        assertThat(run.err()).doesNotContain("Exception", "\tat ");
    }

    @ParameterizedTest
    @EnumSource
    void in_place_of_the_user_s_texts(Kind kind) throws Exception {
        try (var program = program()) {
            for (var name : TEXTS) {
                kind.at(program.agentDir().resolve(name));
            }
            isAnswered(program.run("-p", "Hi"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void in_place_of_what_a_trusted_project_brings(Kind kind) throws Exception {
        try (var program = program()) {
            for (var name : TEXTS) {
                kind.at(program.project.resolve(".pi").resolve(name));
            }
            for (var name : OF_A_PROJECT) {
                kind.at(program.project.resolve(name));
            }
            isAnswered(program.run("--approve", "-p", "Hi"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void in_place_of_hooks_of_other_agents(Kind kind) throws Exception {
        try (var program = program()) {
            for (var name : HOOKS_OF_OTHER_AGENTS) {
                kind.at(program.project.resolve(name));
            }
            var run = program.run("--approve", "-p", "Hi");
            isPlain(run);
            assertThat(run.status()).isBetween(0, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void in_place_of_settings(Kind kind) throws Exception {
        try (var program = program()) {
            kind.at(program.agentDir().resolve("settings.json"));
            var run = program.run("-p", "Hi");
            isPlain(run);
            assertThat(run.err()).contains("settings.json");
            assertThat(run.status()).isBetween(0, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void in_place_of_the_settings_of_a_trusted_project(Kind kind) throws Exception {
        try (var program = program()) {
            kind.at(program.project.resolve(".pi/settings.json"));
            var run = program.run("--approve", "-p", "Hi");
            isPlain(run);
            assertThat(run.err()).contains("settings.json");
            assertThat(run.status()).isBetween(0, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void in_place_of_a_hook_and_its_lock_file(Kind kind) throws Exception {
        try (var program = program()) {
            program.hook("good", "");
            kind.at(program.agentDir().resolve("hooks/good.lock"));
            kind.at(program.agentDir().resolve("hooks/bad.java"));
            var run = program.run("-p", "Hi");
            isPlain(run);
            assertThat(run.status()).isBetween(0, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void in_place_of_a_session_and_of_its_lock(Kind kind) throws Exception {
        try (var program = program()) {
            isAnswered(program.run("-p", "Hi"));
            Path session;
            try (var files = Files.walk(program.agentDir().resolve("sessions"))) {
                session = files.filter(file -> file.toString().endsWith(".jsonl"))
                        .findFirst()
                        .orElseThrow();
            }
            kind.at(session.resolveSibling("2020-01-01T00-00-00-000Z_other.jsonl"));
            var lock = Path.of(session + ".lock");
            Files.deleteIfExists(lock);
            kind.at(lock);
            var run = program.run("-c", "-p", "Hi");
            isPlain(run);
            assertThat(run.status()).isBetween(0, 1);
            assertThat(run.status() == 0 ? run.out() : run.err()).isNotBlank();
        }
    }
}
