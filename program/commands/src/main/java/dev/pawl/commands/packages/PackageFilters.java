package dev.pawl.commands.packages;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Subcommand;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.Problem;
import dev.pawl.packages.Packages;
import dev.pawl.packages.content.Kind;
import dev.pawl.packages.install.PackagePlaces;
import dev.pawl.packages.source.ConfiguredPackage;
import dev.pawl.packages.source.ConfiguredPackages;
import dev.pawl.packages.source.PackageSource;
import dev.pawl.start.PackagedFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The command {@code pawl config}: what packages bring and whether it is loaded, looked at and changed. */
final class PackageFilters {
    private final SettingsStore store;
    private final Folders folders;
    private final PrintStream out;

    private final @Nullable Chooser chooser;

    /** @param chooser where the user chooses; null where there is no terminal */
    PackageFilters(SettingsStore store, Folders folders, PrintStream out, @Nullable Chooser chooser) {
        this.store = store;
        this.folders = folders;
        this.out = out;
        this.chooser = chooser;
    }

    int run(List<String> words, Layer layer, boolean trusted) throws IOException, InterruptedException {
        if (words.isEmpty()) {
            return chooser != null && !items(trusted).isEmpty() ? choose(chooser, layer, trusted) : list(trusted);
        }
        boolean enable = words.getFirst().equals("enable");
        if (words.size() != 3 || !Subcommand.CONFIG.words.contains(words.getFirst())) {
            throw PackageArguments.refused(
                    "config", "config takes nothing, or enable or disable with a source and a path");
        }
        var source = PackageSource.parse(words.get(1), folders, folders.cwd());
        out.println(write(source, words.get(2), enable, layer));
        return 0;
    }

    private int choose(Chooser chooser, Layer layer, boolean trusted) throws IOException, InterruptedException {
        chooser.choose(
                store.current(),
                new PackagedFiles() {
                    @Override
                    public List<PackagedFiles.Item> list() {
                        return items(trusted);
                    }

                    @Override
                    public void change(PackagedFiles.Item item) throws IOException, InterruptedException {
                        var entry = item.entry();
                        var wanted = layer == Layer.PROJECT ? layer : entry.layer();
                        write(entry.source(), item.path(), !item.enabled(), wanted);
                    }
                },
                layer == Layer.PROJECT
                        ? "changes " + folders.settingsFile(layer)
                        : "changes the settings that name the package; pawl config -l those of the project");
        return 0;
    }

    /**
     * The files of all packages that are installed; of a package that both layers name, those of the project's entry.
     */
    private List<PackagedFiles.Item> items(boolean trusted) {
        var items = new LinkedHashMap<String, PackagedFiles.Item>();
        for (var layer : trusted ? List.of(Layer.USER, Layer.PROJECT) : List.of(Layer.USER)) {
            for (var entry : configured(layer)) {
                if (!Files.exists(root(entry))) {
                    continue;
                }
                content(entry)
                        .files()
                        .forEach((kind, files) -> files.forEach((path, enabled) -> items.put(
                                entry.source().identity() + "\n" + relative(entry, path),
                                new PackagedFiles.Item(entry, kind, relative(entry, path), enabled))));
            }
        }
        return List.copyOf(items.values());
    }

    private int list(boolean trusted) {
        boolean any = false;
        for (var layer : trusted ? List.of(Layer.USER, Layer.PROJECT) : List.of(Layer.USER)) {
            for (var entry : configured(layer)) {
                any = true;
                out.println((layer == Layer.USER ? "user     " : "project  ") + entry.written());
                content(entry)
                        .files()
                        .forEach((kind, files) ->
                                files.forEach((path, enabled) -> out.println("    " + (enabled ? "on   " : "off  ")
                                        + kind.key() + "  " + Places.printable(relative(entry, path)))));
            }
        }
        if (!any) {
            out.println("No packages are installed.");
        }
        return 0;
    }

    /**
     * Writes {@code +path} or {@code -path}; the entry of another layer is changed by one that contains only the
     * difference.
     */
    private String write(PackageSource source, String path, boolean enable, Layer layer)
            throws IOException, InterruptedException {
        var entry = find(source, layer);
        boolean elsewhere = entry == null && layer == Layer.PROJECT;
        var base = elsewhere ? find(source, Layer.USER) : entry;
        if (base == null) {
            throw Refusal.because("no settings name the package " + source.identity() + "; pawl list shows them");
        }
        var kind = kindOf(base, path);
        PackageEntries.filter(store, layer, folders, source, before -> {
            var start = elsewhere ? JsonObject.of("source", written(base, layer), "autoload", false) : before;
            var rules = new ArrayList<>(start.strings(kind.key()));
            boolean onlyNone = start.has(kind.key()) && rules.isEmpty();
            rules.removeIf(rule -> rule.equals("+" + path) || rule.equals("-" + path));
            if (onlyNone && enable) {
                rules.add("!**");
            }
            if (!(onlyNone && !enable)) {
                rules.add((enable ? "+" : "-") + path);
            }
            return start.with(kind.key(), rules);
        });
        return (enable ? "Enabled " : "Disabled ") + path + " of " + base.written() + " in "
                + folders.settingsFile(layer);
    }

    /** A relative path begins at the folder of the settings that name it. */
    private String written(ConfiguredPackage entry, Layer layer) {
        return entry.source() instanceof PackageSource.Local local && entry.layer() != layer
                ? local.path().toString()
                : entry.written();
    }

    private Kind kindOf(ConfiguredPackage entry, String path) {
        var known = new ArrayList<String>();
        for (var files : content(new ConfiguredPackage(entry.layer(), entry.written(), entry.source(), null))
                .files()
                .entrySet()) {
            for (var file : files.getValue().keySet()) {
                var relative = relative(entry, file);
                if (relative.equals(path)) {
                    return files.getKey();
                }
                known.add(relative);
            }
        }
        throw Refusal.because(entry.written() + " brings no file " + path + "; it brings "
                + (known.isEmpty() ? "nothing" : String.join(", ", known)));
    }

    private Packages.Loaded content(ConfiguredPackage entry) {
        var root = root(entry);
        if (!Files.exists(root)) {
            throw Refusal.because(entry.written() + " is not installed: pawl install " + entry.written());
        }
        return Packages.content(entry, root, new ArrayList<>());
    }

    private Path root(ConfiguredPackage entry) {
        var own = new PackagePlaces(folders.of(entry.layer())).root(entry.source());
        return entry.isDelta() && !Files.exists(own) ? new PackagePlaces(folders.agentDir()).root(entry.source()) : own;
    }

    private String relative(ConfiguredPackage entry, Path file) {
        var root = root(entry);
        return file.startsWith(root) && !file.equals(root)
                ? root.relativize(file).toString().replace('\\', '/')
                : file.toString();
    }

    private @Nullable ConfiguredPackage find(PackageSource source, Layer layer) {
        return configured(layer).stream()
                .filter(entry -> entry.source().identity().equals(source.identity()))
                .findFirst()
                .orElse(null);
    }

    private List<ConfiguredPackage> configured(Layer layer) {
        return ConfiguredPackages.of(layer, store.current(), folders, new ArrayList<Problem>());
    }
}
