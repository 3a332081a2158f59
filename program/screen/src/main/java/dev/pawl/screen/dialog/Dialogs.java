package dev.pawl.screen.dialog;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.OverlayOptions;
import dev.pawl.base.FailureText;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.Slot;
import dev.pawl.tui.screen.Drawing;
import dev.pawl.tui.screen.Overlay;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the user is asked, in the place of the editor or above everything.
 *
 * <p>Questions queue, so that none appears under the finger that answers another. Only above a component that takes
 * keys of its own a question appears at once, for it may be that component which asks.
 */
public final class Dialogs {
    private Consumer<Boolean> asked = _ -> {};
    private boolean asks;
    private final Look look;
    private final Slot place;
    private final Supplier<Component> editor;
    private final Consumer<Throwable> failed;
    private final List<Open> shown = new ArrayList<>();
    private final Deque<Open> queue = new ArrayDeque<>();

    /** @param failed called if a dialog cannot be made */
    public Dialogs(Look look, Slot place, Supplier<Component> editor, Consumer<Throwable> failed) {
        this.look = look;
        this.place = place;
        this.editor = editor;
        this.failed = failed;
    }

    /** What sort of dialog it is. */
    public enum Kind {
        /** A plain question, which waits for its turn. */
        QUESTION,
        /** A component with a life of its own. */
        COMPONENT
    }

    /** Makes the component once the dialog's time has come. */
    @FunctionalInterface
    public interface Maker<T> {
        Component make(Consumer<@Nullable T> done) throws Exception;
    }

    /** Something that was asked. */
    public static final class Open {
        private final Kind kind;
        private final boolean ofHook;
        private final @Nullable OverlayOptions floating;
        private final Function<Open, Component> maker;
        private final Runnable cancel;
        private @Nullable Component component;
        private @Nullable Overlay overlay;
        private @Nullable Consumer<Overlay> shown;
        private boolean over;

        Open(
                Kind kind,
                boolean ofHook,
                @Nullable OverlayOptions floating,
                Function<Open, Component> maker,
                Runnable cancel) {
            this.kind = kind;
            this.ofHook = ofHook;
            this.floating = floating;
            this.maker = maker;
            this.cancel = cancel;
        }
    }

    /** Asks and waits for the answer; an interruption takes the dialog away. Not for the screen's thread. */
    public <T> Optional<T> ask(Kind kind, boolean ofHook, @Nullable OverlayOptions floating, Maker<T> maker)
            throws InterruptedException {
        return ask(kind, ofHook, floating, null, maker);
    }

    /**
     * Shows a dialog and waits for its answer; empty if it was cancelled.
     *
     * @param shown receives of what floats, once it does
     */
    public <T> Optional<T> ask(
            Kind kind,
            boolean ofHook,
            @Nullable OverlayOptions floating,
            @Nullable Consumer<Overlay> shown,
            Maker<T> maker)
            throws InterruptedException {
        if (look.tui.isScreenThread()) {
            throw new IllegalStateException("a dialog cannot be waited for on the screen's own thread, which would draw"
                    + " it: open it from a thread of your own");
        }
        var answer = new ArrayBlockingQueue<Optional<T>>(1);
        var dialog = new Open(
                kind,
                ofHook,
                floating,
                open -> made(
                        maker,
                        value -> look.tui.run(() -> {
                            if (!open.over) {
                                close(open);
                                answer.offer(Optional.ofNullable(value));
                            }
                        })),
                () -> answer.offer(Optional.empty()));
        dialog.shown = shown;
        look.tui.run(() -> open(dialog));
        try {
            return answer.take();
        } catch (InterruptedException e) {
            look.tui.run(() -> close(dialog));
            throw e;
        }
    }

    /** A dialog in the editor's place, which is as high as what stands around it allows. */
    public Framed framed(String title, String text, Component inner, String hints, @Nullable InputDelay delay) {
        return new Framed(look, this::rows, title, text, inner, hints, delay);
    }

    private int rows() {
        return look.tui.rows() - look.tui.dock().linesBeside(place);
    }

