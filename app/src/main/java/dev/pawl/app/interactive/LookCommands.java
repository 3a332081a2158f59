package dev.pawl.app.interactive;

import dev.pawl.config.Choices;
import dev.pawl.config.JsonEdit;
import dev.pawl.config.Keys;
import dev.pawl.config.Setting;
import dev.pawl.tui.component.SettingsList;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The commands about the screen itself: settings, keys, help, and what is copied off it. */
final class LookCommands {
    private final Desk desk;
    private final Menus menus;

    LookCommands(Desk desk, Menus menus) {
        this.desk = desk;
        this.menus = menus;
    }

    // Settings

    void settings() throws InterruptedException {
        menus.<Boolean>open(
                "Settings",
                "They are kept in "
                        + desk.face().look.path(desk.face().folders.agentDir().resolve("settings.json")),
                desk.face().look.keys.text("tui.select.confirm") + " next value · "
                        + desk.face().look.keys.text("tui.select.cancel") + " done",
                done -> new SettingsList(
                        list(),
                        menus.visible(),
                        desk.face().look.theme,
                        desk.face().look.keys,
                        (id, value) -> desk.face().background.start("The setting", () -> set(id, value)),
                        () -> done.accept(true)));
    }

    private List<SettingsList.Setting> list() {
        var list = new ArrayList<SettingsList.Setting>();
        var themes = new ArrayList<>(List.of(ThemeChoice.SYSTEM));
        themes.addAll(desk.face().themes.names());
        list.add(SettingsList.Setting.of(
                "theme", "Theme", "Colours of the screen", desk.settings().get(Keys.THEME), themes));
        choice(
                list,
                Keys.TUI_MODE,
                "Screen",
                "Whole screen, or below the shell's lines; from the next start on",
                Choices.TuiMode.values());
        flag(list, Keys.HIDE_THINKING_BLOCK, "Hide thinking", "Fold what the model thinks");
        flag(list, Keys.COMPACTION_ENABLED, "Auto-compaction", "Sum the conversation up when the window gets full");
        flag(list, Keys.RETRY_ENABLED, "Auto-retry", "Ask again when a provider fails for a while");
        choice(
                list,
                Keys.STEERING_MODE,
                "Steering",
                "How many waiting messages are said after the current tools",
                Choices.QueueMode.values());
        choice(
                list,
                Keys.FOLLOW_UP_MODE,
                "Follow-ups",
                "How many waiting messages are said when the agent would stop",
                Choices.QueueMode.values());
        choice(
                list,
                Keys.DOUBLE_ESCAPE_ACTION,
                "Escape twice",
                "What it opens when the editor is empty",
                Choices.DoubleEscape.values());
        choice(list, Keys.TREE_FILTER_MODE, "Tree filter", "What /tree shows at first", Choices.TreeFilter.values());
        flag(list, Keys.BRANCH_SUMMARY_SKIP, "No branch question", "Leave branches without being asked for a summary");
        flag(list, Keys.QUIET_STARTUP, "Quiet start", "No header; from the next start on");
        flag(list, Keys.TERMINAL_SHOW_IMAGES, "Images", "Show images where the terminal can");
        flag(list, Keys.IMAGES_BLOCK, "Block images", "Never send images to models");
        flag(list, Keys.ENABLE_SKILL_COMMANDS, "Skill commands", "Call skills with /skill:name");
        choice(
                list,
                Keys.DEFAULT_PROJECT_TRUST,
                "Unknown projects",
                "What becomes of projects nobody decided about",
                Choices.ProjectTrust.values());
        return list;
    }

    private void flag(List<SettingsList.Setting> list, Setting<Boolean> setting, String label, String about) {
        list.add(SettingsList.Setting.of(
                name(setting), label, about, String.valueOf(desk.settings().get(setting)), List.of("true", "false")));
    }

    private <E extends Enum<E>> void choice(
            List<SettingsList.Setting> list, Setting<E> setting, String label, String about, E[] values) {
        var words = new ArrayList<String>();
        for (var value : values) {
            words.add(word(value));
        }
        list.add(SettingsList.Setting.of(
                name(setting), label, about, word(desk.settings().get(setting)), words));
    }

