package dev.pawl.screen.status;

import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.session.Session;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.terminal.Terminal;
import dev.pawl.tui.text.Untrusted;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports the state of the program to the terminal: its title, progress in its tab (OSC 9;4), a bell or a message when
 * the user is waited for (OSC 9), and reports for those that take them (OSC 7501). Never any text of the conversation.
 */
public final class ProgramStatus {
    private static final String QUERY = "\u001b]7501;?\u001b\\";
    private static final String REPLY = "\u001b]7501;?";

    /** Who waited less than this is still looking. */
    static final long LONG = 10_000_000_000L;

    private static final int LONGEST = 200;

    private final Tui tui;
    private final Terminal terminal;
    private final Supplier<Settings> settings;
    private final Map<String, String> environment;
    private boolean reports;
    private boolean running;
    private long startedAt;
    private String name = "";

    public ProgramStatus(Tui tui, Terminal terminal, Supplier<Settings> settings, Map<String, String> environment) {
        this.tui = tui;
        this.terminal = terminal;
        this.settings = settings;
        this.environment = environment;
    }

    /** Asks whether the terminal takes reports, unless the environment specifies it. */
    public void begin() {
        var choice = environment.getOrDefault("PI_PROGRAM_STATUS", "");
        if (choice.equals("1")) {
            reports = true;
            report("idle", "");
        } else if (!choice.equals("0") && !environment.containsKey("TMUX") && !environment.containsKey("STY")) {
            terminal.write(QUERY);
        }
    }

    /** Whether some data was the answer of a terminal that takes reports. */
    public boolean onInput(String data) {
        if (!data.startsWith(REPLY)) {
            return false;
        }
        reports = true;
        report("idle", "");
        return true;
    }

    /** The folder, and the session in it if it has a name. */
    public void title(Session session) {
        var last = session.cwd().getFileName();
        var folder = last == null ? "/" : last.toString();
        var named = session.name();
        name = named == null ? folder : named;
        tui.title("pawl - " + folder + (named == null ? "" : " - " + named));
    }

    public void started() {
        running = true;
        startedAt = System.nanoTime();
        progress(true);
        report("working", name);
    }

    /**
     * A question waits for the user, or none does any more. Questions of the program itself, while no answer is given,
     * follow a key of the user's, who is therefore there.
     */
    public void asks(boolean waits, boolean ofHook) {
        if (running) {
            report(waits ? "blocked" : "working", name);
        }
        if (waits && (running || ofHook)) {
            notify("pawl waits for you: " + name);
        }
    }

    /** A hook has been waited for so long that the user may have turned away. */
    public void waitsFor(String hook) {
        notify("pawl waits for the hook " + hook + ": " + name);
    }

    /**
     * A run is over.
     *
     * @param last its last answer, if there is one
     */
    public void ended(Message.@Nullable Assistant last) {
        running = false;
        progress(false);
        var reason = last == null ? StopReason.ABORTED : last.stopReason();
        if (last == null || reason == StopReason.ABORTED) {
            report("idle", "");
            return;
        }
        var error = reason == StopReason.ERROR ? String.valueOf(last.errorMessage()) : "";
        report(error.isEmpty() ? "done" : "error", error.isEmpty() ? name : error);
        if (System.nanoTime() - startedAt >= LONG) {
            notify((error.isEmpty() ? "pawl is done: " : "pawl could not go on: ") + name);
        }
    }

    private void progress(boolean busy) {
        if (settings.get().get(Keys.TERMINAL_PROGRESS)) {
            terminal.write(busy ? "\u001b]9;4;3\u0007" : "\u001b]9;4;0\u0007");
        }
    }

    private void notify(String words) {
        var how = settings.get().get(Keys.TERMINAL_NOTIFY);
        if (how == Choices.Notify.BELL) {
            terminal.write("\u0007");
        } else if (how == Choices.Notify.MESSAGE) {
            terminal.write("\u001b]9;" + Untrusted.line(words) + "\u0007");
        }
    }

    private void report(String state, String message) {
        if (reports) {
            var line = Untrusted.line(message.lines().findFirst().orElse("")).strip();
            var words = line.substring(0, Math.min(line.length(), LONGEST)).getBytes(StandardCharsets.UTF_8);
            terminal.write("\u001b]7501;state=" + state + ":app=pawl"
                    + (words.length == 0 ? "" : ":msg=" + Base64.getEncoder().encodeToString(words))
                    + "\u001b\\");
        }
    }
}
