package dev.pawl.commands.packages;

import dev.pawl.config.settings.Settings;
import dev.pawl.start.PackagedFiles;
import java.io.IOException;

/** Shows the files of packages until the user leaves, and switches those that are chosen. */
@FunctionalInterface
public interface Chooser {
    /**
     * Shows them under a title.
     *
     * @param title which settings are changed
     */
    void choose(Settings settings, PackagedFiles files, String title) throws IOException, InterruptedException;
}
