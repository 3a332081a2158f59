package dev.pawl.testkit;

import dev.pawl.api.ui.ComponentFactory;
import dev.pawl.api.ui.DialogFactory;
import dev.pawl.api.ui.DialogOptions;
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
 * A person of paper: answers dialogs from a script and remembers all that was shown.
 *
 * <p>A dialog that nobody scripted is an {@link AssertionError}, so a test cannot pass by an answer it did not give.
 */
public final class PaperUi extends NoUi {
    private static final Object CANCEL = new Object();

    private record Late(Object answer, Duration delay) {}

    private final Deque<Object> answers = new ArrayDeque<>();
    private final List<String> shown = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> statuses = Collections.synchronizedMap(new TreeMap<>());
    private final Map<String, List<String>> widgets = Collections.synchronizedMap(new TreeMap<>());
    private String editorText = "";

    /** Answers the next confirmation. */
    public PaperUi answer(boolean confirmed) {
        return script(confirmed);
    }

    /** Answers the next selection, input or editor. */
    public PaperUi answer(String text) {
        return script(text);
    }

    /** Answers the next dialog of the hook's own. */
    public PaperUi answer(Object value) {
        return script(value);
    }

    /** Answers the next dialog, but only after a while. */
    public PaperUi answerLater(Object value, Duration delay) {
        return script(new Late(value, delay));
    }

    /** Cancels the next dialog. */
    public PaperUi cancel() {
        return script(CANCEL);
    }

    /** What was shown and asked, in order: {@code notify info: Done}, {@code confirm: Title | message}. */
    public List<String> shown() {
        return List.copyOf(shown);
    }

    public Map<String, String> statuses() {
        return Map.copyOf(statuses);
    }

    public Map<String, List<String>> widgets() {
        return Map.copyOf(widgets);
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
    @SuppressWarnings("unchecked") // The script's author knows what the dialog answers.
    public <T> Optional<T> custom(DialogFactory<T> factory) throws InterruptedException {
        return (Optional<T>) ask("custom", Object.class);
    }

    @Override
    public <T> Optional<T> overlay(DialogFactory<T> factory, OverlayOptions options) throws InterruptedException {
        return custom(factory);
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
        if (lines.isEmpty()) {
            widgets.remove(key);
        } else {
            widgets.put(key, List.copyOf(lines));
        }
    }

    @Override
    public void setWidget(String key, ComponentFactory factory, Placement placement) {
        widgets.put(key, List.of("(component)"));
    }

    @Override
    public void setTitle(String title) {
        shown.add("title: " + title);
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

    private synchronized PaperUi script(Object answer) {
        answers.add(answer);
        return this;
    }

    private <T> Optional<T> ask(String question, Class<T> type) throws InterruptedException {
        shown.add(question);
        var answer = next();
        if (answer == null) {
            throw new AssertionError("no answer scripted for " + question);
        }
        if (answer instanceof Late(var later, var delay)) {
            Thread.sleep(delay);
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
