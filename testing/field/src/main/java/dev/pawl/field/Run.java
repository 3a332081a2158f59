package dev.pawl.field;

import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.model.ScriptedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One agent in one situation, with its hook or without, and what came of it.
 *
 * @param status the exit status; -1 if it had to be ended
 */
record Run(Places places, int status, String output, List<String> requests) {
    private static final int SHOWN = 2_000;

    static Run of(AgentProfile agent, Situation situation, boolean withHooks, Path folder, Path npm, Path checkout)
            throws IOException, InterruptedException {
        // The script names folders, which are known before the model has its address.
        var unplugged = new Places(folder, npm, checkout, "");
        try (var model = ScriptedModel.playing(situation.script(agent, unplugged))) {
            var places = new Places(folder, npm, checkout, model.url());
            Files.createDirectories(places.home());
            Files.createDirectories(places.work());
            write(agent.files(), places);
            write(situation.files(), places);
            if (withHooks) {
                write(agent.hookFiles(situation.hooks(agent.ending()), situation.moment()), places);
            }
            for (var line : situation.setup()) {
                start(List.of("sh", "-c", places.filled(line)), Map.of(), places)
                        .waitFor();
            }
            var words = agent.command().stream().map(places::filled).toList();
            var process = start(words, agent.environment(), places);
            int status = -1;
            if (process.waitFor(situation.seconds(), TimeUnit.SECONDS)) {
                status = process.exitValue();
            }
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            var asked = model.requests().stream()
                    .filter(each -> each.method().equals("POST"))
                    .map(ScriptedRequest::bodyText)
                    .toList();
            return new Run(places, status, output(places), asked);
        }
    }

    private static Process start(List<String> words, Map<String, String> environment, Places places)
            throws IOException {
        var builder = new ProcessBuilder(words).directory(places.work().toFile());
        builder.environment().keySet().retainAll(List.of("PATH"));
        builder.environment().put("HOME", places.home().toString());
        environment.forEach((name, value) -> builder.environment().put(name, places.filled(value)));
        return builder.redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        places.folder().resolve("output").toFile()))
                .start();
    }

    private static void write(Map<String, String> files, Places places) throws IOException {
        for (var file : files.entrySet()) {
            var path = places.path(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, places.filled(file.getValue()));
        }
    }

    private static String output(Places places) throws IOException {
        var file = places.folder().resolve("output");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    /** Returns what the program printed, shortened, without the folders of this run. */
    String shown() {
        var text = output.replace(places.folder().toString(), "…").strip();
        return text.length() <= SHOWN
                ? text
                : text.substring(0, SHOWN) + "\n… (" + (text.length() - SHOWN) + " more characters)";
    }

    /** Returns how the program ended, in words. */
    String end() {
        return status < 0 ? "had to be ended" : "ended with status " + status;
    }
}
