package dev.pawl.commands.packages;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.packages.source.PackageSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Changes the setting {@code packages}; entries about other packages stay as they are. */
final class PackageEntries {
    private PackageEntries() {}

    /** Adds a source, or gives the entry of the same package this source and keeps its filters. */
    static void put(SettingsStore store, Layer layer, Folders folders, PackageSource source, String written)
            throws IOException, InterruptedException {
        change(store, layer, entries -> {
            int at = find(entries, source, folders, layer);
            var all = new ArrayList<>(entries);
            if (at < 0) {
                all.add(written);
            } else {
                all.set(at, all.get(at) instanceof JsonObject json ? json.with("source", written) : written);
            }
            return all;
        });
    }

    /** Takes a package out; false if it is not there. */
    static boolean remove(SettingsStore store, Layer layer, Folders folders, PackageSource source)
            throws IOException, InterruptedException {
        if (find(entries(store, layer), source, folders, layer) < 0) {
            return false;
        }
        change(store, layer, entries -> {
            var all = new ArrayList<>(entries);
            for (int at = find(all, source, folders, layer); at >= 0; at = find(all, source, folders, layer)) {
                all.remove(at);
            }
            return all;
        });
        return true;
    }

    /** Puts an object in the place of an entry; adds it if there is none. */
    static void filter(
            SettingsStore store, Layer layer, Folders folders, PackageSource source, UnaryOperator<JsonObject> change)
            throws IOException, InterruptedException {
        change(store, layer, entries -> {
            int at = find(entries, source, folders, layer);
            var all = new ArrayList<>(entries);
            var before = at < 0 ? JsonObject.empty() : object(all.get(at));
            if (at < 0) {
                all.add(change.apply(before));
            } else {
                all.set(at, change.apply(before));
            }
            return all;
        });
    }

    private static JsonObject object(Object entry) {
        return entry instanceof JsonObject json ? json : JsonObject.of("source", String.valueOf(entry));
    }

    private static List<Object> entries(SettingsStore store, Layer layer) {
        var entries = store.current().get(layer, Keys.PACKAGES);
        return entries == null ? List.of() : entries;
    }

    private static int find(List<Object> entries, PackageSource source, Folders folders, Layer layer) {
        for (int i = 0; i < entries.size(); i++) {
            var written = object(entries.get(i)).string("source", "");
            try {
                var other = PackageSource.parse(written, folders, folders.of(layer));
                if (other.identity().equals(source.identity())) {
                    return i;
                }
            } catch (IllegalArgumentException e) {
                // What is not a source is not an entry of this one.
            }
        }
        return -1;
    }

    private static void change(SettingsStore store, Layer layer, UnaryOperator<List<Object>> change)
            throws IOException, InterruptedException {
        store.change(layer, JsonEdit.nothing().with(Keys.PACKAGES, change.apply(entries(store, layer))));
    }
}
