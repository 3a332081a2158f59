package dev.pawl.observe.share;

import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.observe.ObserveHome;
import dev.pawl.observe.trace.TraceFile;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of an agent's session for others, without what should not be shared. */
class SharedCopyTest {
    private static final List<String> SECRETS = List.of(
            "sk-ant-api03-abcdefghijklmnopqrstuvwx",
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "AKIAABCDEFGHIJKLMNOP",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
            "hunter2hunter2",
            "MIIEowIBAAKCAQEAprivate",
            "someone@example.org",
            "PROJECT-4711",
            "value-of-the-environment");

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"out.html", "out.md", "out.jsonl"})
    void no_form_of_a_shared_copy_holds_a_secret(String name) throws Exception {
        var output = "key " + SECRETS.get(0) + "\n" + SECRETS.get(1) + " " + SECRETS.get(2) + "\nAuthorization: Bearer "
                + SECRETS.get(3) + "\nDB_PASSWORD=\"" + SECRETS.get(4) + "\"\npostgres://bob:" + SECRETS.get(4)
                + "@db/x\n-----BEGIN RSA PRIVATE KEY-----\n" + SECRETS.get(5) + "\n-----END RSA PRIVATE KEY-----\n"
                + SECRETS.get(6) + " " + SECRETS.get(7) + " " + SECRETS.get(8)
                + " /home/alice/work plain-words-stay\n";
        try (var pawl = ObserveHome.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", "cat data; echo token=" + SECRETS.get(0)))),
                        Turn.text("Done for " + SECRETS.get(6) + "."))
                .file("data", output)
                .hook(pi -> pi.on(
                        TOOL_RESULT,
                        (result, ctx) -> result.withText(result.text() + " checked for someone@example.org")))
                .user("settings.json", "{\"traces\":{\"keep\":true}}")) {
            pawl.run("Mail " + SECRETS.get(6));
            var file = pawl.sessions().getFirst();
            var sessions = new Sessions(SessionPaths.below(pawl.agentDir()), SessionOptions.standard());
            var redaction =
                    new Redaction(pawl.home.toString(), List.of(SECRETS.get(8)), List.of("PROJECT-\\d+"), false);
            var target = dir.resolve(name);
            try (var session = sessions.openReadOnly(file)) {
                var copy = SharedCopy.write(session, sessions, TraceFile.read(file), redaction, target);
                assertThat(String.join("\n", copy.preview())).contains("e-mail address", "pattern of yours");
            }
            var text = Files.readString(target);
            assertThat(SECRETS).noneMatch(text::contains);
            assertThat(text)
                    .doesNotContain(pawl.home.toString(), "/home/alice")
                    .contains("plain-words-stay")
                    .contains("[redacted: ");
            if (name.endsWith(".jsonl")) {
                // The copy is a session that others can open.
                try (var copy = sessions.openReadOnly(target)) {
                    assertThat(copy.branch()).isNotEmpty();
                }
            }
        }
    }

    @Test
    void a_pattern_that_is_none_is_refused() {
        assertThatThrownBy(() -> new Redaction("/home/me", List.of(), List.of("("), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a regular expression");
    }
}