    private static String name(Setting<?> setting) {
        return setting.name();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void set(String id, String value) throws InterruptedException {
        Object json = value.equals("true") || value.equals("false") ? value.equals("true") : value;
        desk.change(JsonEdit.nothing().with(List.of(id.split("\\.")), json));
        var face = desk.face();
        var now = desk.settings();
        switch (id) {
            case "theme" -> {
                var problem = face.themes.choose(value, false);
                if (problem != null) {
                    desk.warn(problem);
                }
            }
            case "compaction.enabled" -> desk.agent().setAutoCompaction(now.get(Keys.COMPACTION_ENABLED));
            case "retry.enabled" -> desk.agent().setAutoRetry(now.get(Keys.RETRY_ENABLED));
            case "steeringMode" -> desk.agent().setSteeringMode(now.get(Keys.STEERING_MODE));
            case "followUpMode" -> desk.agent().setFollowUpMode(now.get(Keys.FOLLOW_UP_MODE));
            case "hideThinkingBlock", "terminal.showImages" ->
                face.tui().run(() -> {
                    face.look.thinkingHidden = now.get(Keys.HIDE_THINKING_BLOCK);
                    face.look.showImages = now.get(Keys.TERMINAL_SHOW_IMAGES);
                    face.transcript.refold();
                });
            default -> {}
        }
    }

    // Copying

    void copy() throws InterruptedException {
        var text = desk.agent().lastText();
        if (text == null) {
            desk.status("The model has not said anything yet.");
            return;
        }
        desk.face().copy(text);
        Clipboard.copy(text, desk.face().environment);
        desk.status("The last answer is copied.");
    }

    // Reading

    /** A line of a report: a name, and what it is for. */
    private record Entry(String name, String about) {}

    void hotkeys() {
        var look = desk.face().look;
        var entries = new ArrayList<Entry>();
        for (var action : look.keys.actions()) {
            var keys = look.keys.text(action);
            if (!keys.isEmpty()) {
                entries.add(new Entry(keys, look.keys.description(action)));
            }
        }
        desk.shortcuts()
                .of(desk.agent().engine().hooks())
                .forEach((key, bound) -> entries.add(new Entry(
                        key,
                        bound.shortcut().description() + " ("
                                + look.path(bound.hook().path()) + ")")));
        show("Keys; yours are in " + look.path(desk.face().folders.agentDir().resolve("keybindings.json")), entries);
    }

    void help(List<BuiltinCommands.Builtin> commands) {
        var entries = new ArrayList<Entry>();
        for (var command : commands) {
            var argument = command.argument();
            entries.add(
                    new Entry("/" + command.name() + (argument == null ? "" : " " + argument), command.description()));
        }
        for (var info : desk.agent().commands()) {
            var about = info.description();
            entries.add(new Entry("/" + info.name(), about == null ? "" : about));
        }
        entries.add(new Entry("!command", "runs it in the shell; the model sees what came of it"));
        entries.add(new Entry("!!command", "runs it in the shell; the model does not"));
        entries.add(new Entry("@file", "names a file; type a few letters of it"));
        show("Commands", entries);
    }

    private void show(String title, List<Entry> entries) {
        var look = desk.face().look;
        int widest = 0;
        for (var entry : entries) {
            widest = Math.max(widest, Math.min(30, Columns.of(entry.name())));
        }
        int column = widest;
        desk.report(new Styled(
                () -> {
                    var text = new StringBuilder(look.bold(title));
                    for (var entry : entries) {
                        text.append('\n')
                                .append(look.accent(Lines.pad(Untrusted.line(entry.name()), column)))
                                .append("  ")
                                .append(look.muted(Untrusted.line(entry.about())));
                    }
                    return text.toString();
                },
                look.outputPad,
                false));
    }

    void changelog() throws IOException {
        try (var in = LookCommands.class.getResourceAsStream("CHANGELOG.md")) {
            desk.reportMarkdown(
                    in == null
                            ? "This build has no changelog in it; CHANGELOG.md of the sources is one."
                            : new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
