package dev.pawl.screen;

import dev.pawl.cli.Places;
import dev.pawl.cli.Version;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.screen.dialog.Picker;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.start.PackagedFiles;
import dev.pawl.tui.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The screen of {@code pawl config}: a list of what packages bring, in which files are switched on and off. */
public final class ConfigScreen {
    private final Places places;
    private final Settings settings;
    private final Terminal terminal;

    public ConfigScreen(Places places, Settings settings, Terminal terminal) {
        this.places = places;
        this.settings = settings;
        this.terminal = terminal;
    }

    /**
     * Shows the files until the user leaves.
     *
     * @param text which settings are changed
     */
    public void run(PackagedFiles files, String text) throws IOException, InterruptedException {
        try (var screen = new AgentScreen(terminal, settings, places, Version.text(), List.of(), false)) {
            screen.start();
            var query = "";
            PackagedFiles.Item last = null;
            while (true) {
                var act = ask(screen, files.list(), text, last, query);
                if (act == null) {
                    return;
                }
                files.change(act.item());
                last = act.item();
                query = act.query();
            }
        }
    }

    private record Act(PackagedFiles.Item item, String query) {}

    private static @Nullable Act ask(
            AgentScreen screen,
            List<PackagedFiles.Item> items,
            String text,
            PackagedFiles.@Nullable Item last,
            String query)
            throws InterruptedException {
        var keys = screen.look.keys;
        var hints = Hints.of(
                keys.text("tui.select.confirm") + " or space on/off", keys.text("tui.select.cancel") + " leave");
        return screen.menus
                .<Act>open("What packages bring", text, hints, done -> {
                    var picker = new Picker<PackagedFiles.Item>(
                            screen.look, items, screen.menus.visible() - 1, ConfigScreen::line, item -> {
                                // Choosing is answered below, where the search is known.
                                if (item == null) {
                                    done.accept(null);
                                }
                            });
                    return picker.query(query)
                            .select(last == null ? null : find(items, last))
                            .keys((data, item) -> {
                                boolean chosen = data.equals(" ") || keys.matches(data, "tui.select.confirm");
                                if (!chosen || item == null) {
                                    return false;
                                }
                                done.accept(new Act(item, picker.query()));
                                return true;
                            });
                })
                .orElse(null);
    }

    private static PackagedFiles.@Nullable Item find(List<PackagedFiles.Item> items, PackagedFiles.Item last) {
        return items.stream().filter(last::isSameFile).findFirst().orElse(null);
    }

    private static Picker.Line line(PackagedFiles.Item item) {
        return new Picker.Line(
                (item.enabled() ? "[x] " : "[ ] ") + item.path(),
                item.kind().key() + " of " + item.entry().written()
                        + (item.entry().layer() == Layer.USER ? "" : " (project)"));
    }
}
