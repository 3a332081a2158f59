package dev.pawl.screen.dialog;

import dev.pawl.api.ui.DialogOptions;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.look.Look;
import dev.pawl.start.Refusals;
import dev.pawl.tui.component.SelectList;
import dev.pawl.tui.editor.Editor;
import dev.pawl.tui.editor.Input;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The plain questions: which, whether, what, and at length. They wait for the answer. */
public final class Questions {
    private static final int VISIBLE = 10;
    private static final String YES = "Yes";
    private static final String NO = "No";

    private final Look look;
    private final Dialogs dialogs;
    private final boolean ofHook;
    private final Function<String, Optional<String>> outside;
    private final Consumer<String> typed;
    private final boolean unasked;

    /**
     * @param ofHook whether they come unasked, while the user may be typing
     * @param outside edits a text in the user's own editor
     * @param typed receives what was typed before the user can have read a question
     */
    public Questions(
            Look look,
            Dialogs dialogs,
            boolean ofHook,
            Function<String, Optional<String>> outside,
            Consumer<String> typed) {
        this(look, dialogs, ofHook, outside, typed, ofHook);
    }

    private Questions(
            Look look,
            Dialogs dialogs,
            boolean ofHook,
            Function<String, Optional<String>> outside,
            Consumer<String> typed,
            boolean unasked) {
        this.look = look;
        this.dialogs = dialogs;
        this.ofHook = ofHook;
        this.outside = outside;
        this.typed = typed;
        this.unasked = unasked;
    }

    /** The same questions, which do not take what was typed before the user can have read them. */
    public Questions unasked() {
        return new Questions(look, dialogs, ofHook, outside, typed, true);
    }

    private @Nullable InputDelay delay() {
        return unasked ? new InputDelay(look, typed) : null;
    }

    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        return choose(title, "", options, dialog).map(options::get);
    }

    /** The place of the chosen one, for options may be alike. */
    public Optional<Integer> choose(String title, String text, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        return dialogs.ask(Dialogs.Kind.QUESTION, ofHook, null, done -> {
            var keys = AnswerKeys.of(options);
            var items = new ArrayList<SelectList.Item>();
            for (int i = 0; i < options.size(); i++) {
                var key = keys.shown().isEmpty() ? "" : keys.shown().get(i);
                items.add(new SelectList.Item(String.valueOf(i), Untrusted.line(options.get(i)), null, key));
            }
            var list = new SelectList(items, VISIBLE, look.theme, look.keys);
            list.select(dialog.preselected() == null ? 0 : options.indexOf(dialog.preselected()));
            var answers = new OneKeyAnswers(list, keys);
            var framed = dialogs.framed(title, text, answers, selectHints(keys.hint()), delay())
                    .list()
                    .about(dialog.subject())
                    .within(dialog.timeout(), () -> done.accept(null));
            answers.onAnswer(chosen -> {
                if (Refusals.refuses(options.get(chosen)) || !framed.turnsThePage()) {
                    done.accept(chosen);
                }
            });
            list.onCancel(() -> done.accept(null));
            return framed;
        });
    }

    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        var preselected = dialog.preselected() == null ? dialog.withPreselected(NO) : dialog;
        return choose(title, message, List.of(YES, NO), preselected).orElse(1) == 0;
    }

    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        return input(title, "", placeholder, "", dialog);
    }

    public Optional<String> input(String title, String text, String placeholder, String value, DialogOptions dialog)
            throws InterruptedException {
        return dialogs.ask(Dialogs.Kind.QUESTION, ofHook, null, done -> {
            var input = new Input(look.theme, look.keys, " > ", Untrusted.line(placeholder));
            input.setValue(value);
            input.onSubmit(written -> done.accept(written));
            input.onCancel(() -> done.accept(null));
            return dialogs.framed(title, text, input, inputHints(), delay())
                    .within(dialog.timeout(), () -> done.accept(null));
        });
    }

    public Optional<String> editor(String title, String prefill) throws InterruptedException {
        return dialogs.ask(Dialogs.Kind.QUESTION, ofHook, null, done -> {
            var editor = new Editor(look.tui, look.theme, look.keys, Editor.Options.DEFAULT);
            editor.setText(prefill);
            editor.onSubmit(written -> done.accept(written));
            return dialogs.framed(
                    title,
                    "",
                    new CancellableEditor(look, editor, () -> done.accept(null), outside),
                    inputHints(),
                    delay());
        });
    }

    private String selectHints(String answers) {
        var keys = look.keys;
        return Hints.of(
                answers,
                keys.text("tui.select.up") + "/" + keys.text("tui.select.down") + " move",
                keys.text("tui.select.confirm") + " choose",
                keys.text("tui.select.cancel") + " cancel");
    }

    private String inputHints() {
        return Hints.of(
                look.keys.text("tui.input.submit") + " answer", look.keys.text("tui.select.cancel") + " cancel");
    }
}
