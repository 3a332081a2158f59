package dev.pawl.screen.view;

import dev.pawl.agent.Agent;
import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.ComponentFactory;
import dev.pawl.api.ui.FooterFactory;
import dev.pawl.api.ui.TerminalListener;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.Subscription;
import dev.pawl.base.FailureText;
import dev.pawl.cli.FailureLog;
import dev.pawl.cli.Places;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.bound.Waiting;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.screen.dialog.Dialogs;
import dev.pawl.screen.dialog.Menus;
import dev.pawl.screen.dialog.Questions;
import dev.pawl.screen.look.KeyTable;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.status.Footer;
import dev.pawl.screen.status.FooterFacts;
import dev.pawl.screen.status.GitBranch;
import dev.pawl.screen.status.Header;
import dev.pawl.screen.status.ProgramStatus;
import dev.pawl.screen.status.Statuses;
import dev.pawl.screen.status.TodoLines;
import dev.pawl.screen.status.Widgets;
import dev.pawl.screen.status.Working;
import dev.pawl.screen.transcript.HookDrawings;
import dev.pawl.screen.transcript.Transcript;
import dev.pawl.tui.editor.Editor;
import dev.pawl.tui.screen.Drawing;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.terminal.Terminal;
import dev.pawl.tui.theme.LiveTheme;
import dev.pawl.tui.theme.Themes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The screen of the program: there before the agent is, so that a user can begin to write at once. */
public final class AgentScreen implements AutoCloseable {
    public final Look look;
    public final Layout layout;
    public final Dialogs dialogs;
    public final Menus menus;
    public final Questions questions;
    final Questions hookQuestions;
    public final Statuses statuses = new Statuses();
    final Footer footer;
    public final Header header;
    final Widgets widgets;
    public final Working working;
    public final TodoLines todos;
    public final Writing writing;
    public final Submissions submissions;
    public final Transcript transcript;
    public final ThemeChoice themes;
    public final ExternalEditor outside;
    public final Background background;
    public final Copying copying;
    public final ProgramStatus status;
    public final Folders folders;
    public final Map<String, String> environment;
    public final Tui tui;
    private final ScreenUi ui;
    private final List<TerminalListener> hookListeners = new CopyOnWriteArrayList<>();
    private volatile boolean gone;
    private volatile Settings settings;
    private volatile @Nullable Agent agent;

    /**
     * @param settings those of the user, as far as they are known before a session begins
     * @param themeFiles themes that the command line names
     * @param onlyThose whether no other theme files count
     */
    public AgentScreen(
            Terminal terminal,
            Settings settings,
            Places places,
            String version,
            List<Path> themeFiles,
            boolean onlyThose) {
        this.settings = settings;
        this.folders = places.folders();
        this.environment = places.environment();
        var capabilities = TerminalSettings.over(terminal.capabilities(), settings);
        var depth = capabilities.colors();
        var theme = new LiveTheme(Themes.builtIn("dark", depth));
        tui = new Tui(
                terminal,
                capabilities,
                settings.get(Keys.TUI_MODE) == Choices.TuiMode.FULLSCREEN ? Tui.Mode.FULLSCREEN : Tui.Mode.REGULAR);
        var keys = KeyTable.read(folders.agentDir());
        look = new Look(tui, theme, keys, folders.home());
        look.settle(settings);
        themes =
                new ThemeChoice(theme, depth, folders, environment, this::settings, tui::redraw, themeFiles, onlyThose);
        layout = new Layout(tui);
        submissions = new Submissions(this::showEarly);
        writing = new Writing(look, editing(settings), submissions::submit);
        dialogs = new Dialogs(look, layout.editor, writing::component, this::failed);
        menus = new Menus(look, dialogs);
        writing.onExchange(dialogs::editorChanged);
        writing.onOverdue(this::tookNoText);
        tui.onOverdue(this::left);
        transcript = new Transcript(look, tui.body(), new HookDrawings(this::hooks, this::renderingFailed), this::cwd);
        outside = new ExternalEditor(
                tui, () -> this.settings.get(Keys.EXTERNAL_EDITOR), environment, transcript::warning);
        questions = new Questions(look, dialogs, false, outside::edit, writing::insert);
        hookQuestions = new Questions(look, dialogs, true, outside::edit, writing::insert);
        status = new ProgramStatus(tui, terminal, this::settings, environment);
        working = new Working(
                look, layout.working, this::waiting, dialogs::isOpen, dialogs::isHooksQuestion, status::waitsFor);
        background = new Background(tui, working, transcript, new FailureLog(places));
        widgets = new Widgets(look, layout.above, layout.below);
        var facts = FooterFacts.of(folders.cwd(), GitBranch.of(folders.cwd()));
        footer = new Footer(look, statuses, facts);
        header = new Header(look, version, settings.get(Keys.QUIET_STARTUP), facts);
        todos = new TodoLines(look);
        layout.header.set(header);
        layout.todos.set(todos);
        layout.footer.set(footer);
        layout.editor.set(writing.component());
        ui = new ScreenUi(this);
        copying = new Copying(tui, terminal, environment);
        new MouseActions(tui, copying, outside, environment, this::settings, this::cwd).begin();
        dialogs.onQuestion(waits -> status.asks(waits, dialogs.isHooksQuestion()));
        tui.onInput(new TerminalWords(terminal, themes, status)::onInput);
        tui.onInput(this::hooksListen);
        tui.onEnd(() -> {
            gone = true;
            tui.run(dialogs::cancelAll);
        });
        useLooks();
    }

