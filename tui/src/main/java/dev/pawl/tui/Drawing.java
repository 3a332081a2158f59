package dev.pawl.tui;

import dev.pawl.api.ui.Component;
import dev.pawl.tui.text.Untrusted;
import java.util.List;

/** Draws components in such a way that one that fails takes only its own place down. */
public final class Drawing {
    private Drawing() {}

    /** The component's lines, or one line that says what is wrong with it. */
    public static List<String> lines(Component component, int width) {
        try {
            List<String> lines = component.render(width);
            return lines == null ? failure(component, "drew nothing (null)") : lines;
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            return failure(component, e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        }
    }

    static List<String> failure(Component component, String why) {
        return List.of("⚠ " + name(component) + ": " + Untrusted.line(why));
    }

    static String name(Component component) {
        var name = component.getClass().getName();
        int lambda = name.indexOf("$$Lambda");
        var shown = lambda < 0 ? name : name.substring(0, lambda);
        return shown.substring(shown.lastIndexOf('.') + 1);
    }
}
