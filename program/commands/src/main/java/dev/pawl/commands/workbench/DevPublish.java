package dev.pawl.commands.workbench;

import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import java.io.IOException;
import java.util.List;

/** The command {@code pawl dev publish}: puts the artefacts of Pawl into a local Maven repository. */
public final class DevPublish {
    private DevPublish() {}

    public static int run(List<String> words, Places places, Streams streams) throws IOException {
        var repository = places.home().resolve(".m2").resolve("repository");
        if (words.size() == 2 && words.getFirst().equals("--to")) {
            repository = places.cwd().resolve(words.get(1)).normalize();
        } else if (!words.isEmpty()) {
            throw Refusal.ofArguments("dev publish takes --to FOLDER and nothing else: pawl dev publish [--to FOLDER]");
        }
        var jars = ProgramJars.here();
        jars.publish(repository);
        streams.out().println("Published to " + places.shown(repository.toString()) + ":");
        for (var artifact : jars.artifacts()) {
            streams.out().println("  " + ProgramJars.GROUP + ":" + artifact + ":" + jars.version());
        }
        return 0;
    }
}
