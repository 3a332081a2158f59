package dev.pawl.commands.packages;

import dev.pawl.base.FailureText;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.ProgressLine;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Terminal;
import dev.pawl.cli.Version;
import dev.pawl.commands.packages.PackageArguments.Switch;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.Problem;
import dev.pawl.config.trust.Trust;
import dev.pawl.packages.PackageConflicts;
import dev.pawl.packages.install.InstallFailed;
import dev.pawl.packages.install.PackageInstaller;
import dev.pawl.packages.source.ConfiguredPackage;
import dev.pawl.packages.source.ConfiguredPackages;
import dev.pawl.packages.source.PackageSource;
import dev.pawl.start.observing.Telemetered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands {@code pawl install}, {@code remove}, {@code update}, {@code list} and {@code config}. */
public final class PackageCommands {
    private final PackageArguments arguments;
    private final Places places;
    private final Streams streams;
    private final Folders folders;
    private final SettingsStore store;
    private final boolean trusted;
    private final Trust trust;
    private final boolean unchanged;

    private PackageCommands(PackageArguments arguments, Places places, Streams streams)
            throws IOException, InterruptedException {
        this.arguments = arguments;
        this.places = places;
        this.streams = streams;
        this.folders = places.folders();
        this.store = SettingsStore.in(folders);
        var usual = store.read(false).get(Keys.DEFAULT_PROJECT_TRUST);
        this.trust = new Trust(folders);
        this.unchanged = trust.changes().isEmpty();
        var decision = trust.decide(arguments.approved(), usual, Trust.Voices.NONE);
        this.trusted = decision.trusted() && (arguments.approved() != null || unchanged);
        store.read(trusted);
        store.current().problems().forEach(this::report);
    }

    /**
     * Carries out a command.
     *
     * @param args the command line, which begins with the command
     * @param chooser has the user choose on a screen
     */
    public static int run(List<String> args, Places places, Streams streams, Chooser chooser) throws Exception {
        var arguments = PackageArguments.parse(args);
        var commands = new PackageCommands(arguments, places, streams);
        int status = switch (arguments.command()) {
            case "install" -> commands.install(arguments.source());
            case "remove" -> commands.remove(arguments.source());
            case "update" -> commands.update();
            case "list" -> commands.list();
            default ->
                new PackageFilters(commands.store, places.folders(), streams.out(), Terminal.isThere() ? chooser : null)
                        .run(arguments.words(), commands.layer(), commands.trusted);
        };
        if (commands.unchanged && commands.trusted) {
            // What this command changed, the user has asked for.
            commands.trust.approvePackages();
        }
        return status;
    }

    private Layer layer() {
        if (!arguments.has(Switch.LOCAL)) {
            return Layer.USER;
        }
        if (!trusted) {
            throw Refusal.because("the project " + places.cwd() + " is not trusted, so its packages are not changed."
                    + " Look at what it brings, then add --approve");
        }
        return Layer.PROJECT;
    }

    private int install(String written) throws IOException, InterruptedException {
        var layer = layer();
        var source = parsed(written);
        var settled = settled(source, written, layer);
        streams.out().println("Installing " + written + "...");
        streams.out().flush();
        try (var progress = new ProgressLine(streams.err(), Terminal.hasErrors())) {
            var installed = installer(layer, progress).install(source, settled, () -> {
                refuseConflicts(source, settled, layer);
                PackageEntries.put(store, layer, folders, source, settled);
            });
            progress.clear();
            var version = installed.version().isEmpty() ? "" : " (" + shortened(installed.version()) + ")";
            streams.out().println("Installed " + written + version);
            new Telemetered(
                            folders,
                            places.environment(),
                            places.agentDir().resolve("telemetry"),
                            new NoticePrinter(places, streams.err()))
                    .installed(store.current(), source.shown(), installed.version());
            return 0;
        } catch (IOException e) {
            throw Refusal.because(written + " is not installed, and nothing was changed: " + e.getMessage());
        }
    }

    private void refuseConflicts(PackageSource source, String written, Layer layer) throws InstallFailed {
        var configured = configured();
        var fresh = configured.stream()
                .filter(one -> one.layer() == layer && one.source().identity().equals(source.identity()))
                .findFirst()
                .orElse(new ConfiguredPackage(layer, written, source, null));
        var conflicts = new PackageConflicts(folders).of(fresh, configured);
        if (!conflicts.isEmpty() && !arguments.has(Switch.FORCE)) {
            throw new InstallFailed(String.join("; ", conflicts)
                    + ". Only one of two is used: remove the other package, switch its file off with pawl config, or"
                    + " add --force");
        }
    }

    private PackageSource parsed(String written) {
        try {
            return PackageSource.parse(written, folders, places.cwd());
        } catch (IllegalArgumentException e) {
            throw Refusal.because(String.valueOf(e.getMessage()));
        }
    }

    /** A path is kept from the folder of the settings, as pi has it. */
    private String settled(PackageSource source, String written, Layer layer) {
        if (source instanceof PackageSource.Local local) {
            var relative = folders.of(layer).relativize(local.path()).toString();
            return relative.isEmpty() ? "." : relative.startsWith(".") ? relative : "./" + relative;
        }
        return written.strip();
    }

    private int remove(String written) throws IOException, InterruptedException {
        var layer = layer();
        var source = parsed(written);
        boolean there = PackageEntries.remove(store, layer, folders, source);
        if (!there) {
            throw Refusal.because("the settings in " + folders.settingsFile(layer) + " name no package "
                    + source.identity() + suggestion(written, layer));
        }
        try (var progress = new ProgressLine(streams.err(), Terminal.hasErrors())) {
            installer(layer, progress).remove(source);
        }
        streams.out().println("Removed " + written);
        return 0;
    }