    /** Uses the theme of the settings, and reports what is wrong with it and with the user's keys. */
    public void useLooks() {
        var problem = themes.choose(settings.get(Keys.THEME), false);
        if (problem != null) {
            transcript.warning(problem);
        }
        look.keys.problems().forEach(transcript::warning);
    }

    /** Takes the terminal and draws. */
    public void start() {
        tui.focus(writing.component());
        tui.start();
        tui.run(status::begin);
        themes.follow(tui, problem -> report("", problem, false));
    }

    /** The user, as hooks see them. */
    public Ui ui() {
        return ui;
    }

    /** Whether the terminal went away. */
    public boolean isGone() {
        return gone;
    }

    public Settings settings() {
        return settings;
    }

    public void settings(Settings settings) {
        this.settings = settings;
    }

    /** Has everything look as the settings name it. */
    public void settle(Settings now) {
        settings = now;
        look.settle(now);
        writing.usual().use(editing(now));
    }

    private static Editor.Options editing(Settings settings) {
        return new Editor.Options(settings.get(Keys.EDITOR_PADDING_X), settings.get(Keys.AUTOCOMPLETE_MAX_VISIBLE));
    }

    /** Shows what the hooks of an agent draw, and which of them it waits for. */
    public void follow(Agent agent) {
        this.agent = agent;
    }

    /** Names the texts that wait; once they are passed on, nothing of that is left. */
    private void showEarly(List<String> texts) {
        if (texts.isEmpty()) {
            transcript.withdrawStatus();
            return;
        }
        writing.setText("");
        transcript.status("It is sent as soon as the agent is ready: " + String.join(" / ", texts));
    }

    private @Nullable Agent begun() {
        var now = agent;
        return now != null && now.hasBegun() && !now.isClosed() ? now : null;
    }

    private List<InstalledHook> hooks() {
        var now = begun();
        return now == null ? List.of() : now.engine().hooks();
    }

    private List<Waiting> waiting() {
        var now = begun();
        return now == null ? List.of() : now.engine().waiting();
    }

    private Path cwd() {
        var now = begun();
        return now == null ? folders.cwd() : now.session().cwd();
    }

    /** Something that a hook brought could not be put on the screen. Any thread. */
    void failed(Throwable problem) {
        renderingFailed(FailureText.of(problem));
    }

    /** A hook's dialog or editor that did not come back from a key goes. */
    private void left(Component component) {
        transcript.warning(Drawing.name(component) + " of a hook takes too long to take a key, so it is closed");
        if (component == writing.component()) {
            writing.use(null);
        } else {
            dialogs.leave(component);
        }
    }

    private void tookNoText(Component editor) {
        transcript.warning(
                Drawing.name(editor) + " of a hook takes too long to take or return its text, so it is closed");
    }

    private void renderingFailed(String what) {
        tui.run(() -> transcript.warning("A hook could not draw something, " + what));
    }

    // Notices

