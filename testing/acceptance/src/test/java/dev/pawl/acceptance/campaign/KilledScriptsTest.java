package dev.pawl.acceptance.campaign;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program is killed while a script makes twenty calls, behind one after another, and goes on each time: no command ran
 * twice, and the script ends as one that nothing disturbed.
 */
@Deep
class KilledScriptsTest {
    private static final int CALLS = 20;
    private static final String CODE = """
        const done = [];
        for (let i = 1; i <= 20; i++) {
          const { output } = await tools.bash({ command: `echo ${i} >> ran; echo did ${i}` });
          done.push(output.trim());
        }
        return done.join(', ');
        """;

    @TempDir
    Path dir;

    @Test
    void a_script_that_is_killed_again_and_again_runs_each_command_once() throws Exception {
        var all = IntStream.rangeClosed(1, CALLS).mapToObj(String::valueOf).toList();
        int most = Campaign.tries(4, 1000);
        int step = most < CALLS ? CALLS / most : 1;
        for (int kills = 0, round = 0; kills < most; round++) {
            var place = Files.createDirectory(dir.resolve("round" + round));
            Files.createDirectory(place.resolve("home"));
            Files.createDirectory(place.resolve("project"));
            run(place, "prompt", JsonObject.of("message", "Go"), step);
            kills++;
            for (int at = 2 * step; at < CALLS && kills < most; at += step, kills++) {
                run(place, "recover", JsonObject.empty(), at);
            }
            run(place, "recover", JsonObject.empty(), CALLS + 1);

            assertThat(Files.readAllLines(place.resolve("project/ran")))
                    .as("killed %s times, every %s calls", kills, step)
                    .isEqualTo(all);
            assertThat(results(place))
                    .singleElement()
                    .asString()
                    .endsWith(
                            String.join(", ", all.stream().map(n -> "did " + n).toList()));
        }
    }

    /** Kills the program when a call of the script has ended, or the run. */
    private static void run(Path place, String command, JsonObject arguments, int until) throws Exception {
        var code = JsonObject.of("code", CODE);
        var home = place.resolve("home");
        var turns = command.equals("prompt")
                ? List.of(Turn.calls(call("codemode", code).withId("call_1")), Turn.text("Done."))
                : List.of(Turn.text("Done."));
        try (var model = ScriptedModel.playing(turns.toArray(Turn[]::new))) {
            RpcProgram.user(
                    home, "models.json", model.modelsJson("openai-completions").toString());
            try (var program = RpcProgram.start(
                    home,
                    place.resolve("project"),
                    "256m",
                    "-c",
                    "--tools",
                    "+codemode",
                    "--model",
                    "scripted/" + ScriptedModel.MODEL)) {
                var answer = program.ask("p", command, arguments);
                if (command.equals("prompt") || answer.object("data").bool("recovered", false)) {
                    program.await("call " + until, all -> all.stream().anyMatch(event -> isEnd(event, until)));
                }
                program.process().toHandle().destroyForcibly();
                program.process().waitFor();
            }
        }
    }

    private static boolean isEnd(JsonObject event, int call) {
        return "agent_settled".equals(event.get("type"))
                || ("tool_execution_end".equals(event.get("type"))
                        && ("call_1/" + call).equals(event.get("toolCallId")));
    }

    /** What the model read of each script. */
    private static List<String> results(Path place) throws IOException {
        try (var files = Files.walk(place.resolve("home/.pi/agent/sessions"))) {
            var session = files.filter(file -> file.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
            return Files.readAllLines(session).stream()
                    .map(line -> JsonObject.parse(line).object("message"))
                    .filter(message -> "toolResult".equals(message.get("role")))
                    .map(message -> message.objects("content").stream()
                            .map(block -> block.string("text", ""))
                            .collect(Collectors.joining()))
                    .toList();
        }
    }
}
