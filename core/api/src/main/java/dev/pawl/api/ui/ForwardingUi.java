package dev.pawl.api.ui;

import dev.pawl.api.value.Mode;
import dev.pawl.api.value.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A user interface that passes every call on to another one, for those that change or add a few. */
public abstract class ForwardingUi implements Ui {
    /** Returns the user interface that answers; asked at every call. */
    protected abstract Ui target();

    @Override
    public Mode mode() {
        return target().mode();
    }

    @Override
    public boolean hasUser() {
        return target().hasUser();
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        return target().select(title, options, dialog);
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        return target().confirm(title, message, dialog);
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        return target().input(title, placeholder, dialog);
    }

    @Override
    public Optional<String> editor(String title, String prefill) throws InterruptedException {
        return target().editor(title, prefill);
    }

    @Override
    public <T> Optional<T> custom(DialogFactory<T> factory) throws InterruptedException {
        return target().custom(factory);
    }

    /** Goes through the other method of this name, so that overriding that one is enough. */
    @Override
    public <T> Optional<T> overlay(DialogFactory<T> factory, OverlayOptions options) throws InterruptedException {
        return overlay(factory, options, _ -> {});
    }

    @Override
    public <T> Optional<T> overlay(DialogFactory<T> factory, OverlayOptions options, Consumer<OverlayHandle> shown)
            throws InterruptedException {
        return target().overlay(factory, options, shown);
    }

    @Override
    public void notify(String message, Severity severity) {
        target().notify(message, severity);
    }

    @Override
    public void notify(String message, String kind) {
        target().notify(message, kind);
    }

    @Override
    public void clearWidget(String key) {
        target().clearWidget(key);
    }

    @Override
    public void clearWidget(String key, Placement placement) {
        target().clearWidget(key, placement);
    }

    @Override
    public void setStatus(String key, @Nullable String text) {
        target().setStatus(key, text);
    }

    @Override
    public void setWidget(String key, List<String> lines, Placement placement) {
        target().setWidget(key, lines, placement);
    }

    @Override
    public void setWidget(String key, List<String> lines) {
        target().setWidget(key, lines);
    }

    @Override
    public void setWidget(String key, ComponentFactory factory, Placement placement) {
        target().setWidget(key, factory, placement);
    }

    @Override
    public void setWorkingMessage(@Nullable String message) {
        target().setWorkingMessage(message);
    }

    @Override
    public @Nullable String workingMessage() {
        return target().workingMessage();
    }

    @Override
    public void setWorkingVisible(boolean visible) {
        target().setWorkingVisible(visible);
    }

    @Override
    public void setWorkingIndicator(List<String> frames, Duration interval) {
        target().setWorkingIndicator(frames, interval);
    }

    @Override
    public void resetWorkingIndicator() {
        target().resetWorkingIndicator();
    }

    @Override
    public void setHiddenThinkingLabel(@Nullable String label) {
        target().setHiddenThinkingLabel(label);
    }

    @Override
    public void setFooter(@Nullable FooterFactory factory) {
        target().setFooter(factory);
    }

    @Override
    public void setHeader(@Nullable ComponentFactory factory) {
        target().setHeader(factory);
    }

    @Override
    public void setTitle(String title) {
        target().setTitle(title);
    }

    @Override
    public ShownComponent show(Component component) {
        return target().show(component);
    }

    @Override
    public void setEditorText(String text) {
        target().setEditorText(text);
    }

    @Override
    public String editorText() {
        return target().editorText();
    }

    @Override
    public void pasteToEditor(String text) {
        target().pasteToEditor(text);
    }

    @Override
    public Subscription addAutocompletion(Autocompletion.Wrapper wrapper) {
        return target().addAutocompletion(wrapper);
    }

    @Override
    public void setEditor(@Nullable EditorFactory factory) {
        target().setEditor(factory);
    }

    @Override
    public @Nullable EditorFactory editor() {
        return target().editor();
    }

    @Override
    public Subscription onTerminalInput(TerminalListener listener) {
        return target().onTerminalInput(listener);
    }

    @Override
    public Theme theme() {
        return target().theme();
    }

    @Override
    public List<String> themes() {
        return target().themes();
    }

    @Override
    public @Nullable Theme theme(String name) {
        return target().theme(name);
    }

    @Override
    public @Nullable String setTheme(String name) {
        return target().setTheme(name);
    }

    @Override
    public boolean toolsExpanded() {
        return target().toolsExpanded();
    }

    @Override
    public void setToolsExpanded(boolean expanded) {
        target().setToolsExpanded(expanded);
    }
}
