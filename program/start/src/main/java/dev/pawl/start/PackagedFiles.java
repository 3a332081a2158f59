package dev.pawl.start;

import dev.pawl.packages.content.Kind;
import dev.pawl.packages.source.ConfiguredPackage;
import java.io.IOException;
import java.util.List;

/** The files of all packages, each of which can be switched on and off. */
public interface PackagedFiles {
    List<Item> list();

    /** Switches a file that is on off, and one that is off on. */
    void change(Item item) throws IOException, InterruptedException;

    /**
     * A file of a package.
     *
     * @param entry the package, as the settings name it
     * @param path the file, from the folder of the package
     * @param enabled whether it is loaded
     */
    record Item(ConfiguredPackage entry, Kind kind, String path, boolean enabled) {
        public boolean isSameFile(Item other) {
            return entry.source().identity().equals(other.entry.source().identity()) && path.equals(other.path);
        }
    }
}
