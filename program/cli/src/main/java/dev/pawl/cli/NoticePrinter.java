package dev.pawl.cli;

import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.bound.Waiting;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.tui.text.Invisible;
import dev.pawl.tui.text.Untrusted;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** Prints notices on standard error, where the answer does not go. */
public class NoticePrinter extends NoUi implements AutoCloseable {
    /** How a wait is ended where a user can press keys. */
    public static final String END_BY_KEY = "ctrl+c ends the program";

    private final Places places;
    private final PrintStream err;
    private final ProgressLine progress;
    private final Set<Notice> reported = new HashSet<>();

    public NoticePrinter(Places places, PrintStream err) {
        this.places = places;
        this.err = err;
        this.progress = new ProgressLine(err, Terminal.hasErrors());
    }

    /** Shows what takes so long, until something else is shown. */
    public synchronized void progress(String what) {
        progress.show(what);
    }

    /** The same for something that takes so long that it is printed also where no line can be taken back. */
    public void takesLong(String what) {
        if (Terminal.hasErrors()) {
            progress(what);
        } else {
            report(Notice.of(what + "…"));
        }
    }

    public synchronized void clear() {
        progress.clear();
    }

    /** Reports a notice, but not twice. */
    public void report(Notice notice) {
        if (isNew(notice)) {
            reported(notice);
            print(notice);
        }
    }

    /** Returns whether this is reported for the first time. */
    protected synchronized boolean isNew(Notice notice) {
        return reported.add(notice);
    }

    protected synchronized void print(Notice notice) {
        progress.clear();
        print(text(notice, notice.error() ? "error: " : "warning: "));
    }

    /** Returns the message with the file that it is about; messages of the compiler name the file already. */
    protected String text(Notice notice, String kind) {
        var message = notice.message().strip();
        return notice.where().isEmpty() || message.startsWith(notice.where())
                ? message
                : kind + places.shown(notice.where()) + ": " + message;
    }

    /** A notice was reported for the first time. */
    protected void reported(Notice notice) {}

    /** Reports what went wrong with a hook while it was loaded. */
    public void notLoaded(LoadProblem problem) {
        report(new Notice(problem.path(), problem.message(), problem.fatal()));
    }

    /** What a hook in another process prints is passed on, colours included; what could not be seen is not. */
    public synchronized void noise(String line) {
        progress.clear();
        var shown = Terminal.hasErrors() ? Invisible.without(line) : line;
        err.writeBytes((shown + "\n").getBytes(StandardCharsets.UTF_8));
        err.flush();
    }

    public synchronized void report(HookError error) {
        progress.clear();
        print("hook " + places.shown(error.hookPath()) + " failed at " + error.event() + ": " + error.error());
        var stack = error.hookStack();
        if (stack != null) {
            print(stack.stripTrailing());
        }
    }

    /** Names what is waited for. */
    public synchronized void slow(Waiting waiting) {
        progress.clear();
        print("pawl: " + words(waiting, places.shown(waiting.hook()), END_BY_KEY));
    }

    /**
     * A sentence that names what is waited for.
     *
     * @param end how the wait can be ended
     */
    public static String words(Waiting waiting, String name, String end) {
        var what = waiting.point().equals("command")
                ? "the command " + name
                : "the hook " + name + " at " + waiting.point();
        return "waiting for " + what + " since " + waiting.since().toSeconds() + " s (" + waiting.limitWords() + "; "
                + end + ")";
    }

    /** On a terminal, texts of models, tools and hooks are shown and have no other effect. */
    private void print(String text) {
        err.println(Terminal.hasErrors() ? Untrusted.text(text) : text);
    }

    /** A notice of a hook goes to standard error where there is no screen. */
    @Override
    public synchronized void notify(String message, Severity severity) {
        progress.clear();
        print(message);
    }

    @Override
    public void close() {
        clear();
    }
}
