package dev.pawl.packages.source;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.text.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads the setting {@code packages} of both layers. */
public final class ConfiguredPackages {
    private ConfiguredPackages() {}

    /** The entries of one layer, as they are written; one that is not a source is a problem. */
    public static List<ConfiguredPackage> of(
            Layer layer, Settings settings, Folders folders, Collection<Problem> problems) {
        var found = new ArrayList<ConfiguredPackage>();
        var entries = settings.get(layer, Keys.PACKAGES);
        for (var entry : entries == null ? List.of() : entries) {
            var filter = entry instanceof JsonObject json ? json : null;
            var written = filter == null ? String.valueOf(entry) : filter.string("source", "");
            try {
                var source = PackageSource.parse(written, folders, folders.of(layer));
                found.add(new ConfiguredPackage(layer, written, source, filter));
            } catch (IllegalArgumentException e) {
                problems.add(Problem.error(folders.settingsFile(layer), "packages: " + e.getMessage()));
            }
        }
        return found;
    }

    /**
     * Returns what is loaded: of one package in both layers the project's entry counts, unless it only changes the
     * user's; then both do, the project's first.
     */
    public static List<ConfiguredPackage> loaded(Settings settings, Folders folders, Collection<Problem> problems) {
        var all = new ArrayList<ConfiguredPackage>();
        if (settings.projectTrusted()) {
            of(Layer.PROJECT, settings, folders, problems).forEach(one -> addOnce(all, one));
        }
        of(Layer.USER, settings, folders, problems).forEach(one -> addOnce(all, one));
        return all;
    }

    private static void addOnce(List<ConfiguredPackage> all, ConfiguredPackage one) {
        for (var there : all) {
            boolean same = there.source().identity().equals(one.source().identity());
            if (same && !(there.isDelta() && one.layer() == Layer.USER)) {
                return;
            }
        }
        all.add(one);
    }
}
