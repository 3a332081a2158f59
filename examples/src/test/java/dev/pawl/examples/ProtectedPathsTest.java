package dev.pawl.examples;

import static dev.pawl.api.HookPoints.TOOL_CALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.Block;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectedPathsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                ".env",
                "app/.env.local",
                "src/../.env",
                "/home/me/project/.git/config",
                "/home/me/.pi/agent/hooks/mine.java",
                ".pi/settings.json",
                ".g\u200cit/config",
                ".\uff45nv",
                ".PI/rules/all.md",
                "node_modules/left-pad/index.js"
            })
    void a_protected_file_is_not_written_and_the_user_is_notified(String path) throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("protected-paths.java"))) {
            var decision = trial.fire(TOOL_CALL, ToolCall.of("write", new ToolInput.Write(path, "x")));

            assertThat(decision).isEqualTo(Decision.stop(new Block("Protected: " + path)));
            assertThat(trial.ui().shown()).containsExactly("notify warning: Blocked: " + path);
        }
    }

    @Test
    void a_protected_file_is_not_edited() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("protected-paths.java"))) {
            var edit = new ToolInput.Edit(".env", List.of(new ToolInput.Replacement("a", "b")));

            assertThat(trial.fire(TOOL_CALL, ToolCall.of("edit", edit))).isInstanceOf(Decision.Stop.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"src/Main.java", ".gitignore", "docs/environment.md", "node_modules.md"})
    void other_files_are_written(String path) throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("protected-paths.java"))) {
            var call = ToolCall.of("write", new ToolInput.Write(path, "x"));

            assertThat(trial.fire(TOOL_CALL, call)).isEqualTo(Decision.pass(call));
        }
    }

    @Test
    void reading_a_protected_file_is_allowed() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("protected-paths.java"))) {
            var call = ToolCall.of("read", new ToolInput.Read(".env"));

            assertThat(trial.fire(TOOL_CALL, call)).isEqualTo(Decision.pass(call));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"@.env", "link", "linked/config", "~/../.env", ".ENV", "other-name", "sub/../.env", "dangling"})
    void a_protected_file_is_found_under_any_disguise(String path, @TempDir Path dir) throws Exception {
        Files.writeString(dir.resolve(".env"), "KEY=1");
        Files.createDirectory(dir.resolve(".git"));
        Files.createSymbolicLink(dir.resolve("link"), Path.of(".env"));
        Files.createSymbolicLink(dir.resolve("linked"), Path.of(".git"));
        Files.createSymbolicLink(dir.resolve("dangling"), Path.of(".env.local"));
        Files.createLink(dir.resolve("other-name"), dir.resolve(".env"));
        try (var trial =
                HookTrial.inWithFiles(dir, Path.of("protected-paths.java").toAbsolutePath())) {
            var call = ToolCall.of("write", new ToolInput.Write(path, "x"));

            assertThat(trial.fire(TOOL_CALL, call)).isInstanceOf(Decision.Stop.class);
        }
    }
}
