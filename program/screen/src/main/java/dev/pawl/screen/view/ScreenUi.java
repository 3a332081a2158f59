package dev.pawl.screen.view;

import dev.pawl.api.ui.Autocompletion;
import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.ComponentFactory;
import dev.pawl.api.ui.DialogFactory;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.EditorFactory;
import dev.pawl.api.ui.FooterFactory;
import dev.pawl.api.ui.OverlayHandle;
import dev.pawl.api.ui.OverlayOptions;
import dev.pawl.api.ui.Placement;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.ui.ShownComponent;
import dev.pawl.api.ui.TerminalListener;
import dev.pawl.api.ui.Theme;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.Subscription;
import dev.pawl.screen.dialog.Dialogs;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.component.Loader;
import dev.pawl.tui.screen.Drawing;
import dev.pawl.tui.screen.Tui;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The user in front of the screen, as hooks see them. Every member may be called from any thread. */
final class ScreenUi implements Ui {
    private final AgentScreen screen;
    private final Tui tui;
    private final Look look;
    private final List<Subscription> listening = new CopyOnWriteArrayList<>();
    private volatile @Nullable EditorFactory editorFactory;
    private volatile @Nullable String workingMessage;

    ScreenUi(AgentScreen screen) {
        this.screen = screen;
        this.look = screen.look;
        this.tui = look.tui;
    }

    @Override
    public Mode mode() {
        return Mode.TUI;
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        return screen.hookQuestions.select(title, options, dialog);
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        return screen.hookQuestions.confirm(title, message, dialog);
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        return screen.hookQuestions.input(title, placeholder, dialog);
    }

    @Override
    public Optional<String> editor(String title, String prefill) throws InterruptedException {
        return screen.hookQuestions.editor(title, prefill);
    }

    @Override
    public void notify(String message, Severity severity) {
        tui.run(() -> {
            if (severity == Severity.ERROR) {
                screen.transcript.error(message);
            } else if (severity == Severity.WARNING) {
                screen.transcript.warning(message);
            } else {
                screen.transcript.notice(message);
            }
        });
    }

    @Override
    public void setStatus(String key, @Nullable String text) {
        screen.statuses.set(key, text);
        tui.requestRender();
    }

    @Override
    public void setWidget(String key, List<String> lines, Placement placement) {
        var kept = List.copyOf(lines);
        tui.run(() -> screen.widgets.set(key, kept, placement));
    }

    @Override
    public void setWidget(String key, ComponentFactory factory, Placement placement) {
        put(() -> screen.widgets.set(
                key, Objects.requireNonNull(Drawing.made(() -> factory.create(tui, look.theme))), placement));
    }

    @Override
    public void setWorkingMessage(@Nullable String message) {
        workingMessage = message;
        tui.run(() -> screen.working.message(message));
    }

    @Override
    public @Nullable String workingMessage() {
        return workingMessage;
    }

    @Override
    public void setWorkingVisible(boolean visible) {
        tui.run(() -> screen.working.visible(visible));
    }

    @Override
    public void setWorkingIndicator(List<String> frames, Duration interval) {
        var kept = List.copyOf(frames);
        tui.run(() -> screen.working.indicator(kept, interval));
    }

    @Override
    public void resetWorkingIndicator() {
        tui.run(() -> screen.working.indicator(Loader.FRAMES, Loader.INTERVAL));
    }

    @Override
    public void setHiddenThinkingLabel(@Nullable String label) {
        tui.run(() -> {
            look.thinkingLabel(label);
            if (look.thinkingHidden) {
                screen.transcript.refold();
            }
        });
    }

    @Override
    public void setFooter(@Nullable FooterFactory factory) {
        put(() -> screen.footer(factory));
    }

    @Override
    public void setHeader(@Nullable ComponentFactory factory) {
        put(() -> screen.header(factory));
    }

    @Override
    public void setTitle(String title) {
        tui.title(title);
    }