    /** Something the user should read. Any thread. */
    public void report(String where, String message, boolean error) {
        var text = where.isEmpty() || message.startsWith(where) ? message : look.path(where) + ": " + message;
        tui.run(() -> {
            if (error) {
                transcript.error(text);
            } else {
                transcript.warning(text);
            }
        });
    }

    /** Any thread. */
    public void hookFailed(HookError error) {
        tui.run(() -> transcript.hookFailed(error));
    }

    /** What takes so long, or null when it is over. Any thread. */
    public void progress(@Nullable String what) {
        tui.run(() -> working.doing(what == null ? null : what + "…"));
    }

    // What hooks exchange

    Subscription hookInput(TerminalListener listener) {
        hookListeners.add(listener);
        return () -> hookListeners.remove(listener);
    }

    private @Nullable String hooksListen(String data) {
        String current = data;
        for (var listener : List.copyOf(hookListeners)) {
            try {
                var before = current;
                current = Drawing.<@Nullable String>made(() -> listener.onInput(before));
            } catch (RuntimeException e) {
                hookListeners.remove(listener);
                transcript.warning("A hook's listener to the terminal failed and is taken away: " + FailureText.of(e));
            }
            if (current == null) {
                return null;
            }
        }
        return current;
    }

    void footer(@Nullable FooterFactory factory) {
        var next = factory == null
                ? footer
                : Objects.requireNonNull(Drawing.made(() -> factory.create(tui, look.theme, footer)));
        if (layout.footer.get() != footer) {
            Drawing.dispose(layout.footer.get());
        }
        layout.footer.set(next);
        tui.requestRender();
    }

    /** Shows what is true now. */
    void show(FooterFacts facts) {
        footer.show(facts);
        if (header.show(facts)) {
            layout.headerRow.changed();
        }
    }

    void header(@Nullable ComponentFactory factory) {
        var next = factory == null
                ? header
                : Objects.requireNonNull(Drawing.made(() -> factory.create(layout.headerRow, look.theme)));
        if (layout.header.get() != header) {
            Drawing.dispose(layout.header.get());
        }
        layout.header.set(next);
        layout.headerRow.changed();
    }

    public void expand(boolean expanded) {
        if (look.toolsExpanded != expanded) {
            look.toolsExpanded = expanded;
            transcript.refold();
        }
    }

    /** Takes away all that hooks put on the screen, because they are let go. Any thread; waits for it. */
    public void forgetHooks() throws InterruptedException {
        tui.call(() -> {
            transcript.loading();
            dialogs.cancelHooks();
            ui.reset();
            hookListeners.clear();
            widgets.clear();
            statuses.clear();
            footer.forgetListeners();
            footer(null);
            header(null);
            writing.reset();
            working.reset();
            look.thinkingLabel(null);
            tui.requestRender();
            return true;
        });
    }

    /** Gives the terminal back. Any thread. */
    @Override
    public void close() {
        tui.close();
    }

    /** The texts that the user sends. Those that nothing receives yet are kept in order. Belongs to the screen's thread. */
    public static final class Submissions {
        private final Consumer<List<String>> kept;
        private final List<String> early = new ArrayList<>();
        private @Nullable Consumer<String> receiver;
        private int holds;

        /** @param kept receives all texts that are kept, when another one is added or they are about to be passed on */
        Submissions(Consumer<List<String>> kept) {
            this.kept = kept;
        }

        public void submit(String text) {
            var now = receiver;
            if (now != null && holds == 0) {
                now.accept(text);
            } else if (!text.isBlank()) {
                early.add(text.strip());
                kept.accept(List.copyOf(early));
            }
        }

        /** Passes the texts that were kept, and all later ones, to a receiver. */
        public void receive(Consumer<String> receiver) {
            this.receiver = receiver;
            passOn();
        }

        /** Keeps all texts from now on, until {@link #release}. */
        public void hold() {
            holds++;
        }

        public boolean isHeld() {
            return holds > 0;
        }

        public void release() {
            holds--;
            passOn();
        }

        /** One of the texts may have the others kept again. */
        private void passOn() {
            var now = receiver;
            if (now != null && holds == 0 && !early.isEmpty()) {
                kept.accept(List.of());
            }
            while (now != null && holds == 0 && !early.isEmpty()) {
                now.accept(early.removeFirst());
            }
        }
    }
}
