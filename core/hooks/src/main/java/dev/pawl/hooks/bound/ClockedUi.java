package dev.pawl.hooks.bound;

import dev.pawl.api.ui.DialogFactory;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.ForwardingUi;
import dev.pawl.api.ui.OverlayHandle;
import dev.pawl.api.ui.OverlayOptions;
import dev.pawl.api.ui.Ui;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A user interface whose dialogs stop the clock of the handler that opens them, which holds up no other meanwhile. */
public final class ClockedUi extends ForwardingUi {
    private final Ui ui;
    private final OwnTime handler;

    public ClockedUi(Ui ui, OwnTime handler) {
        this.ui = ui;
        this.handler = handler;
    }

    @Override
    protected Ui target() {
        return ui;
    }

    private <T> T untimed(OwnTime.Work<T> dialog) throws InterruptedException {
        handler.stepAside();
        return handler.ownTime(dialog);
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        return untimed(() -> ui.select(title, options, dialog));
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        return untimed(() -> ui.confirm(title, message, dialog));
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        return untimed(() -> ui.input(title, placeholder, dialog));
    }

    @Override
    public Optional<String> editor(String title, String prefill) throws InterruptedException {
        return untimed(() -> ui.editor(title, prefill));
    }

    @Override
    public <T> Optional<T> custom(DialogFactory<T> factory) throws InterruptedException {
        return untimed(() -> ui.custom(factory));
    }

    @Override
    public <T> Optional<T> overlay(DialogFactory<T> factory, OverlayOptions options, Consumer<OverlayHandle> shown)
            throws InterruptedException {
        return untimed(() -> ui.overlay(factory, options, shown));
    }
}
