package dev.pawl.house.rpc;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that protects files, in the whole program, against paths that hide which file they mean. */
class GatedPathsTest {
    private static JsonObject write(String path) {
        return JsonObject.of("path", path, "content", "evil");
    }

    @Test
    void no_disguise_gets_past_the_gate(@TempDir Path dir) throws Exception {
        try (var it = Driven.in(
                dir,
                Turn.calls(
                        call("write", write("@.env")),
                        call("write", write("innocent.txt")),
                        call("write", write("linked/config")),
                        call("write", write("other-name")),
                        call("write", write("@~/../project/.env")),
                        call("write", write("fine.txt"))),
                Turn.text("Done."))) {
            it.user("hooks/protected-paths.java", Files.readString(Path.of("../examples/protected-paths.java")));
            var secret = Files.writeString(it.project.resolve(".env"), "KEY=1");
            var git = Files.createDirectory(it.project.resolve(".git"));
            Files.writeString(git.resolve("config"), "mine");
            Files.createSymbolicLink(it.project.resolve("innocent.txt"), Path.of(".env"));
            Files.createSymbolicLink(it.project.resolve("linked"), Path.of(".git"));
            Files.createLink(it.project.resolve("other-name"), secret);
            it.start();

            it.client().promptAndWait("Write");

            assertThat(secret).hasContent("KEY=1");
            assertThat(git.resolve("config")).hasContent("mine");
            assertThat(it.project.resolve("fine.txt")).hasContent("evil");
        }
    }
}
