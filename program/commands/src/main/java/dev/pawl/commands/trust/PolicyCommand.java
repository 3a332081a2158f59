package dev.pawl.commands.trust;

import dev.pawl.api.json.Json;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.trust.Trust;
import dev.pawl.policy.PolicyCheck;
import dev.pawl.policy.foreign.Translation;
import dev.pawl.policy.foreign.Translation.Decision;
import dev.pawl.policy.permission.ConfinedShell;
import dev.pawl.policy.permission.RulesOfOthers;
import dev.pawl.policy.sandbox.SandboxSettings;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command {@code pawl policy}: what the rules say about a command line, and what those of other agents mean here. */
public final class PolicyCommand {
    private static final String USAGE = """
        pawl policy check COMMAND    what would become of a command line in each mode, and which rule decides
        pawl policy import FILE      what a file of rules of Codex or Gemini CLI means as permissions of settings.json\
        """;

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
        boolean imports = words.getFirst().equals("import");
        if (imports && words.size() == 2) {
            return imported(places.file(words.get(1)), streams);
        }
        if (imports || words.size() < 2) {
            throw Refusal.ofArguments(
                    "policy " + (imports ? "import needs one file:\n" : "check needs a command line:\n") + USAGE);
        }
        check(String.join(" ", words.subList(1, words.size())), places, streams);
        return 0;
    }

    private static void check(String command, Places places, Streams streams) throws IOException {
        var folders = places.folders();
        var kept = new Trust(folders).kept();
        var settings = SettingsStore.in(folders).read(kept != null && kept.trusted());
        var shell = settings.shellPath(folders);
        var tools = new LocalTools(places.environment(), places.home());
        var confined = new ConfinedShell(
                tools.localBash(),
                places.environment(),
                shell == null ? null : shell.toString(),
                SandboxSettings.read(folders, settings).enabled());
        PolicyCheck.of(command, folders, settings, confined).forEach(streams.out()::println);
    }

    /** Prints the rules as settings; what is lost, and what is wrong, goes to the error output. */
    private static int imported(Path file, Streams streams) throws IOException {
        Translation meaning;
        try {
            meaning = RulesOfOthers.translated(file);
        } catch (IllegalArgumentException e) {
            throw Refusal.ofArguments(String.valueOf(e.getMessage()));
        }
        var lists = new LinkedHashMap<String, Object>();
        for (var decision : Decision.values()) {
            var rules = meaning.rules().stream()
                    .filter(rule -> rule.decision() == decision)
                    .map(Translation.Meaning::text)
                    .distinct()
                    .toList();
            if (!rules.isEmpty()) {
                lists.put(decision.list(), rules);
            }
        }
        streams.out().println(Json.writeIndented(Map.of("permissions", lists)));
        meaning.notices().forEach(streams.err()::println);
        meaning.leftOut().forEach(left -> streams.err().println(left + ", so it is left out."));
        meaning.problems().forEach(streams.err()::println);
        return meaning.problems().isEmpty() ? 0 : 1;
    }
}
