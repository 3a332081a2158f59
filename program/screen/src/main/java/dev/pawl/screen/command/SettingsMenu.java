package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.api.json.Json;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.ui.Component;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Setting;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.screen.dialog.Picker;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.screen.view.ThemeChoice;
import dev.pawl.tui.component.Fitted;
import dev.pawl.tui.component.SettingsList;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The settings that one changes on the screen: what is changed holds at once where it can, and is kept. */
final class SettingsMenu {
    private static final String LATER = "; from the next start on";

    private final CommandScope out;
    private final AgentScreen screen;
    private final Agent agent;
    private final List<SettingsList.Setting> list = new ArrayList<>();

    SettingsMenu(CommandScope out) {
        this.out = out;
        this.screen = out.screen();
        this.agent = out.agent();
        looks();
        work();
        hooks();
        rest();
    }

    /** @param words what is searched at first; empty for all */
    void open(String words) throws InterruptedException {
        var look = screen.look;
        screen.menus.<Boolean>openList(
                "Settings",
                "They are kept in " + look.path(screen.folders.agentDir().resolve("settings.json")),
                Hints.of(
                        look.keys.text("tui.select.confirm") + " next value or choices",
                        "type to search",
                        look.keys.text("tui.select.cancel") + " done"),
                done -> new SettingsList(
                                list,
                                screen.menus.visible(),
                                look.theme,
                                look.keys,
                                (id, value) -> screen.background.start("The setting", () -> set(id, value)),
                                () -> done.accept(true))
                        .searching(words));
    }

    private void looks() {
        // format:off
        list.add(new SettingsList.Setting(
                Keys.THEME.name(),
                "Theme",
                "Colours of the screen",
                out.settings().get(Keys.THEME),
                List.of(),
                this::themes));
        choice(Keys.TUI_MODE, "Screen", "Whole screen, or below the shell's lines" + LATER, Choices.TuiMode.values());
        flag(Keys.HIDE_THINKING_BLOCK, "Hide thinking", "Fold what the model thinks");
        choice(Keys.QUIET_STARTUP, "Quiet start", "No header; or without what was loaded", Choices.QuietStartup.values());
        number(Keys.OUTPUT_PAD, "Output margin", "Columns left free beside new messages", 0, 1);
        number(Keys.EDITOR_PADDING_X, "Editor margin", "Columns left free in the editor", 0, 1, 2, 3);
        number(Keys.AUTOCOMPLETE_MAX_VISIBLE, "Completions", "How many are offered at once", 3, 5, 7, 10, 15, 20);
        flag(Keys.TERMINAL_SHOW_IMAGES, "Images", "Show images where the terminal can");
        number(Keys.TERMINAL_IMAGE_WIDTH, "Image width", "Columns that an image may take", 40, 60, 80, 120);
        flag(Keys.TERMINAL_PROGRESS, "Progress", "Show in the terminal's tab or task bar that the agent works");
        // format:on
    }

    private void work() {
        // format:off
        list.add(new SettingsList.Setting(
                Keys.DEFAULT_THINKING_LEVEL.name(),
                "Thinking",
                "How much models think when a session begins; /thinking changes it for this one",
                out.settings().get(Keys.DEFAULT_THINKING_LEVEL).wire(),
                List.of(),
                this::levels));
        flag(Keys.COMPACTION_ENABLED, "Auto-compaction", "Sum the conversation up when the window gets full");
        flag(Keys.RETRY_ENABLED, "Auto-retry", "Ask again when a provider fails for a while");
        choice(Keys.STEERING_MODE, "Steering", "How many waiting messages are sent after the current tools", Choices.QueueMode.values());
        choice(Keys.FOLLOW_UP_MODE, "Follow-ups", "How many waiting messages are sent when the agent would stop", Choices.QueueMode.values());
        choice(Keys.DOUBLE_ESCAPE_ACTION, "Escape twice", "What it opens when the editor is empty", Choices.DoubleEscape.values());
        choice(Keys.TREE_FILTER_MODE, "Tree filter", "What /tree shows at first", Choices.TreeFilter.values());
        flag(Keys.BRANCH_SUMMARY_SKIP, "No branch question", "Leave branches without being asked for a summary");
        flag(Keys.IMAGES_AUTO_RESIZE, "Shrink images", "Make large images smaller before they are sent; after /reload");
        flag(Keys.IMAGES_BLOCK, "Block images", "Never send images to models; after /reload");
        flag(Keys.ENABLE_SKILL_COMMANDS, "Skill commands", "Call skills with /skill:name");
        choice(Keys.CACHE_WARMING, "Cache warming", "When providers are asked to keep what they have read; after /reload", Choices.CacheWarming.values());
        choice(Keys.SESSION_DURABILITY, "Durability", "How much of a session a power failure may take" + LATER, Choices.Durability.values());
        choice(Keys.DEFAULT_PROJECT_TRUST, "Unknown projects", "What becomes of projects without a decision", Choices.ProjectTrust.values());
        // format:on
    }

    private void hooks() {
        // format:off
        number(Keys.HOOK_TIMEOUT, "Hook time limit", "Milliseconds that a hook's handler may take; after /reload", 5_000, 10_000, 30_000, 60_000, 120_000);
        choice(Keys.HOOK_ORDER, "Hook order", "Whose hooks come first; after /reload", Choices.HookOrder.values());
        // format:on
    }

