package dev.pawl.testkit;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.ComponentFactory;
import dev.pawl.api.ui.DialogFactory;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.EditorFactory;
import dev.pawl.api.ui.EditorFactory.EditorComponent;
import dev.pawl.api.ui.FooterFactory;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.OverlayOptions;
import dev.pawl.api.ui.Placement;
import dev.pawl.api.ui.Severity;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A fake user: answers dialogs from a script and remembers all that was shown.
 *
 * <p>A dialog that was not scripted is an {@link AssertionError}, so a test cannot pass by an answer it did not give.
 */
public final class FakeUi extends NoUi {
    private static final Object CANCEL = new Object();

    private record Late(Object answer, Meanwhile meanwhile) {}

    private final Deque<Object> answers = new ArrayDeque<>();
    private final List<String> shown = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> statuses = Collections.synchronizedMap(new TreeMap<>());
    private final Map<String, Component> widgets = Collections.synchronizedMap(new TreeMap<>());
    private final FakeScreen screen = new FakeScreen();
    private volatile @Nullable Component header;
    private volatile @Nullable Component footer;
    private volatile @Nullable EditorFactory editorFactory;
    private volatile @Nullable EditorComponent editor;
    private volatile @Nullable String branch;
    private String editorText = "";

    /** Answers the next confirmation. */
    public FakeUi answer(boolean confirmed) {
        return script(confirmed);
    }

    /** Answers the next selection, input or editor. */
    public FakeUi answer(String text) {
        return script(text);
    }

    /** Answers the next dialog of the hook's own. */
    public FakeUi answer(Object value) {
        return script(value);
    }

    /** Plays the next dialog of the hook's own: it is made, drawn and typed to, and must end before the play does. */
    public FakeUi play(Play play) {
        return script(play);
    }

    /** What a user does in a dialog of the hook's own. */
    @FunctionalInterface
    public interface Play {
        void at(FakeDialog dialog) throws Exception;
    }

    /** Answers the next dialog after something has happened while it was open. */
    public FakeUi answerAfter(Meanwhile meanwhile, Object value) {
        return script(new Late(value, meanwhile));
    }

    /** Happens while a dialog is open. */
    @FunctionalInterface
    public interface Meanwhile {
        void happens() throws InterruptedException;
    }

    /** Cancels the next dialog. */
    public FakeUi cancel() {
        return script(CANCEL);
    }

    /** What was shown and asked, in order: {@code notify info: Done}, {@code confirm: Title | message}. */
    public List<String> shown() {
        return List.copyOf(shown);
    }

    public Map<String, String> statuses() {
        return Map.copyOf(statuses);
    }

    /** What stands next to the editor, as it is drawn now. */
    public Map<String, List<String>> widgets() {
        var drawn = new TreeMap<String, List<String>>();
        for (var widget : Map.copyOf(widgets).entrySet()) {
            drawn.put(widget.getKey(), screen.draw(widget.getValue()));
        }
        return drawn;
    }

    /** The hook's footer as it is drawn now; nothing while it is the ordinary one. */
    public List<String> footer() {
        return screen.draw(footer);
    }

    /** The hook's header as it is drawn now; nothing while it is the ordinary one. */
    public List<String> header() {
        return screen.draw(header);
    }

    /** The hook's editor; null while it is the ordinary one. */
    public @Nullable EditorComponent editorComponent() {
        return editor;
    }

    /** How often something asked to be drawn again. */
    public int renderRequests() {
        return screen.requests();
    }

    /** Notifies footers of another branch. */
    public FakeUi branch(@Nullable String name) {
        branch = name;
        screen.branchChanged();
        return this;
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        var answer = ask("select: " + title + " | " + String.join(", ", options), String.class);
        answer.filter(text -> !options.contains(text)).ifPresent(text -> {
            throw new AssertionError("the script answers \"" + text + "\", but the options are " + options);
        });
        return answer;
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        return ask("confirm: " + title + " | " + message, Boolean.class).orElse(false);
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        return ask("input: " + title, String.class);
    }

