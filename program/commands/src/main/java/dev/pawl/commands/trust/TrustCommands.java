package dev.pawl.commands.trust;

import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.config.trust.Trust;
import dev.pawl.config.trust.TrustedContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/** The command {@code pawl trust}: which projects may run code, what of it changed, and decisions about it. */
public final class TrustCommands {
    private static final String USAGE = """
        pawl trust [list]            the projects that were decided about, and whether they changed
        pawl trust show [FOLDER]     what a project can run, with what is different, new or gone since it was trusted
        pawl trust approve [FOLDER]  trusts the project with all that is in it now
        pawl trust revoke [FOLDER]   takes the decision back; you are asked again\
        """;

    private final Places places;
    private final Streams streams;

    private TrustCommands(Places places, Streams streams) {
        this.places = places;
        this.streams = streams;
    }

    /**
     * Carries out a command.
     *
     * @param words what follows {@code trust}
     */
    public static int run(List<String> words, Places places, Streams streams) throws IOException, InterruptedException {
        if (!words.isEmpty() && words.getFirst().equals("--help")) {
            streams.out().println(USAGE);
            return 0;
        }
        var commands = new TrustCommands(places, streams);
        var name = words.isEmpty() ? "list" : words.getFirst();
        var folder = words.size() < 2 ? places.cwd() : places.cwd().resolve(words.get(1));
        if (name.startsWith("-") || (name.equals("list") && words.size() > 1)) {
            throw Refusal.ofArguments("trust takes one of these:\n" + USAGE);
        }
        if (!Files.isDirectory(folder)) {
            throw Refusal.because(folder + " is no folder");
        }
        return switch (name) {
            case "list" -> commands.list();
            case "show" -> commands.show(folder);
            case "approve" -> commands.approve(folder);
            default -> commands.revoke(folder);
        };
    }

    private Trust trust(Path folder) {
        return new Trust(places.folders().at(folder));
    }

    private int list() throws IOException, InterruptedException {
        var decisions = trust(places.cwd()).decisions();
        for (var decision : decisions.entrySet()) {
            var folder = decision.getKey();
            streams.out().println(folder + "  " + state(folder, decision.getValue()));
        }
        if (decisions.isEmpty()) {
            streams.out().println("no project was decided about");
        }
        return 0;
    }

    private String state(Path folder, boolean trusted) throws InterruptedException {
        if (!trusted) {
            return "not trusted";
        }
        if (!Files.isDirectory(folder)) {
            return "trusted, but it is gone";
        }
        try {
            int changes = trust(folder).changes().size();
            return changes == 0 ? "trusted" : "trusted, but " + changes + " changed: pawl trust show " + folder;
        } catch (IOException e) {
            return "trusted, but " + e.getMessage();
        }
    }

    private int show(Path folder) throws IOException, InterruptedException {
        var trust = trust(folder);
        var kept = trust.kept();
        streams.out().println(folder + ": " + (kept == null ? "there is no decision about it" : kept.label()));
        if (kept == null || !kept.trusted()) {
            trust.protectedResources().forEach(path -> streams.out().println("  " + path));
            return 0;
        }
        var changes = trust.changes();
        var names = new TreeSet<>(trust.content().names());
        changes.forEach(change -> names.add(change.name()));
        for (var name : names) {
            var changed =
                    changes.stream().filter(each -> each.name().equals(name)).findFirst();
            streams.out().println("  " + changed.map(each -> each.sentence()).orElse(name));
            changed.ifPresent(each ->
                    each.difference().lines().forEach(line -> streams.out().println("      " + line)));
        }
        beyond(trust.content());
        return changes.isEmpty() ? 0 : 1;
    }

    /** Names what hooks can reach and no hash covers. */
    private void beyond(TrustedContent content) {
        if (!content.beyond().isEmpty()) {
            streams.out()
                    .println("Not covered: programs that its commands run, with the packages and configuration that"
                            + " these find themselves: " + String.join(", ", content.beyond()));
        }
    }

    private int approve(Path folder) throws IOException, InterruptedException {
        var trust = trust(folder);
        var kept = trust.kept();
        if (kept == null || !kept.trusted()) {
            trust.keep(trust.options().getFirst());
        }
        var content = trust.content();
        content.approve();
        streams.out().println(folder + " is trusted with " + content.names().size() + " things that can run:");
        content.names().forEach(name -> streams.out().println("  " + name));
        beyond(content);
        return 0;
    }

    private int revoke(Path folder) throws IOException, InterruptedException {
        boolean there = trust(folder).revoke();
        streams.out()
                .println(
                        there
                                ? folder + " is no longer decided about; you are asked again"
                                : "there was no decision about " + folder);
        return 0;
    }
}
