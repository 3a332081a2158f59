package dev.pawl.screen.view;

import dev.pawl.api.ui.Theme;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.Subscription;
import dev.pawl.config.resources.ResourceRequest;
import dev.pawl.config.resources.ThemeFiles;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.theme.LiveTheme;
import dev.pawl.tui.theme.TerminalColors;
import dev.pawl.tui.theme.Themes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The themes there are, and the one in use. */
public final class ThemeChoice {
    public static final String SYSTEM = "system";

    private static final Duration CHECKS = Duration.ofMillis(500);

    private final LiveTheme live;
    private final ColorDepth depth;
    private final Folders folders;
    private final Map<String, String> environment;
    private final Supplier<Settings> settings;
    private final Runnable redraw;
    private final List<Path> named;
    private final boolean onlyNamed;
    private volatile List<Path> contributed = List.of();
    private volatile @Nullable Boolean light;
    private volatile TerminalColors terminal = TerminalColors.NONE;
    private volatile @Nullable Used used;

    private @Nullable Tui screen;
    private @Nullable Subscription watching;
    private Consumer<String> warn = _ -> {};

    /** A theme that was read from a file, and how the file was then. */
    private record Used(String name, Path file, String stamp) {}

    /**
     * @param named files of themes that the command line names
     * @param onlyNamed whether no other files count
     */
    ThemeChoice(
            LiveTheme live,
            ColorDepth depth,
            Folders folders,
            Map<String, String> environment,
            Supplier<Settings> settings,
            Runnable redraw,
            List<Path> named,
            boolean onlyNamed) {
        this.live = live;
        this.depth = depth;
        this.folders = folders;
        this.environment = environment;
        this.settings = settings;
        this.redraw = redraw;
        this.named = List.copyOf(named);
        this.onlyNamed = onlyNamed;
    }

    /** Hooks name files and folders of themes; one that was chosen and not found before may be among them. */
    public void contributed(List<Path> paths) {
        if (paths.equals(contributed)) {
            return;
        }
        contributed = List.copyOf(paths);
        var wanted = settings.get().get(Keys.THEME);
        if (files().containsKey(resolved(wanted))) {
            choose(wanted, false);
        }
    }

    public List<String> names() {
        var names = new ArrayList<>(Themes.builtIn());
        files().keySet().forEach(name -> {
            if (!names.contains(name)) {
                names.add(name);
            }
        });
        return List.copyOf(names);
    }

    @Nullable
    Theme find(String name) {
        try {
            return load(name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The theme of a name; {@code system} is made of the terminal's colours, and a pair goes by its background. */
    private Theme load(String name) {
        if (name.equals(SYSTEM) && terminal.hasBackground()) {
            return Themes.system(terminal, depth);
        }
        var plain = resolved(name);
        var file = Themes.builtIn().contains(plain) ? null : files().get(plain);
        if (file != null) {
            return Themes.read(file, depth);
        }
        if (!Themes.builtIn().contains(plain)) {
            throw new IllegalArgumentException(
                    "there is no theme \"" + name + "\"; there are system, " + String.join(", ", names()));
        }
        return Themes.builtIn(plain, depth);
    }

    /** The terminal reported whether it is light, and not yet in which colours. */
    void background(boolean isLight) {
        follow(isLight, TerminalColors.NONE);
    }

    /** The terminal reported its colours. */
    void reported(TerminalColors colors) {
        follow(!colors.isDark(), colors);
    }

    /** A theme that depends on what changed is chosen again. */
    private void follow(boolean isLight, TerminalColors colors) {
        boolean turned = isLight != isLight();
        boolean recoloured = !colors.equals(terminal);
        light = isLight;
        terminal = colors;
        var wanted = settings.get().get(Keys.THEME);
        if ((turned && wanted.indexOf('/') >= 0) || ((turned || recoloured) && wanted.equals(SYSTEM))) {
            choose(wanted, false);
        }
    }

    private boolean isLight() {
        var reported = light;
        return reported == null ? isLight(environment) : reported;
    }

    private String resolved(String name) {
        return resolved(name, isLight());
    }

    public static String resolved(String name, Map<String, String> environment) {
        return resolved(name, isLight(environment));
    }

    private static String resolved(String name, boolean light) {
        if (name.equals(SYSTEM)) {
            return light ? "light" : "dark";
        }
        int slash = name.indexOf('/');
        return slash < 0 ? name : light ? name.substring(0, slash) : name.substring(slash + 1);
    }

    /** Terminals that report it name the colour of their background last. */
    private static boolean isLight(Map<String, String> environment) {
        var colours = environment.getOrDefault("COLORFGBG", "");
        var background = colours.substring(colours.lastIndexOf(';') + 1);
        return background.equals("7") || background.equals("15");
    }

    /** Uses a theme; what is wrong with it comes back, or null. */
    @Nullable
    public String choose(String name, boolean keep) {
        var file = fileOf(name);
        used = file == null ? null : new Used(name, file, stamp(file));
        watch();
        try {
            live.use(load(name));
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
        redraw.run();
        if (keep) {
            try {
                SettingsStore.in(folders).change(Layer.USER, JsonEdit.nothing().with(Keys.THEME, name));
            } catch (IOException e) {
                return String.valueOf(e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return null;
    }

    /** From now on a file whose theme is in use is read again when it changes; what is wrong with it is reported. */
    synchronized void follow(Tui tui, Consumer<String> report) {
        screen = tui;
        warn = report;
        watch();
    }

    /** Looks at the file once in a while, as long as there is one. */
    private synchronized void watch() {
        if (screen != null && used != null && watching == null) {
            watching = screen.every(
                    CHECKS, () -> Thread.ofVirtual().name("theme file").start(this::refresh));
        } else if (used == null && watching != null) {
            watching.close();
            watching = null;
        }
    }

    private synchronized void refresh() {
        var now = used;
        if (now == null || stamp(now.file).equals(now.stamp)) {
            return;
        }
        var problem = choose(now.name, false);
        if (problem != null) {
            warn.accept(problem + ". The colours stay as they were until it is mended.");
        }
    }

    private @Nullable Path fileOf(String name) {
        var plain = resolved(name);
        return Themes.builtIn().contains(plain) ? null : files().get(plain);
    }

    private static String stamp(Path file) {
        try {
            return Files.getLastModifiedTime(file) + " " + Files.size(file);
        } catch (IOException e) {
            return "";
        }
    }

    private Map<String, Path> files() {
        var files = new LinkedHashMap<String, Path>();
        named.forEach(file -> put(files, file));
        var request = ResourceRequest.of(folders, settings.get())
                .withCommandLine(List.of(), onlyNamed)
                .withContributed(contributed.stream()
                        .map(path -> new ResourceRequest.Contribution(
                                path, new SourceInfo("a hook", SourceInfo.Scope.TEMPORARY, false, null)))
                        .toList());
        for (var file : ThemeFiles.load(request).files()) {
            put(files, file.path());
        }
        return files;
    }

    private static void put(Map<String, Path> files, Path file) {
        var name = file.getFileName().toString();
        files.putIfAbsent(name.endsWith(".json") ? name.substring(0, name.length() - 5) : name, file);
    }
}
