package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many sessions of a fleet: they are taken in from a file, and found again. No worker is needed for that. */
class FleetListsTest {
    @TempDir
    Path dir;

    private TestProgram.Run fleet(TestProgram pawl, String... words) throws Exception {
        var args = new String[words.length + 3];
        args[0] = "fleet";
        System.arraycopy(words, 0, args, 1, words.length);
        args[words.length + 1] = "--engine";
        args[words.length + 2] = "file:" + dir.resolve("engine");
        return pawl.run(args);
    }

    @Test
    void a_file_of_sessions_can_be_submitted_again_and_they_are_found_by_what_they_are() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Never asked."))
                .file("all.jsonl", """
                    {"id": "fix-1", "prompt": "Fix it", "place": "here", "model": "scripted/m"}

                    {"id": "fix-2", "prompt": "Fix that", "place": "there"}
                    """)
                .file("bad.jsonl", "{\"id\": \"fix-3\", \"promt\": \"Fix\"}\n")) {
            assertThat(fleet(pawl, "submit", "--from", "all.jsonl").out()).isEqualTo("fix-1\nfix-2\n");
            var again = fleet(pawl, "submit", "--from", "all.jsonl");
            assertThat(again.out()).isEmpty();
            assertThat(again.err()).contains("fix-1 is in the fleet already");
            assertThat(again.status()).isZero();
            var bad = fleet(pawl, "submit", "--from", "bad.jsonl");
            assertThat(bad.status()).isEqualTo(1);
            assertThat(bad.err()).contains("line 1").contains("no field promt");

            assertThat(fleet(pawl, "list", "--place", "there").out())
                    .contains("fix-2")
                    .doesNotContain("fix-1");
            assertThat(fleet(pawl, "list", "--phase", "waiting").out()).isEmpty();
            assertThat(fleet(pawl, "list", "--phase", "done").status()).isEqualTo(2);
            assertThat(fleet(pawl, "list", "--limit", "1").out().lines()).hasSize(1);
            var shown = JsonObject.parse(fleet(pawl, "show", "fix-1").out());
            var submitter = shown.object("about").string("submitter", "");
            assertThat(submitter).contains("@");
            assertThat(shown.integer("lines", 0)).isEqualTo(1);
            assertThat(shown.objects("inputs")).as("its prompt, once").hasSize(1);
            assertThat(fleet(pawl, "list", "--submitter", submitter).out().lines())
                    .hasSize(2);

            assertThat(fleet(pawl, "prune", "--days", "1").out())
                    .as("what is to run stays")
                    .isEmpty();
            assertThat(fleet(pawl, "prune").status()).isEqualTo(2);
        }
    }
}
