package dev.pawl.commands.workbench;

import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.packages.maven.MavenRepositories;
import java.io.IOException;
import java.util.List;

/** The command {@code pawl hooks allow}: the user allows hooks to take libraries from a Maven repository. */
public final class HookAllow {
    private HookAllow() {}

    /**
     * Keeps that the user allowed a repository.
     *
     * @param words what follows {@code allow}
     */
    public static int run(List<String> words, Places places, Streams streams) throws IOException {
        if (words.size() != 1 || words.getFirst().startsWith("-")) {
            throw Refusal.ofArguments(
                    "hooks allow needs the address of a Maven repository: pawl hooks allow https://…");
        }
        var url = new MavenRepositories(places.agentDir()).allow(words.getFirst());
        streams.out().println("Hooks may take libraries from " + url);
        return 0;
    }
}