    /** The others by their names, so that all settings are here. */
    private void rest() {
        var listed = list.stream().map(SettingsList.Setting::id).toList();
        for (var setting : Keys.all()) {
            if (!listed.contains(setting.name())) {
                list.add(entry(setting));
            }
        }
    }

    private <T> SettingsList.Setting entry(Setting<T> setting) {
        var json = setting.json(out.settings().get(setting));
        var value = json == null ? "–" : json instanceof String text ? text : Json.write(json);
        var about = setting.about() + ". It must be " + setting.expected() + ".";
        return setting.words().isEmpty()
                ? new SettingsList.Setting(
                        setting.name(),
                        setting.name(),
                        about,
                        value,
                        List.of(),
                        (before, done) ->
                                new TypedSetting(screen.look, setting, before.equals("–") ? "" : before, done))
                : SettingsList.Setting.of(setting.name(), setting.name(), about, value, setting.words());
    }

    private void flag(Setting<Boolean> setting, String label, String about) {
        list.add(SettingsList.Setting.of(
                setting.name(), label, about, String.valueOf(out.settings().get(setting)), List.of("true", "false")));
    }

    private void number(Setting<? extends Number> setting, String label, String about, long... values) {
        var words = new ArrayList<String>();
        for (long value : values) {
            words.add(String.valueOf(value));
        }
        list.add(SettingsList.Setting.of(
                setting.name(), label, about, String.valueOf(out.settings().get(setting)), words));
    }

    private <E extends Enum<E>> void choice(Setting<E> setting, String label, String about, E[] values) {
        var words = new ArrayList<String>();
        for (var value : values) {
            words.add(word(setting, value));
        }
        list.add(SettingsList.Setting.of(
                setting.name(), label, about, word(setting, out.settings().get(setting)), words));
    }

    private static <T> String word(Setting<T> setting, T value) {
        return String.valueOf(setting.json(value));
    }

    /** Every theme is looked at while one goes through them. */
    private Component themes(String before, Consumer<@Nullable String> done) {
        var names = new ArrayList<>(List.of(ThemeChoice.SYSTEM));
        names.addAll(screen.themes.names());
        if (!names.contains(before)) {
            names.add(before);
        }
        return menu("Theme", names, before, name -> screen.themes.choose(name, false), done);
    }

    private Component levels(String before, Consumer<@Nullable String> done) {
        return menu("Thinking", ThinkingLevel.words(), before, _ -> {}, done);
    }

    private Component menu(
            String title, List<String> values, String before, Consumer<String> tried, Consumer<@Nullable String> done) {
        var look = screen.look;
        var menu = new Picker<>(look, values, screen.menus.visible(), Picker.Line::of, chosen -> {
            if (chosen == null) {
                tried.accept(before);
            }
            done.accept(chosen);
        });
        return new Titled(look, title, menu.select(before).onMove(tried));
    }

    /** A list of values, below the name of what they are for. */
    private record Titled(Look look, String title, Picker<String> list) implements Fitted {
        @Override
        public List<String> render(int width, int rows) {
            var lines = new ArrayList<String>();
            lines.add(look.bold(Lines.truncate(title, width)));
            lines.addAll(list.render(width, rows - lines.size()));
            return lines;
        }

        @Override
        public void handleInput(String data) {
            list.handleInput(data);
        }

        @Override
        public void focused(boolean focused) {
            list.focused(focused);
        }
    }

    /** What is typed was looked at before; an empty value takes the key away. */
    private static @Nullable Object json(String id, String value) {
        for (var setting : Keys.all()) {
            if (setting.name().equals(id) && setting.words().isEmpty()) {
                var typed = setting.typed(value);
                return typed == null && !value.isEmpty() ? json(value) : typed;
            }
        }
        return json(value);
    }

    private static Object json(String value) {
        if (value.equals("true") || value.equals("false")) {
            return value.equals("true");
        }
        return !value.isEmpty() && value.chars().allMatch(Character::isDigit) ? (Object) Long.valueOf(value) : value;
    }

    private void set(String id, String value) throws InterruptedException {
        out.change(JsonEdit.nothing().with(List.of(id.split("\\.")), json(id, value)));
        var now = out.settings();
        switch (id) {
            case "theme" -> {
                var problem = screen.themes.choose(value, false);
                if (problem != null) {
                    out.warn(problem);
                }
            }
            case "compaction.enabled" -> agent.setAutoCompaction(now.get(Keys.COMPACTION_ENABLED));
            case "retry.enabled" -> agent.setAutoRetry(now.get(Keys.RETRY_ENABLED));
            case "steeringMode" -> agent.setSteeringMode(now.get(Keys.STEERING_MODE));
            case "followUpMode" -> agent.setFollowUpMode(now.get(Keys.FOLLOW_UP_MODE));
            case "quietStartup" ->
                screen.tui.run(() -> {
                    screen.header.quiet(now.get(Keys.QUIET_STARTUP));
                    screen.layout.headerRow.changed();
                });
            default ->
                screen.tui.run(() -> {
                    screen.settle(now);
                    screen.transcript.refold();
                });
        }
    }
}
