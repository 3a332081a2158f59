package dev.pawl.api.ui;

import dev.pawl.api.value.Mode;
import dev.pawl.api.value.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** No user: every dialog is cancelled at once and nothing is shown. A base for implementations that show a little. */
public class NoUi implements Ui {
    private static final Subscription NOTHING = () -> {};

    @Override
    public Mode mode() {
        return Mode.PRINT;
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        return Optional.empty();
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        return false;
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        return Optional.empty();
    }

    @Override
    public Optional<String> editor(String title, String prefill) throws InterruptedException {
        return Optional.empty();
    }

    @Override
    public void notify(String message, Severity severity) {}

    @Override
    public void setStatus(String key, @Nullable String text) {}

    @Override
    public void setWidget(String key, List<String> lines, Placement placement) {}

    @Override
    public void setWidget(String key, ComponentFactory factory, Placement placement) {}

    @Override
    public void setWorkingMessage(@Nullable String message) {}

    @Override
    public void setWorkingVisible(boolean visible) {}

    @Override
    public void setWorkingIndicator(List<String> frames, Duration interval) {}

    @Override
    public void resetWorkingIndicator() {}

    @Override
    public void setHiddenThinkingLabel(@Nullable String label) {}

    @Override
    public void setFooter(@Nullable FooterFactory factory) {}

    @Override
    public void setHeader(@Nullable ComponentFactory factory) {}

    @Override
    public void setTitle(String title) {}

    @Override
    public <T> Optional<T> custom(DialogFactory<T> factory) throws InterruptedException {
        return Optional.empty();
    }

    @Override
    public <T> Optional<T> overlay(DialogFactory<T> factory, OverlayOptions options) throws InterruptedException {
        return Optional.empty();
    }

    @Override
    public ShownComponent show(Component component) {
        return new ShownComponent() {
            @Override
            public void close() {}

            @Override
            public void requestRender() {}
        };
    }

    @Override
    public void setEditorText(String text) {}

    @Override
    public String editorText() {
        return "";
    }

    @Override
    public void pasteToEditor(String text) {}

    @Override
    public Subscription addAutocompletion(Autocompletion.Wrapper wrapper) {
        return NOTHING;
    }

    @Override
    public void setEditor(@Nullable EditorFactory factory) {}

    @Override
    public @Nullable EditorFactory editor() {
        return null;
    }

    @Override
    public Subscription onTerminalInput(TerminalListener listener) {
        return NOTHING;
    }

    @Override
    public Theme theme() {
        return new PlainTheme();
    }

    @Override
    public List<String> themes() {
        return List.of();
    }

    @Override
    public @Nullable Theme theme(String name) {
        return null;
    }

    @Override
    public @Nullable String setTheme(String name) {
        return "UI not available";
    }

    @Override
    public boolean toolsExpanded() {
        return false;
    }

    @Override
    public void setToolsExpanded(boolean expanded) {}
}
