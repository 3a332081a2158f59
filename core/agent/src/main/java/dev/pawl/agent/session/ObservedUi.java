package dev.pawl.agent.session;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.UiPrompt;
import dev.pawl.api.ui.DialogFactory;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.ForwardingUi;
import dev.pawl.api.ui.OverlayHandle;
import dev.pawl.api.ui.OverlayOptions;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import dev.pawl.hooks.dispatch.Engine;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The user interface of a session: it knows the mode, and notifies hooks while the user is asked something. */
final class ObservedUi extends ForwardingUi {
    private final Ui ui;
    private final Mode mode;
    private final Engine engine;
    private int open;
    private @Nullable UiPrompt outermost;

    ObservedUi(Ui ui, Mode mode, Engine engine) {
        this.ui = ui;
        this.mode = mode;
        this.engine = engine;
    }

    @Override
    protected Ui target() {
        return ui;
    }

    @Override
    public Mode mode() {
        return mode;
    }

    @Override
    public boolean hasUser() {
        return mode.hasUi();
    }

    private interface Dialog<T> {
        T ask() throws InterruptedException;
    }

    private <T> T observed(UiPrompt.Kind kind, @Nullable String title, Dialog<T> dialog) throws InterruptedException {
        if (!hasUser()) {
            return dialog.ask();
        }
        begin(new UiPrompt(kind, title));
        try {
            return dialog.ask();
        } finally {
            end();
        }
    }

    /** Dialogs that are open at once count as one for hooks: the one that was there first. */
    private synchronized void begin(UiPrompt prompt) throws InterruptedException {
        if (open++ == 0) {
            outermost = prompt;
            notifyHooks(HookPoints.UI_PROMPT_START, prompt);
        }
    }

    private synchronized void end() throws InterruptedException {
        var prompt = outermost;
        if (--open == 0 && prompt != null) {
            outermost = null;
            notifyHooks(HookPoints.UI_PROMPT_END, prompt);
        }
    }

    /** Notifications are not awaited, so this does not wait either. */
    private void notifyHooks(HookPoint.Notice<UiPrompt> point, UiPrompt prompt) throws InterruptedException {
        engine.fire(point, prompt);
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        return observed(UiPrompt.Kind.SELECT, title, () -> ui.select(title, options, dialog));
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        return observed(UiPrompt.Kind.CONFIRM, title, () -> ui.confirm(title, message, dialog));
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        return observed(UiPrompt.Kind.INPUT, title, () -> ui.input(title, placeholder, dialog));
    }

    @Override
    public Optional<String> editor(String title, String prefill) throws InterruptedException {
        return observed(UiPrompt.Kind.EDITOR, title, () -> ui.editor(title, prefill));
    }

    @Override
    public <T> Optional<T> custom(DialogFactory<T> factory) throws InterruptedException {
        return observed(UiPrompt.Kind.CUSTOM, null, () -> ui.custom(factory));
    }

    @Override
    public <T> Optional<T> overlay(DialogFactory<T> factory, OverlayOptions options, Consumer<OverlayHandle> shown)
            throws InterruptedException {
        return observed(UiPrompt.Kind.CUSTOM, null, () -> ui.overlay(factory, options, shown));
    }
}
