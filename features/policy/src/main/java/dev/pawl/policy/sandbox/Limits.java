package dev.pawl.policy.sandbox;

import dev.pawl.policy.rule.Confinement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What commands in a sandbox can reach.
 *
 * @param network which hosts can be reached
 * @param writing which files can be written
 * @param homeHidden whether the home folder is empty inside, and not only read-only
 * @param write the folders besides the project that can be written, with {@link Writing#PROJECT}
 * @param hidden files and folders that are empty inside, and read-only; those that do not exist are left out
 * @param fixed files and folders that cannot be changed; those that do not exist are left out
 */
public record Limits(
        Network network, Writing writing, boolean homeHidden, List<Path> write, List<Path> hidden, List<Path> fixed) {
    /** Which files can be written. */
    public enum Writing {
        /** Those that can be written outside. */
        ALL,
        /** The project without its {@link ProtectedNames}, the folders of the settings, and a private {@code /tmp}. */
        PROJECT,
        /** None; programs find a private folder for their temporary files. */
        NOTHING
    }

    /** Everything is as it is outside. */
    public static final Limits NONE =
            new Limits(new Network(true, List.of()), Writing.ALL, false, List.of(), List.of(), List.of());

    public Limits {
        write = List.copyOf(write);
        hidden = List.copyOf(hidden);
        fixed = List.copyOf(fixed);
    }

    /** Limits of a project that can be written, with everything else read-only. */
    public static Limits ofProject(Network network, boolean homeHidden, List<Path> write) {
        return new Limits(network, Writing.PROJECT, homeHidden, write, List.of(), List.of());
    }

    /** Returns these limits, made stricter by what rules keep from a command. */
    public Limits within(Confinement rules) {
        return new Limits(
                rules.readOnly() ? Network.OFF : network,
                rules.readOnly() ? Writing.NOTHING : writing,
                homeHidden,
                rules.readOnly() ? List.of() : write,
                joined(hidden, rules.hidden()),
                joined(fixed, rules.fixed()));
    }

    private static List<Path> joined(List<Path> some, List<Path> more) {
        var all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }
}