    @Override
    public <T> Optional<T> custom(DialogFactory<T> factory) throws InterruptedException {
        return screen.dialogs.ask(
                Dialogs.Kind.COMPONENT,
                true,
                null,
                done -> Drawing.made(() -> factory.create(tui, look.theme, look.keys, done::accept)));
    }

    @Override
    public <T> Optional<T> overlay(DialogFactory<T> factory, OverlayOptions options) throws InterruptedException {
        return overlay(factory, options, _ -> {});
    }

    @Override
    public <T> Optional<T> overlay(DialogFactory<T> factory, OverlayOptions options, Consumer<OverlayHandle> shown)
            throws InterruptedException {
        return screen.dialogs.ask(
                Dialogs.Kind.COMPONENT,
                true,
                options,
                overlay -> shown.accept(new DistantOverlay(tui, overlay)),
                done -> Drawing.made(() -> factory.create(tui, look.theme, look.keys, done::accept)));
    }

    @Override
    public ShownComponent show(Component component) {
        var shown = new HookComponent(component);
        tui.run(shown::open);
        return shown;
    }

    /** A component of a hook's in the place of the editor; its dialog belongs to the screen's thread. */
    private final class HookComponent implements ShownComponent {
        private final Component component;
        private Dialogs.@Nullable Open dialog;

        HookComponent(Component component) {
            this.component = component;
        }

        void open() {
            dialog = screen.dialogs.show(component, true);
        }

        @Override
        public void close() {
            tui.run(() -> {
                if (dialog != null) {
                    screen.dialogs.close(dialog);
                }
            });
        }

        @Override
        public void requestRender() {
            tui.requestRender();
        }
    }

    @Override
    public void setEditorText(String text) {
        tui.run(() -> screen.writing.setText(text));
    }

    @Override
    public String editorText() {
        try {
            return tui.call(screen.writing::text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    @Override
    public void pasteToEditor(String text) {
        tui.run(() -> screen.writing.insert(text));
    }

    @Override
    public Subscription addAutocompletion(Autocompletion.Wrapper wrapper) {
        var added = new AddedCompletion();
        tui.run(() -> added.to(wrapper));
        return added;
    }

    /** An autocompletion of a hook's; belongs to the screen's thread. */
    private final class AddedCompletion implements Subscription {
        private @Nullable Subscription subscription;

        void to(Autocompletion.Wrapper wrapper) {
            subscription = screen.writing.wrap(wrapper);
        }

        @Override
        public void close() {
            tui.run(() -> {
                if (subscription != null) {
                    subscription.close();
                }
            });
        }
    }

    @Override
    public void setEditor(@Nullable EditorFactory factory) {
        editorFactory = factory;
        put(() -> screen.writing.use(factory));
    }

    @Override
    public @Nullable EditorFactory editor() {
        return editorFactory;
    }

    @Override
    public Subscription onTerminalInput(TerminalListener listener) {
        var subscription = screen.hookInput(listener);
        listening.add(subscription);
        return () -> {
            listening.remove(subscription);
            subscription.close();
        };
    }

    @Override
    public Theme theme() {
        return look.theme;
    }

    @Override
    public List<String> themes() {
        return screen.themes.names();
    }

    @Override
    public @Nullable Theme theme(String name) {
        return screen.themes.find(name);
    }

    @Override
    public @Nullable String setTheme(String name) {
        return screen.themes.choose(name, true);
    }

    @Override
    public boolean toolsExpanded() {
        return look.toolsExpanded;
    }

    @Override
    public void setToolsExpanded(boolean expanded) {
        tui.run(() -> screen.expand(expanded));
    }

    /** Has the screen's thread put something of a hook's in its place; if that fails, it is reported. */
    private void put(Runnable work) {
        tui.run(() -> {
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                screen.failed(e);
            }
        });
    }

    /** Takes away all that hooks put on the screen. On the screen's thread. */
    void reset() {
        listening.forEach(Subscription::close);
        listening.clear();
        editorFactory = null;
    }
}
