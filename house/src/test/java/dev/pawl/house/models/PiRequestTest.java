package dev.pawl.house.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script;
import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import dev.pawl.property.Beside;
import dev.pawl.testkit.PawlProcess;
import dev.pawl.testkit.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The requests of a conversation with one tool call, ours and pi's, field by field. Needs pi: {@code PAWL_PI="pi"} or
 * "node …/cli.js".
 */
@EnabledIfEnvironmentVariable(named = "PAWL_PI", matches = ".+")
@Beside
class PiRequestTest {
    /** Our own words, and names that no two runs share. */
    private static final Set<String> OWN = Set.of("system", "systemInstruction", "description", "prompt_cache_key");

    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({
        "openai-completions, ''",
        "openai-responses, input[0].content",
        "anthropic-messages, ''",
        "google-generative-ai, ''"
    })
    void the_bodies_differ_only_in_words_of_our_own(String api, String alsoOwn) throws Exception {
        var ours = requests(api, true);
        var theirs = requests(api, false);
        assertThat(ours).hasSameSizeAs(theirs);
        var differences = new TreeSet<String>();
        for (int i = 0; i < ours.size(); i++) {
            differences(theirs.get(i), ours.get(i), "", differences);
        }
        differences.removeIf(difference -> !alsoOwn.isEmpty() && difference.startsWith(alsoOwn));
        differences.removeIf(difference -> difference.startsWith("messages[0].content"));
        assertThat(differences).isEmpty();
    }

    private List<JsonObject> requests(String api, boolean ours) throws Exception {
        var name = api + (ours ? "-ours" : "-theirs");
        var home = Files.createDirectories(dir.resolve(name));
        var work = Files.createDirectories(home.resolve("work"));
        Files.writeString(work.resolve("small.txt"), "one\ntwo\n");
        var agent = Files.createDirectories(home.resolve(".pi/agent"));
        var script = Script.of(Turn.text("Let me look.")
                        .andCalls(Script.call("read", JsonObject.of("path", "small.txt"))
                                .withId("call_1")))
                .endingWith(Turn.text("Done."));
        try (var model = ScriptedModel.playing(script)) {
            Files.writeString(
                    agent.resolve("models.json"), model.modelsJson(api).toString());
            var args = List.of("--provider", "scripted", "--model", ScriptedModel.MODEL, "-p", "read small.txt");
            if (ours) {
                assertThat(new PawlProcess(home, work)
                                .run(args.toArray(String[]::new))
                                .out())
                        .contains("Done.");
            } else {
                pi(home, work, args);
            }
            return model.requests().stream().map(request -> request.body()).toList();
        }
    }

    private static void pi(Path home, Path work, List<String> args) throws Exception {
        var line = new ArrayList<>(List.of(System.getenv("PAWL_PI").split(" ")));
        line.add("--offline");
        line.addAll(args);
        var builder = new ProcessBuilder(line).directory(work.toFile()).inheritIO();
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().put("HOME", home.toString());
        builder.environment().remove("PI_CODING_AGENT_DIR");
        builder.environment().put("PI_OFFLINE", "1");
        assertThat(builder.start().waitFor()).isZero();
    }

    private static void differences(
            @Nullable Object theirs, @Nullable Object ours, String path, Set<String> differences) {
        if (theirs instanceof JsonObject one && ours instanceof JsonObject other) {
            var names = new TreeSet<>(one.names());
            names.addAll(other.names());
            names.removeAll(OWN);
            names.forEach(name -> differences(
                    one.get(name), other.get(name), path.isEmpty() ? name : path + "." + name, differences));
        } else if (theirs instanceof List<?> one && ours instanceof List<?> other && one.size() == other.size()) {
            for (int i = 0; i < one.size(); i++) {
                differences(one.get(i), other.get(i), path + "[" + i + "]", differences);
            }
        } else if (!java.util.Objects.equals(theirs, ours)) {
            differences.add(path + ": theirs " + theirs + ", ours " + ours);
        }
    }
}
