package dev.pawl.screen.status;

import dev.pawl.api.message.StreamDelta;
import dev.pawl.api.message.Usage;
import dev.pawl.api.value.Subscription;
import dev.pawl.hooks.bound.Waiting;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.Slot;
import dev.pawl.tui.component.Loader;
import dev.pawl.tui.text.Untrusted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows that the agent works, what it is doing, and which hook it waits for. Belongs to the screen's thread. */
public final class Working {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofSeconds(1);
    private static final int SLOW_COMMAND = 3;

    /** The number of characters that are about one token. */
    private static final int CHARACTERS = 4;

    private final Look look;
    private final Slot place;
    private final Supplier<List<Waiting>> waiting;
    private final Supplier<Boolean> asking;
    private final Supplier<Boolean> hookAsks;
    private final Consumer<String> calls;
    private final Map<String, String> tools = new LinkedHashMap<>();
    private boolean running;
    private boolean interrupting;
    private long called;
    private long runSince;
    private long retryAt;
    private long written;
    private long growing;
    private final List<Busy> busy = new ArrayList<>();
    private @Nullable String doing;
    private @Nullable String message;
    private @Nullable String waitsFor;
    private boolean visible = true;
    private List<String> frames = Loader.FRAMES;
    private Duration interval = Loader.INTERVAL;
    private @Nullable Loader loader;
    private @Nullable Subscription looking;

    /**
     * @param asking whether a dialog is open, for then the program waits for the user
     * @param hookAsks whether that dialog is a hook's
     * @param calls is given the name of a hook, once, that is waited for so long that the user may have turned away
     */
    public Working(
            Look look,
            Slot place,
            Supplier<List<Waiting>> waiting,
            Supplier<Boolean> asking,
            Supplier<Boolean> hookAsks,
            Consumer<String> calls) {
        this.look = look;
        this.place = place;
        this.waiting = waiting;
        this.asking = asking;
        this.hookAsks = hookAsks;
        this.calls = calls;
    }

    public void run(boolean running) {
        if (running && !this.running) {
            runSince = System.nanoTime();
            written = 0;
            growing = 0;
        }
        this.running = running;
        interrupting = false;
        tools.clear();
        settle();
    }

    /** The user wants what is going on to end; it is shown until it has. */
    public void interrupting() {
        interrupting = running || doing != null;
        settle();
    }

    /** A tool runs; null if it does no more. */
    public void tool(String callId, @Nullable String tool) {
        if (tool == null) {
            tools.remove(callId);
        } else {
            tools.put(callId, Untrusted.line(tool));
        }
        settle();
    }

    /** The answer grew: most providers report its tokens only at its end, so until then they are estimated. */
    public void grew(StreamDelta piece) {
        switch (piece.kind()) {
            case TEXT_DELTA, THINKING_DELTA, TOOLCALL_DELTA ->
                growing += piece.delta().length();
            default -> {}
        }
    }

    /** An answer is there, and what it took. */
    public void answered(@Nullable Usage used) {
        growing = 0;
        written += used == null ? 0 : used.output();
        doing(null);
    }

    /** Something is tried again after a while. */
    public void waiting(long millis, String how) {
        retryAt = System.nanoTime() + 1_000_000 * millis;
        doing(how);
    }

    /** Something other than an answer is under way: a summary, a retry; null if not. */
    public void doing(@Nullable String what) {
        retryAt = what == null ? 0 : retryAt;
        doing = what;
        interrupting &= running || doing != null;
        settle();
    }

    /** Something is done in the background that may take long, or have to wait for hooks. */
    public void enter(String name) {
        busy.add(new Busy(name, System.nanoTime()));
        settle();
    }

    public void leave(String name) {
        for (int i = 0; i < busy.size(); i++) {
            if (busy.get(i).name().equals(name)) {
                busy.remove(i);
                break;
            }
        }
        settle();
    }

    private record Busy(String name, long since) {}

    public void message(@Nullable String message) {
        this.message = message == null ? null : Untrusted.line(message);
        settle();
    }

    public void visible(boolean visible) {
        this.visible = visible;
        settle();
    }

    public void indicator(List<String> frames, Duration interval) {
        this.frames = frames.stream().map(Untrusted::line).toList();
        this.interval = interval.isPositive() ? interval : Loader.INTERVAL;
        if (loader != null) {
            loader.setIndicator(this.frames, this.interval);
        }
    }

