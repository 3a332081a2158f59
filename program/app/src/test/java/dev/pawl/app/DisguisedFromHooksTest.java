package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A shell hook that compares paths sees the file that a call works on, whatever the model calls it. */
class DisguisedFromHooksTest {
    private static final List<String> DISGUISES =
            List.of("@.env", "innocent.txt", "here/.env", "./x/../.env", "~/../project/.env");

    enum Agent {
        CLAUDE(".claude/settings.json", "file_path", "PreToolUse"),
        CODEX(".codex/hooks.json", "file_path", "PreToolUse"),
        GEMINI(".gemini/settings.json", "file_path", "BeforeTool"),
        CURSOR(".cursor/hooks.json", "file_path", "preToolUse"),
        COPILOT(".github/hooks/a.json", "path", "preToolUse"),
        PAWL(".pi/settings.json", "file", "tool_call");

        final String file;
        final String field;
        final String event;

        Agent(String file, String field, String event) {
            this.file = file;
            this.field = field;
            this.event = event;
        }

        /** A hook that blocks a call for exactly this file. */
        String guarding(Path secret) {
            var command = "grep -qF '\"" + field + "\":\"" + secret + "\"' && { echo guarded >&2; exit 2; }; exit 0";
            var handler = JsonObject.of("type", "command", "command", command);
            if (this == PAWL) {
                return JsonObject.of("hooks", List.of(handler.with("event", event)))
                        .toString();
            }
            var entry = this == CURSOR || this == COPILOT ? handler : JsonObject.of("hooks", List.of(handler));
            return JsonObject.of("hooks", JsonObject.of(event, List.of(entry))).toString();
        }
    }

    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource
    void no_disguise_gets_past_a_hook(Agent agent) throws Exception {
        var turns = new Turn[DISGUISES.size() + 1];
        for (int i = 0; i < DISGUISES.size(); i++) {
            turns[i] = Turn.calls(call("write", JsonObject.of("path", DISGUISES.get(i), "content", "overwritten")));
        }
        turns[DISGUISES.size()] = Turn.text("Done.");
        try (var pawl = TestProgram.in(dir, turns)) {
            var secret = pawl.project.resolve(".env");
            pawl.file(".env", "secret").file(agent.file, agent.guarding(secret));
            Files.createSymbolicLink(pawl.project.resolve("innocent.txt"), Path.of(".env"));
            Files.createSymbolicLink(pawl.project.resolve("here"), Path.of("."));
            pawl.run("--approve", "-p", "Go");
            assertThat(secret).hasContent("secret");
            for (int i = 2; i <= DISGUISES.size() + 1; i++) {
                assertThat(pawl.asked(i).getLast()).as(DISGUISES.get(i - 2)).contains("guarded");
            }
        }
    }
}
