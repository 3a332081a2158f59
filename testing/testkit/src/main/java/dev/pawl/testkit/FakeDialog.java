package dev.pawl.testkit;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.DialogFactory;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A dialog of a hook's own, made for real: typed to key by key, and looked at as it is drawn. */
public final class FakeDialog {
    private static final long PATIENCE = Long.getLong("patience", 120) * 1_000_000_000L;

    private final Component component;
    private final FakeScreen screen;
    private final AtomicReference<@Nullable Optional<?>> answer;

    private FakeDialog(Component component, FakeScreen screen, AtomicReference<@Nullable Optional<?>> answer) {
        this.component = component;
        this.screen = screen;
        this.answer = answer;
    }

    @SuppressWarnings("unchecked") // The answer is what the factory gave to its own done.
    static <T> Optional<T> play(FakeUi.Play play, DialogFactory<T> factory, FakeScreen screen)
            throws InterruptedException {
        var answer = new AtomicReference<@Nullable Optional<?>>();
        try {
            var component = factory.create(
                    screen,
                    FakeScreen.THEME,
                    FakeScreen.KEYS,
                    value -> answer.compareAndSet(null, Optional.ofNullable(value)));
            var dialog = new FakeDialog(component, screen, answer);
            component.focused(true);
            try {
                play.at(dialog);
            } finally {
                component.dispose();
            }
            var given = answer.get();
            if (given == null) {
                throw new AssertionError("the play is over and the dialog is not; it shows:\n" + dialog.shown());
            }
            return (Optional<T>) given;
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("the dialog could not be played", e);
        }
    }

    /** Types keys, one after another: characters, or the sequences of keys as terminals send them. */
    public FakeDialog type(String... keys) {
        for (var key : keys) {
            if (answer.get() != null) {
                throw new AssertionError("the dialog was over before the key " + key);
            }
            component.handleInput(key);
        }
        return this;
    }

    /** What it shows now, its lines joined by line ends. */
    public String shown() {
        return String.join("\n", screen.draw(component));
    }

    /** Waits until it shows something; what it shows then. */
    public String await(Predicate<String> isTrue) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE;
        for (var now = shown(); ; now = shown()) {
            if (isTrue.test(now)) {
                return now;
            }
            if (System.nanoTime() > until) {
                throw new AssertionError("what was waited for did not come; it shows:\n" + now);
            }
            Thread.sleep(5);
        }
    }

    public String await(String text) throws InterruptedException {
        return await(now -> now.contains(text));
    }
}
