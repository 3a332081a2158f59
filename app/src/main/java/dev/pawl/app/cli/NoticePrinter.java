package dev.pawl.app.cli;

import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.bound.Waiting;
import dev.pawl.hooks.find.LoadProblem;
import dev.pawl.tui.text.Untrusted;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** Tells the user on standard error, where the answer does not go. */
public class NoticePrinter extends NoUi implements AutoCloseable {
    private final Places places;
    private final PrintStream err;
    private final ProgressLine progress;
    private final Set<Notice> told = new HashSet<>();

    public NoticePrinter(Places places, PrintStream err) {
        this.places = places;
        this.err = err;
        this.progress = new ProgressLine(err, Terminal.hasErrors());
    }

    /** Says what takes so long, until something else is said. */
    public synchronized void progress(String what) {
        progress.show(what);
    }

    /** The same of something that takes so long that it is said also where no line can be taken back. */
    public void takesLong(String what) {
        if (Terminal.hasErrors()) {
            progress(what);
        } else {
            tell(Notice.of(what + "…"));
        }
    }

    public synchronized void clear() {
        progress.clear();
    }

    /** Says something, but not twice. */
    public void tell(Notice notice) {
        if (isNew(notice)) {
            told(notice);
            print(notice);
        }
    }

    /** Whether this is said for the first time. */
    protected synchronized boolean isNew(Notice notice) {
        return told.add(notice);
    }

    protected synchronized void print(Notice notice) {
        progress.clear();
        var message = notice.message().strip();
        // What the compiler says names the file already.
        if (notice.where().isEmpty() || message.startsWith(notice.where())) {
            say(message);
        } else {
            say((notice.error() ? "error: " : "warning: ") + places.shown(notice.where()) + ": " + message);
        }
    }

    /** Something was said for the first time. */
    protected void told(Notice notice) {}

    /** Says what went wrong with a hook while it was loaded. */
    public void notLoaded(LoadProblem problem) {
        tell(new Notice(problem.path(), problem.message(), problem.fatal()));
    }

    /** What a hook in another process prints is passed on as it is. */
    public synchronized void noise(String line) {
        progress.clear();
        err.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
        err.flush();
    }

    public synchronized void tell(HookError error) {
        progress.clear();
        say("hook " + places.shown(error.hookPath()) + " failed at " + error.event() + ": " + error.error());
        var stack = error.stack();
        if (stack != null) {
            say(stack.stripTrailing());
        }
    }

    /** Names what is waited for. */
    public synchronized void slow(Waiting waiting) {
        progress.clear();
        say("pawl: " + words(waiting, places.shown(waiting.hook())));
    }

    public static String words(Waiting waiting, String name) {
        var what = waiting.point().equals("command")
                ? "the command " + name
                : "the hook " + name + " at " + waiting.point();
        return "waiting for " + what + " since " + waiting.since().toSeconds() + " s (" + waiting.limitWords()
                + "; ctrl+c ends the program)";
    }

    /** On a terminal, texts of models, tools and hooks say what they say and do nothing else. */
    private void say(String text) {
        err.println(Terminal.hasErrors() ? Untrusted.text(text) : text);
    }

    /** A hook that tells the user something where there is no screen is heard on standard error. */
    @Override
    public synchronized void notify(String message, Severity severity) {
        progress.clear();
        say(message);
    }

    @Override
    public void close() {
        clear();
    }
}