    @Override
    public Optional<String> editor(String title, String prefill) throws InterruptedException {
        return ask("editor: " + title, String.class);
    }

    @Override
    public <T> Optional<T> custom(DialogFactory<T> factory) throws InterruptedException {
        return component("custom", factory);
    }

    @Override
    public <T> Optional<T> overlay(DialogFactory<T> factory, OverlayOptions options) throws InterruptedException {
        return component("overlay: " + options.anchor().name().toLowerCase(Locale.ROOT), factory);
    }

    @SuppressWarnings("unchecked") // The script's author knows what the dialog answers.
    private <T> Optional<T> component(String question, DialogFactory<T> factory) throws InterruptedException {
        var answer = ask(question, Object.class);
        return answer.isPresent() && answer.get() instanceof Play play
                ? FakeDialog.play(play, factory, screen)
                : (Optional<T>) answer;
    }

    @Override
    public void notify(String message, Severity severity) {
        shown.add("notify " + severity.name().toLowerCase(Locale.ROOT) + ": " + message);
    }

    @Override
    public void setStatus(String key, @Nullable String text) {
        if (text == null) {
            statuses.remove(key);
        } else {
            statuses.put(key, text);
        }
    }

    @Override
    public void setWidget(String key, List<String> lines, Placement placement) {
        var kept = List.copyOf(lines);
        widget(key, kept.isEmpty() ? null : _ -> kept);
    }

    @Override
    public void setWidget(String key, ComponentFactory factory, Placement placement) {
        widget(key, factory.create(screen, FakeScreen.THEME));
    }

    private void widget(String key, @Nullable Component component) {
        dispose(component == null ? widgets.remove(key) : widgets.put(key, component));
    }

    private static void dispose(@Nullable Component before) {
        if (before != null) {
            before.dispose();
        }
    }

    @Override
    public void setHeader(@Nullable ComponentFactory factory) {
        dispose(header);
        header = factory == null ? null : factory.create(screen, FakeScreen.THEME);
    }

    @Override
    public void setFooter(@Nullable FooterFactory factory) {
        dispose(footer);
        footer = factory == null
                ? null
                : factory.create(screen, FakeScreen.THEME, screen.footerData(() -> branch, this::statuses));
    }

    @Override
    public void setEditor(@Nullable EditorFactory factory) {
        dispose(editor);
        editorFactory = factory;
        var made = factory == null ? null : factory.create(screen, FakeScreen.THEME, FakeScreen.KEYS);
        editor = made;
        if (made != null) {
            made.onSubmit(text -> shown.add("submitted: " + text));
        }
    }

    @Override
    public @Nullable EditorFactory editor() {
        return editorFactory;
    }

    @Override
    public void setTitle(String title) {
        shown.add("title: " + title);
    }

    @Override
    public void setHiddenThinkingLabel(@Nullable String label) {
        shown.add("thinking label: " + label);
    }

    @Override
    public void setWorkingIndicator(List<String> frames, Duration interval) {
        shown.add("indicator: " + frames);
    }

    @Override
    public void resetWorkingIndicator() {
        shown.add("indicator: ordinary");
    }

    @Override
    public void setEditorText(String text) {
        editorText = text;
    }

    @Override
    public String editorText() {
        return editorText;
    }

    @Override
    public void pasteToEditor(String text) {
        editorText += text;
    }

    private synchronized @Nullable Object next() {
        return answers.poll();
    }

    private synchronized FakeUi script(Object answer) {
        answers.add(answer);
        return this;
    }

    private <T> Optional<T> ask(String question, Class<T> type) throws InterruptedException {
        shown.add(question);
        var answer = next();
        if (answer == null) {
            throw new AssertionError("no answer scripted for " + question);
        }
        if (answer instanceof Late(var later, var meanwhile)) {
            meanwhile.happens();
            answer = later;
        }
        if (answer == CANCEL) {
            return Optional.empty();
        }
        if (!type.isInstance(answer)) {
            throw new AssertionError("the script answers " + answer + " to " + question);
        }
        return Optional.of(type.cast(answer));
    }
}