    private static <T> Component made(Maker<T> maker, Consumer<@Nullable T> done) {
        try {
            return Objects.requireNonNull(maker.make(done), "a dialog was made of no component (null)");
        } catch (Exception e) {
            throw new IllegalStateException(FailureText.of(e), e);
        }
    }

    /** Shows a component until it is closed, without waiting. On the screen's thread. */
    public Open show(Component component, boolean ofHook) {
        var open = new Open(Kind.COMPONENT, ofHook, null, _ -> component, () -> {});
        open(open);
        return open;
    }

    private void open(Open open) {
        if (open.over) {
            return;
        }
        if (open.kind == Kind.QUESTION && isQuestion(top())) {
            queue.addLast(open);
        } else {
            push(open);
        }
    }

    private void push(Open open) {
        Component component;
        try {
            component = open.maker.apply(open);
        } catch (RuntimeException | Error e) {
            open.over = true;
            open.cancel.run();
            failed.accept(e);
            next();
            return;
        }
        if (open.over) {
            // It was answered while it was made.
            Drawing.dispose(component);
            return;
        }
        open.component = component;
        shown.add(open);
        if (open.floating != null) {
            var overlay = look.tui.overlay(component, open.floating);
            open.overlay = overlay;
            if (open.shown != null) {
                open.shown.accept(overlay);
            }
        }
        settle();
    }

    /** Takes a dialog away, whatever became of it. On the screen's thread. */
    public void close(Open open) {
        if (open.over) {
            return;
        }
        open.over = true;
        queue.remove(open);
        shown.remove(open);
        if (open.overlay != null) {
            open.overlay.close();
        } else if (open.component != null) {
            Drawing.dispose(open.component);
        }
        next();
        settle();
    }

    private void next() {
        if (!queue.isEmpty() && !isQuestion(top())) {
            push(queue.removeFirst());
        }
    }

    /** Puts the topmost one in the editor's place, or the editor. */
    private void settle() {
        Component seated = null;
        for (var open : shown) {
            if (open.floating == null) {
                seated = open.component;
            }
        }
        if (isQuestion(top()) != asks) {
            asks = !asks;
            asked.accept(asks);
        }
        var now = seated == null ? editor.get() : seated;
        place.set(now);
        look.tui.focus(now);
        look.tui.requestRender();
    }

    /** Called when a question begins to wait for the user, and when none waits any more. */
    public void onQuestion(Consumer<Boolean> listener) {
        asked = listener;
    }

    /** The editor changed, or came back. */
    public void editorChanged() {
        settle();
    }

    private static boolean isQuestion(@Nullable Open open) {
        return open != null && open.kind == Kind.QUESTION;
    }

    private @Nullable Open top() {
        return shown.isEmpty() ? null : shown.getLast();
    }

    public boolean isOpen() {
        return !shown.isEmpty();
    }

    /** Returns whether keys are for a dialog; what floats may leave them to the editor. */
    public boolean takesKeys() {
        for (var open : shown) {
            if (open.overlay == null || open.overlay.isFocused()) {
                return true;
            }
        }
        return false;
    }

    /** Takes the topmost dialog of a hook's away, because the user insists; false if it is none of a hook's. */
    public boolean cancelTop() {
        var top = top();
        if (top == null || !top.ofHook) {
            return false;
        }
        cancel(open -> open == top);
        return true;
    }

    /** A component took a key and did not come back: its dialog is cancelled. On the screen's thread. */
    public void leave(Component component) {
        cancel(open -> open.component == component);
    }

    /** Returns whether it is a hook's question that the user sees. */
    public boolean isHooksQuestion() {
        var open = top();
        return open != null && open.ofHook && open.kind == Kind.QUESTION;
    }

    /** Cancels what hooks asked. */
    public void cancelHooks() {
        cancel(open -> open.ofHook);
    }

    /** There is no user any more who could answer. */
    public void cancelAll() {
        cancel(_ -> true);
    }

    private void cancel(Predicate<Open> which) {
        var all = new ArrayList<>(queue);
        all.addAll(shown);
        for (var open : all) {
            if (which.test(open)) {
                close(open);
                open.cancel.run();
            }
        }
    }
}
