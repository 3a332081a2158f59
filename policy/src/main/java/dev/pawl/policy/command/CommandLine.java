package dev.pawl.policy.command;

import dev.pawl.policy.shell.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The effects of a shell command line that its text shows: the programs it runs and the files it names.
 *
 * @param parts every program, including those inside of wrappers, substitutions and quoted scripts
 * @param targets every file of a redirection, and every argument that may be a file
 */
public record CommandLine(List<Part> parts, List<Target> targets) {
    public CommandLine {
        parts = List.copyOf(parts);
        targets = List.copyOf(targets);
    }

    /** Reads a command line that is to run in a folder. */
    public static CommandLine of(String command, Path cwd, Path home) {
        var parts = new ArrayList<Part>();
        var targets = new ArrayList<Target>();
        new CommandReader(parts, targets, new WorkingFolders(cwd, home), 0).read(Script.of(command));
        return new CommandLine(parts, targets);
    }

    /** Whether it changes nothing. */
    public boolean readOnly() {
        return parts.stream().allMatch(part -> part.readOnly() || part.wrapper())
                && targets.stream().noneMatch(Target::writes);
    }

    /** Why it is not known what runs; empty if it is. */
    public List<String> unknowns() {
        return parts.stream()
                .filter(Part::isUnknown)
                .map(part -> String.valueOf(part.why()))
                .distinct()
                .toList();
    }
}
