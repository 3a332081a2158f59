package dev.pawl.policy.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What commands in a sandbox can reach.
 *
 * @param network which hosts can be reached
 * @param homeHidden whether the home folder is empty inside, and not only read-only
 * @param projectWritable whether the project can be written
 * @param write the folders besides the project that can be written
 * @param hidden files and folders that are empty inside, and read-only; those that do not exist are left out
 */
public record Limits(
        Network network, boolean homeHidden, boolean projectWritable, List<Path> write, List<Path> hidden) {
    /** Everything can be read, nothing can be written but a private {@code /tmp}, and there is no network. */
    public static final Limits READ_ONLY = new Limits(Network.OFF, false, false, List.of(), List.of());

    public Limits {
        write = List.copyOf(write);
        hidden = List.copyOf(hidden);
    }

    /** Returns these limits without anything that can be written and without a network. */
    public Limits readOnly() {
        return new Limits(Network.OFF, homeHidden, false, List.of(), hidden);
    }

    /** Returns these limits with further files and folders hidden. */
    public Limits hiding(List<Path> more) {
        var all = new ArrayList<>(hidden);
        all.addAll(more);
        return new Limits(network, homeHidden, projectWritable, write, all);
    }
}
