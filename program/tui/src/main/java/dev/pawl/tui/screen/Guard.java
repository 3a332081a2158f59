package dev.pawl.tui.screen;

/** Keeps the screen's thread going whatever a task throws: without that thread the user could not even exit. */
final class Guard {
    private Guard() {}

    static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            log("a task of the screen failed", e);
        }
    }

    static void log(String what) {
        System.getLogger("dev.pawl.tui").log(System.Logger.Level.WARNING, what);
    }

    static void log(String what, Throwable problem) {
        System.getLogger("dev.pawl.tui").log(System.Logger.Level.WARNING, what, problem);
    }
}
