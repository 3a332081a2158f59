package dev.pawl.commands.trust;

import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.trust.Trust;
import dev.pawl.policy.PolicyCheck;
import dev.pawl.policy.permission.ConfinedShell;
import dev.pawl.policy.sandbox.SandboxSettings;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.util.List;

/** The command {@code pawl policy}: what the rules would say about a command line, without running it. */
public final class PolicyCommand {
    private static final String USAGE =
            "pawl policy check COMMAND    what would become of a command line in each mode, and which rule decides";

    private PolicyCommand() {}

    /**
     * Carries out a command.
     *
     * @param words what follows {@code policy}
     */
    public static int run(List<String> words, Places places, Streams streams) throws IOException {
        if (words.isEmpty() || words.getFirst().equals("--help")) {
            streams.out().println(USAGE);
            return 0;
        }
        if (words.size() < 2) {
            throw Refusal.ofArguments("policy check needs a command line:\n" + USAGE);
        }
        var folders = new Folders(places.home(), places.agentDir(), places.cwd());
        var kept = new Trust(folders).kept();
        var settings = SettingsStore.in(folders).read(kept != null && kept.trusted());
        var shell = settings.shellPath(folders);
        var tools = new LocalTools(places.environment(), places.home());
        var confined = new ConfinedShell(
                tools.localBash(),
                places.environment(),
                shell == null ? null : shell.toString(),
                SandboxSettings.read(folders, settings).enabled());
        var command = String.join(" ", words.subList(1, words.size()));
        PolicyCheck.of(command, folders, settings, confined).forEach(streams.out()::println);
        return 0;
    }
}
