package dev.pawl.api.ui;

import java.util.List;

/** The keys bound to actions, after the user's own changes. */
public interface Keybindings {
    /** Returns whether what the terminal sent is a key of this action. */
    boolean matches(String data, String actionId);

    List<String> keys(String actionId);

    /** Keys of an action as users read them: {@code ctrl+o}. */
    String text(String actionId);
}