    private String suggestion(String written, Layer layer) {
        for (var entry : configured(layer)) {
            if (entry.written().contains(written)) {
                return ". Did you mean " + entry.written() + "?";
            }
        }
        return "";
    }

    private List<ConfiguredPackage> configured(Layer layer) {
        var problems = new ArrayList<Problem>();
        var found = ConfiguredPackages.of(layer, store.current(), folders, problems);
        problems.forEach(this::report);
        return found;
    }

    private List<ConfiguredPackage> configured() {
        var all = new ArrayList<>(configured(Layer.USER));
        if (trusted) {
            all.addAll(configured(Layer.PROJECT));
        }
        return all;
    }

    private int update() throws IOException, InterruptedException {
        boolean named = !arguments.words().isEmpty();
        boolean self = arguments.has(Switch.SELF)
                || (named && List.of("self", "pi", "pawl").contains(arguments.source()));
        boolean packages = arguments.has(Switch.EXTENSIONS) || arguments.has(Switch.ALL) || (named && !self);
        if (arguments.has(Switch.MODELS)) {
            throw Refusal.because(
                    "the list of models comes with the program: pawl update; others are listed in models.json");
        }
        if (!packages) {
            return updateProgram();
        }
        // All is also requested where the program was not installed.
        boolean updated = !arguments.has(Switch.ALL) || program() == null || updateProgram() == 0;
        return updatePackages(named) && updated ? 0 : 1;
    }

    private static @Nullable Path program() {
        return ProgramUpdate.home(System.getProperty("java.class.path"));
    }

    private int updateProgram() throws InterruptedException {
        var home = program();
        if (home == null) {
            throw Refusal.because("this Pawl was not started by its launcher, so it is not known how it is updated");
        }
        if (arguments.isOffline(places)) {
            throw Refusal.because("Pawl is not updated, because nothing is fetched while offline");
        }
        try (var progress = new ProgressLine(streams.err(), Terminal.hasErrors())) {
            var done = new ProgramUpdate(
                            home,
                            Version.text(),
                            places.environment(),
                            store.current().network(folders, places.environment()),
                            progress::show)
                    .run();
            progress.clear();
            streams.out().println(done);
            return 0;
        } catch (IOException e) {
            streams.err().println("pawl: Pawl stays as it is: " + FailureText.of(e));
            return 1;
        }
    }

    private boolean updatePackages(boolean named) throws InterruptedException {
        var wanted = named ? parsed(arguments.source()).identity() : null;
        boolean good = true;
        boolean any = false;
        for (var entry : configured()) {
            if (wanted == null || entry.source().identity().equals(wanted)) {
                any = true;
                good &= update(entry);
            }
        }
        if (!any && named) {
            throw Refusal.because(
                    "no settings name a package " + arguments.source() + suggestion(arguments.source(), Layer.USER));
        }
        if (!any) {
            streams.out().println("No packages are installed.");
        }
        return good;
    }

    private boolean update(ConfiguredPackage entry) throws InterruptedException {
        if (entry.source() instanceof PackageSource.Local || entry.isDelta()) {
            return true;
        }
        try (var progress = new ProgressLine(streams.err(), Terminal.hasErrors())) {
            var installer = installer(entry.layer(), progress);
            var before = installer.installed(entry.source());
            var after = installer.update(entry.source(), entry.written());
            progress.clear();
            streams.out()
                    .println(
                            after == null
                                    ? entry.written() + " is up to date"
                                            + (before == null ? "" : " (" + shortened(before.version()) + ")")
                                    : "Updated " + entry.written()
                                            + (before == null
                                                    ? " to "
                                                    : " from " + shortened(before.version()) + " to ")
                                            + shortened(after.version()));
            return true;
        } catch (IOException e) {
            streams.err().println("pawl: " + entry.written() + " stays as it is: " + e.getMessage());
            return false;
        }
    }

    private int list() throws IOException {
        boolean good = true;
        boolean any = false;
        for (var layer : trusted ? List.of(Layer.USER, Layer.PROJECT) : List.of(Layer.USER)) {
            var entries = configured(layer);
            if (!entries.isEmpty()) {
                streams.out().println(layer == Layer.USER ? "User packages:" : "Project packages:");
                any = true;
            }
            for (var entry : entries) {
                good &= list(entry);
            }
        }
        if (!any) {
            streams.out().println("No packages are installed.");
        }
        return good ? 0 : 1;
    }

    private boolean list(ConfiguredPackage entry) throws IOException {
        var installer = installer(entry.layer(), new ProgressLine(streams.err(), false));
        var root = installer.root(entry.source());
        var installed = installer.installed(entry.source());
        boolean there = Files.exists(root);
        var difference = installer.difference(entry.source(), entry.written());
        streams.out()
                .println("  " + entry.written() + (entry.filter() == null ? "" : " (filtered)")
                        + (installed == null ? "" : " (" + shortened(installed.version()) + ")")
                        + (difference == null ? "" : ": " + difference));
        if (there) {
            streams.out().println("    " + root);
        }
        return there;
    }

    private PackageInstaller installer(Layer layer, ProgressLine progress) {
        return new PackageInstaller(
                folders.of(layer),
                new PackageInstaller.Options(
                        places.environment(),
                        arguments.isOffline(places),
                        arguments.has(Switch.SCRIPTS),
                        places.agentDir(),
                        progress::show));
    }

    private static String shortened(String version) {
        return version.length() == 40 ? version.substring(0, 10) : version;
    }

    private void report(Problem problem) {
        streams.err()
                .println((problem.error() ? "error: " : "warning: ") + places.shown(problem.where()) + ": "
                        + problem.message());
    }
}
