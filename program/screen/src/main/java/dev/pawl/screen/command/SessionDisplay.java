package dev.pawl.screen.command;

/** The session on the screen, as built-in commands change it. */
public interface SessionDisplay {
    /** Hooks, settings and resources were loaded again. On the screen's thread. */
    void arrived();

    /** Draws the session as it is now. On the screen's thread. */
    void drawSession();

    /** Ends the program soon. Any thread. */
    void quit();
}
