package dev.pawl.acceptance.driven;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A model that wants to overwrite protected files by paths that hide which file they mean.
 *
 * @param project the folder that it works in, below its home's parent and named {@code project}
 */
public record DisguisedWrites(Path project) {
    /** What the model answers: six writes, of which only the last one is harmless. */
    public static final Script SCRIPT = Script.of(
            Turn.calls(
                    call("write", write("@.env")),
                    call("write", write("innocent.txt")),
                    call("write", write("linked/config")),
                    call("write", write("other-name")),
                    call("write", write("@~/../project/.env")),
                    call("write", write("fine.txt"))),
            Turn.text("Done."));

    private static JsonObject write(String path) {
        return JsonObject.of("path", path, "content", "evil");
    }

    /** The example that protects files. */
    public static String gate() throws IOException {
        return Files.readString(Checkout.file("examples/protected-paths.java"));
    }

    /** Makes the files, and the links to them. */
    public DisguisedWrites prepare() throws IOException {
        var secret = Files.writeString(project.resolve(".env"), "KEY=1");
        var git = Files.createDirectory(project.resolve(".git"));
        Files.writeString(git.resolve("config"), "mine");
        Files.createSymbolicLink(project.resolve("innocent.txt"), Path.of(".env"));
        Files.createSymbolicLink(project.resolve("linked"), Path.of(".git"));
        Files.createLink(project.resolve("other-name"), secret);
        return this;
    }

    /** Only the harmless file was written. */
    public void assertNothingProtectedWasWritten() {
        assertThat(project.resolve(".env")).hasContent("KEY=1");
        assertThat(project.resolve(".git/config")).hasContent("mine");
        assertThat(project.resolve("fine.txt")).hasContent("evil");
    }
}
