package dev.pawl.acceptance.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Beside;
import dev.pawl.machine.Comparison;
import dev.pawl.machine.Pi;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.PawlProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requests of a conversation with one tool call, ours and pi's, field by field. */
@Beside
class PiRequestTest {
    /** Our own words, and names that no two runs share. */
    private static final Set<String> OWN = Set.of("system", "systemInstruction", "description", "prompt_cache_key");

    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({
        "openai-completions, OLDER, ''",
        "openai-completions, REFERENCE, ''",
        "openai-responses, OLDER, input[0].content",
        "openai-responses, REFERENCE, input[0].content",
        "anthropic-messages, OLDER, ''",
        "anthropic-messages, REFERENCE, ''",
        "google-generative-ai, OLDER, ''",
        "google-generative-ai, REFERENCE, ''"
    })
    void the_bodies_differ_only_in_words_of_our_own(String api, Pi pi, String alsoOwn) throws Exception {
        var ours = requests(api, null);
        var theirs = requests(api, pi);
        var differences = new TreeSet<String>();
        if (ours.size() != theirs.size()) {
            differences.add(theirs.size() + " requests of pi, " + ours.size() + " of Pawl");
        }
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            differences(theirs.get(i), ours.get(i), "", differences);
        }
        differences.removeIf(difference -> !alsoOwn.isEmpty() && difference.startsWith(alsoOwn));
        differences.removeIf(difference -> difference.startsWith("messages[0].content"));
        new Comparison("requests, " + api, pi).found(differences);
    }

    /** The requests of a version of pi, or of Pawl. */
    private List<JsonObject> requests(String api, @Nullable Pi pi) throws Exception {
        var home = Files.createDirectories(dir.resolve(api + " of " + (pi == null ? "pawl" : pi.version())));
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
            String[] args = {"--provider", "scripted", "--model", ScriptedModel.MODEL, "-p", "read small.txt"};
            if (pi == null) {
                assertThat(new PawlProcess(home, work).run(args).out()).contains("Done.");
            } else {
                var process = pi.process(home, work, args)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                assertThat(process.waitFor()).isZero();
            }
            return model.requests().stream().map(request -> request.body()).toList();
        }
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
