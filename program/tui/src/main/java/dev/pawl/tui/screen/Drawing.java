package dev.pawl.tui.screen;

import dev.pawl.api.ui.Component;
import dev.pawl.base.FailureText;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Draws components in such a way that one that fails takes only its own place down. */
public final class Drawing {
    private static final String TOO_SLOW = "takes too long to draw, so it is not drawn any more";

    private Drawing() {}

    /** The component's lines, or one line that states what is wrong with it. */
    public static List<String> lines(Component component, int width) {
        return draw(component, width).lines;
    }

    /**
     * The lines, and whether the component took so long that it should not be asked again. Those that grow are this
     * program's own: a long text may take its time on a busy machine, and what others bring inside is looked at by
     * itself.
     */
    public static Drawn draw(Component component, int width) {
        long start = System.nanoTime();
        List<String> lines;
        try {
            lines = Lent.isOfHook(component) ? Lent.call(() -> rendered(component, width)) : component.render(width);
            if (lines == null) {
                lines = failure(component, "drew nothing (null)");
            }
        } catch (Lent.Overdue e) {
            return new Drawn(failure(component, TOO_SLOW), true);
        } catch (RuntimeException | Error e) {
            lines = failure(component, FailureText.of(e));
        }
        boolean slow = System.nanoTime() - start > Watchdog.PATIENCE;
        return new Drawn(lines, slow && !(component instanceof Growing));
    }

    /** A copy, because reading a list of a hook's runs its code. */
    private static @Nullable List<String> rendered(Component component, int width) {
        var lines = component.render(width);
        return lines == null ? null : new ArrayList<>(lines);
    }

    /** Passes a key on; a component that does not return from it is reported. */
    static void input(Component component, String data, Consumer<Component> overdue) {
        if (!notified(component, () -> component.handleInput(data))) {
            Guard.run(() -> overdue.accept(component));
        }
    }

    /** Returns what a hook makes, such as a component; one that does not come back fails in the place of its answer. */
    public static <T extends @Nullable Object> T made(Callable<T> maker) {
        try {
            return Lent.call(maker);
        } catch (Lent.Overdue e) {
            throw new TakesTooLong(e);
        }
    }

    /** What a hook was to make did not come. */
    public static final class TakesTooLong extends IllegalStateException {
        private static final long serialVersionUID = 1;

        TakesTooLong(Throwable cause) {
            super("takes too long to be made, so it is left out", cause);
        }
    }

    /** What was drawn. */
    public record Drawn(List<String> lines, boolean tooSlow) {}

    /** Returns what is in the place of a component that takes too long. */
    public static Component instead(Component slow) {
        return new TakenDown(slow, failure(slow, TOO_SLOW));
    }

    /** Stands where another component stood, and goes when that one is to go. */
    private record TakenDown(Component component, List<String> line) implements Component {
        @Override
        public List<String> render(int width) {
            return line;
        }
    }

    /** Returns whether what is in a place is a component, or is there instead of it. */
    static boolean standsFor(Component standing, Component component) {
        return standing == component || (standing instanceof TakenDown(var before, _) && before == component);
    }

    /** Lets a component leave for good; one that fails at it leaves all the same. */
    public static void dispose(Component component) {
        notified(component, component::dispose);
    }

    /** Has a component forget what it drew; one that fails at it is drawn as it is. */
    public static void invalidate(Component component) {
        notified(component, component::invalidate);
    }

    /** Notifies a component that it gains or loses the keyboard; the change happens in any case. */
    static void focus(Component component, boolean focused) {
        notified(component, () -> component.focused(focused));
    }

    /** Notifies a component; one that fails or does not return blocks nothing. Returns whether it succeeded. */
    private static boolean notified(Component component, Runnable notification) {
        if (!Lent.isOfHook(component)) {
            Guard.run(notification);
            return true;
        }
        try {
            Lent.<@Nullable Void>call(() -> {
                notification.run();
                return null;
            });
        } catch (Lent.Overdue e) {
            return false;
        } catch (RuntimeException e) {
            Guard.log(failure(component, FailureText.of(e)).getFirst());
        }
        return true;
    }

    static List<String> failure(Component component, String why) {
        return List.of("⚠ " + name(component) + ": " + Untrusted.line(why));
    }

    public static String name(Component component) {
        var name = component.getClass().getName();
        int lambda = name.indexOf("$$Lambda");
        var shown = lambda < 0 ? name : name.substring(0, lambda);
        return shown.substring(shown.lastIndexOf('.') + 1);
    }
}
