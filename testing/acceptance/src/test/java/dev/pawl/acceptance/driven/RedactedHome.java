package dev.pawl.acceptance.driven;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A secret that a command prints and a hook takes out, with everything switched on that records. */
public final class RedactedHome {
    private static final String SECRET = "s3cr3t-4711-output";
    private static final String REDACTOR = """
        pi.on(TOOL_RESULT, (result, ctx) -> result.redact(text -> text.replaceAll("s3cr3t-\\\\S+", "***")), OnFailure.STOP);
        """;

    /** Prints it piece by piece, and so often that the whole output is saved in a file. */
    public static final Script SCRIPT = Script.of(
            Turn.calls(call("bash", JsonObject.of("command", "cat data; sleep 0.3; cat data; cat big; sleep 0.3"))),
            Turn.calls(call("read", JsonObject.of("path", "data"))),
            Turn.text("Done."));

    private RedactedHome() {}

    /** Puts the hook, the settings and the files there. */
    public static void prepare(DrivenHome<?> at) throws IOException {
        at.hook(REDACTOR)
                .user(
                        "settings.json",
                        JsonObject.of("traces", JsonObject.of("keep", true), "watch", true)
                                .with("audit", JsonObject.of("file", "~/audit.jsonl"))
                                .toString());
        Files.writeString(at.project.resolve("data"), "key: " + SECRET + "\n");
        Files.writeString(at.project.resolve("big"), ("key: " + SECRET + "\n").repeat(10_000));
    }

    /** What the client read has the marks and not the secret, and no file has it but the two that it was in. */
    public static void assertHidden(DrivenHome<?> at, List<JsonObject> read) throws IOException {
        assertThat(read.toString()).doesNotContain(SECRET).contains("Done.");
        assertThat(at.model.requests())
                .extracting(request -> request.body().toString())
                .noneMatch(body -> body.contains(SECRET))
                .anyMatch(body -> body.contains("***"));
        assertThat(at.home.resolve("audit.jsonl")).isNotEmptyFile();
        try (var files = Files.walk(at.home.getParent())) {
            assertThat(files.filter(Files::isRegularFile).filter(RedactedHome::holds))
                    .containsExactlyInAnyOrder(at.project.resolve("data"), at.project.resolve("big"));
        }
    }

    private static boolean holds(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains(SECRET);
        } catch (IOException e) {
            return false; // Gone meanwhile.
        }
    }
}
