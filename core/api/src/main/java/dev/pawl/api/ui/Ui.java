package dev.pawl.api.ui;

import dev.pawl.api.value.Mode;
import dev.pawl.api.value.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The user in front of the program.
 *
 * <p>Dialogs wait for an answer; while one waits, the clock of the handler that opened it stands still. An interruption
 * (the user pressed Escape) ends the dialog. Without a user ({@link #hasUser} is false) dialogs answer at once as
 * if cancelled and everything else does nothing.
 */
public interface Ui {
    /** Returns how the program runs: on the screen, printing, or driven by a client. */
    Mode mode();

    /** Returns whether a user can answer a dialog. A gate that needs an answer blocks where this is false. */
    default boolean hasUser() {
        return mode().hasUi();
    }

    /** Lets the user choose one of the options; empty if cancelled. */
    Optional<String> select(String title, List<String> options, DialogOptions dialog) throws InterruptedException;

    /** Lets the user choose one of the options; empty if cancelled. */
    default Optional<String> select(String title, List<String> options) throws InterruptedException {
        return select(title, options, DialogOptions.NONE);
    }

    /** Asks the user yes or no; false if cancelled. */
    boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException;

    /** Asks the user yes or no; false if cancelled. */
    default boolean confirm(String title, String message) throws InterruptedException {
        return confirm(title, message, DialogOptions.NONE);
    }

    /** Asks the user for one line; empty if cancelled. */
    Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException;

    /** Asks the user for one line; empty if cancelled. */
    default Optional<String> input(String title, String placeholder) throws InterruptedException {
        return input(title, placeholder, DialogOptions.NONE);
    }

    /** Asks for a text of several lines. */
    Optional<String> editor(String title, String prefill) throws InterruptedException;

    /** Shows a notice and does not wait. */
    void notify(String message, Severity severity);

    /** Shows a notice as information and does not wait. */
    default void notify(String message) {
        notify(message, Severity.INFO);
    }

    /** A notice of a kind that the hook names itself; an unknown kind counts as information. */
    default void notify(String message, String kind) {
        notify(
                message,
                switch (kind) {
                    case "warning" -> Severity.WARNING;
                    case "error" -> Severity.ERROR;
                    default -> Severity.INFO;
                });
    }

    /** A short text in the footer; null takes it away. */
    void setStatus(String key, @Nullable String text);

    /** Lines next to the editor; an empty list takes them away. */
    void setWidget(String key, List<String> lines, Placement placement);

    /** Lines at the default place of widgets: above the editor. */
    default void setWidget(String key, List<String> lines) {
        setWidget(key, lines, Placement.ABOVE_EDITOR);
    }

    /** Takes away what stands next to the editor under a key. */
    default void clearWidget(String key) {
        setWidget(key, List.of(), Placement.ABOVE_EDITOR);
    }

    /** The same, with the placement that the widget had, for clients that need it. */
    default void clearWidget(String key, Placement placement) {
        clearWidget(key);
    }

    /** A component next to the editor. */
    void setWidget(String key, ComponentFactory factory, Placement placement);

    /** The text beside the working indicator; null restores the ordinary one. */
    void setWorkingMessage(@Nullable String message);

    /** Returns the text that hooks set beside the working indicator; null for the ordinary one, and where there is no indicator. */
    default @Nullable String workingMessage() {
        return null;
    }

    /** Shows or hides the working indicator. */
    void setWorkingVisible(boolean visible);

    /** The frames of the working indicator; none hide it. */
    void setWorkingIndicator(List<String> frames, Duration interval);

    /** Restores the ordinary working indicator. */
    void resetWorkingIndicator();

    /** What is shown in place of folded thinking; null restores the ordinary label. */
    void setHiddenThinkingLabel(@Nullable String label);

    /** A footer in place of the ordinary one; null restores it. */
    void setFooter(@Nullable FooterFactory factory);

    /** A header in place of the ordinary one; null restores it. */
    void setHeader(@Nullable ComponentFactory factory);

    /** Changes the title of the terminal window. */
    void setTitle(String title);

    /** Shows a dialog of the hook's own, in place of the editor until it is done. */
    <T> Optional<T> custom(DialogFactory<T> factory) throws InterruptedException;

    /** Shows a dialog of the hook's own, floating above the rest until it is done. */
    <T> Optional<T> overlay(DialogFactory<T> factory, OverlayOptions options) throws InterruptedException;

    /** Shows the same, with a handle once it is shown. */
    default <T> Optional<T> overlay(DialogFactory<T> factory, OverlayOptions options, Consumer<OverlayHandle> shown)
            throws InterruptedException {
        return overlay(factory, options);
    }

    /** Shows a component with the keyboard, until it is closed. Does not wait. */
    ShownComponent show(Component component);

    /** Replaces the text in the editor. */
    void setEditorText(String text);

    /** Returns the text in the editor. */
    String editorText();

    /** Inserts a text into the editor at the cursor, as a paste. */
    void pasteToEditor(String text);

    /** Adds suggestions while the user types in the editor. */
    Subscription addAutocompletion(Autocompletion.Wrapper wrapper);

    /** An editor in place of the ordinary one; null restores it. */
    void setEditor(@Nullable EditorFactory factory);

    /** Returns the editor that a hook set; null for the ordinary one. */
    @Nullable
    EditorFactory editor();

    /** Listens to keys before the program handles them. */
    Subscription onTerminalInput(TerminalListener listener);

    /** Returns the theme in use. */
    Theme theme();

    /** Returns the names of all themes. */
    List<String> themes();

    /** Returns a theme by its name; null if there is none. */
    @Nullable
    Theme theme(String name);

    /** Changes the theme; what is wrong with it comes back, or null if nothing is. */
    @Nullable
    String setTheme(String name);

    /** Returns whether the output of tools is shown in full. */
    boolean toolsExpanded();

    /** Shows the output of tools in full or folded. */
    void setToolsExpanded(boolean expanded);
}
