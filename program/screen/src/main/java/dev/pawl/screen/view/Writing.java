package dev.pawl.screen.view;

import dev.pawl.api.ui.Autocompletion;
import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.EditorFactory;
import dev.pawl.api.value.Subscription;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.editor.Editor;
import dev.pawl.tui.screen.Drawing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where the user writes: the ordinary editor, or one that a hook brought. Belongs to the screen's thread. */
public final class Writing {
    private final Look look;
    private final Editor usual;
    private final Consumer<String> submitted;
    private final List<Autocompletion.Wrapper> wrappers = new ArrayList<>();
    private @Nullable Autocompletion completion;
    private @Nullable EditorFactory factory;
    private EditorFactory.@Nullable EditorComponent brought;
    private String lastText = "";
    private Runnable exchanged = () -> {};
    private Consumer<Component> overdue = _ -> {};

    Writing(Look look, Editor.Options options, Consumer<String> submitted) {
        this.look = look;
        this.usual = new Editor(look.tui, look.theme, look.keys, options);
        this.submitted = submitted;
        usual.onSubmit(submitted);
    }

    Component component() {
        return brought == null ? usual : brought;
    }

    public Editor usual() {
        return usual;
    }

    /** Called when another editor took the place. */
    void onExchange(Runnable listener) {
        exchanged = listener;
    }

    /** Called when a hook's editor did not return and was removed. */
    void onOverdue(Consumer<Component> listener) {
        overdue = listener;
    }

    public String text() {
        var editor = brought;
        if (editor == null) {
            return usual.text();
        }
        try {
            lastText = Objects.requireNonNullElse(Drawing.made(editor::text), "");
        } catch (Drawing.TakesTooLong e) {
            takeAway(editor, lastText);
        }
        return lastText;
    }

    public void setText(String text) {
        var editor = brought;
        if (editor == null) {
            usual.setText(text);
        } else {
            lastText = text;
            try {
                Drawing.<@Nullable Void>made(() -> {
                    editor.setText(text);
                    return null;
                });
            } catch (Drawing.TakesTooLong e) {
                takeAway(editor, text);
            }
        }
        look.tui.requestRender();
    }

    /** The ordinary editor takes the place of one that does not come back, with the text it is known to have had. */
    private void takeAway(EditorFactory.EditorComponent editor, String text) {
        if (brought == editor) {
            brought = null;
            factory = null;
            usual.setText(text);
            overdue.accept(editor);
            exchanged.run();
        }
    }

    public void insert(String text) {
        if (brought == null) {
            usual.insert(text);
            look.tui.requestRender();
        } else {
            setText(text() + text);
        }
    }

    public boolean isEmpty() {
        return text().isEmpty();
    }

    public boolean isCompleting() {
        return brought == null && usual.isCompleting();
    }

    public void border(UnaryOperator<String> style) {
        usual.setBorderStyle(style);
        look.tui.requestRender();
    }

    @Nullable
    EditorFactory factory() {
        return factory;
    }

    /** Exchanges the editor; what was written stays. One that cannot be made changes nothing. */
    void use(@Nullable EditorFactory next) {
        var text = textOrNone();
        if (brought != null) {
            Drawing.dispose(brought);
            brought = null;
        }
        factory = next;
        if (next != null) {
            brought = Drawing.made(() -> {
                var made = next.create(look.tui, look.theme, look.keys);
                made.onSubmit(submitted);
                return made;
            });
        }
        setText(text);
        exchanged.run();
    }

    /** Empty if a hook's editor does not return it: the editor is removed, and its text is lost. */
    private String textOrNone() {
        try {
            return text();
        } catch (RuntimeException e) {
            return "";
        }
    }

    /** The completion below those that hooks put in front of it. */
    public void completion(Autocompletion completion) {
        this.completion = completion;
        complete();
    }

    Subscription wrap(Autocompletion.Wrapper wrapper) {
        wrappers.add(wrapper);
        complete();
        return () -> look.tui.run(() -> {
            if (wrappers.remove(wrapper)) {
                complete();
            }
        });
    }

    private void complete() {
        var current = completion;
        if (current != null) {
            for (var wrapper : wrappers) {
                var next = current;
                current = Drawing.made(() -> wrapper.wrap(next));
            }
        }
        usual.setAutocompletion(current);
    }

    /** As if no hook had ever changed it. */
    void reset() {
        if (!wrappers.isEmpty()) {
            wrappers.clear();
            complete();
        }
        if (factory != null) {
            use(null);
        }
    }
}