    /** As if no hook had ever changed it. */
    public void reset() {
        message = null;
        visible = true;
        indicator(Loader.FRAMES, Loader.INTERVAL);
        settle();
    }

    private void settle() {
        boolean active = running || doing != null || !busy.isEmpty();
        if (active && looking == null) {
            looking = look.tui.every(LOOK, this::lookAround);
        } else if (!active && looking != null) {
            looking.close();
            looking = null;
            waitsFor = null;
        }
        // While a question is shown, what was done before it is not reported.
        boolean named = doing != null && (running || !asking.get());
        boolean shown = waitsFor != null || named || (running && (visible || interrupting));
        if (!shown) {
            if (loader != null) {
                loader.stop();
                loader = null;
                place.set(Slot.NOTHING);
                look.tui.requestRender();
            }
            return;
        }
        if (loader == null) {
            loader = new Loader(look.tui, look.theme, words());
            loader.setIndicator(frames, interval);
            loader.start();
            place.set(loader);
        }
        loader.setMessage(words());
    }

    private String words() {
        if (interrupting) {
            return "Interrupting…";
        }
        if (waitsFor != null) {
            return waitsFor;
        }
        if (doing != null) {
            return retryAt == 0 ? doing : "Asking again in " + secondsLeft() + " s, " + doing;
        }
        var facts = new ArrayList<String>();
        long seconds = (System.nanoTime() - runSince) / 1_000_000_000;
        facts.add(Figures.seconds(1_000 * seconds));
        long estimate = growing / CHARACTERS;
        if (written + estimate > 0) {
            facts.add((estimate > 0 ? "↓~" : "↓") + Figures.tokens(written + estimate));
        }
        if (!tools.isEmpty()) {
            facts.add(String.join(", ", tools.values().stream().distinct().toList()));
        }
        var key = look.keys.text(AppAction.INTERRUPT.id());
        if (!key.isEmpty()) {
            facts.add(key + " interrupts");
        }
        return (message == null ? "Working…" : message)
                + (facts.isEmpty() ? "" : " (" + String.join(", ", facts) + ")");
    }

    private long secondsLeft() {
        return Math.max(0, (retryAt - System.nanoTime() + 999_999_999) / 1_000_000_000);
    }

    private void lookAround() {
        var now = hookAsks.get() ? asker() : asking.get() ? null : longest();
        var before = waitsFor;
        waitsFor = now;
        if (now != null || before != null || doing != null || running) {
            settle();
        }
    }

    /** The end of a path, for there is but one line. */
    private static String name(String path) {
        int last = path.lastIndexOf('/');
        boolean plain = !path.substring(last + 1).startsWith("index.");
        int from = plain ? last : path.lastIndexOf('/', last - 1);
        return Untrusted.line(path.substring(from + 1));
    }

    /** The hook that is waited for is the one that asks; a question names its hook. */
    private @Nullable String asker() {
        var all = waiting.get();
        return all.isEmpty()
                ? null
                : "The hook " + name(all.getFirst().hook()) + " asks, at "
                        + all.getFirst().point();
    }

    /** A command that takes so long that one wonders. */
    private @Nullable String longestCommand() {
        for (var one : busy) {
            long seconds = (System.nanoTime() - one.since()) / 1_000_000_000;
            if (one.name().startsWith("/") && seconds >= SLOW_COMMAND) {
                return "Waiting for " + Untrusted.line(one.name()) + " (" + seconds + " s, no limit, "
                        + look.keys.text(AppAction.INTERRUPT.id()) + " ends it)";
            }
        }
        return null;
    }

    private @Nullable String longest() {
        for (var one : waiting.get()) {
            if (one.since().toNanos() >= ProgramStatus.LONG && called != one.begun()) {
                called = one.begun();
                calls.accept(name(one.hook()));
            }
            if (one.since().compareTo(LONG) >= 0) {
                // What a hook shows while it runs stays readable, however long it takes.
                return (message == null ? "Waiting" : message + ", waiting") + " for the hook " + name(one.hook())
                        + " at " + one.point() + " ("
                        + one.since().toSeconds() + " s, " + one.limitWords() + ", "
                        + look.keys.text(AppAction.INTERRUPT.id()) + " ends it)";
            }
        }
        return running || doing != null ? null : longestCommand();
    }
}
