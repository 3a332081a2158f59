package dev.pawl.screen.dialog;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.DialogOptions.Subject;
import dev.pawl.api.value.Subscription;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.component.Fitted;
import dev.pawl.tui.screen.Drawing;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A dialog between two lines: a title, perhaps a text, the component that answers, and the keys to answer with.
 *
 * <p>All of the question can be read: what one does not see is spelt out, and what is too long for the screen is paged.
 */
public final class Framed implements Component {
    /** A list gets at least so many lines, and as many are left for a long question. */
    private static final int LEAST = 3;

    /** As many lines of a decision are shown before it is unfolded. */
    private static final int FOLDED = 14;

    private static final String EXPAND = AppAction.TOOLS_EXPAND.key().id();

    private final Look look;
    private final IntSupplier rows;
    private final String title;
    private final String text;
    private final Component inner;
    private final String hints;
    private final @Nullable InputDelay delay;
    private boolean list;
    private boolean menu;
    private @Nullable Subject subject;
    private boolean unfolded;
    private long secondsLeft = -1;
    private @Nullable Subscription ticking;
    private int from;
    private int room;
    private int length;
    private boolean readToTheEnd = true;

    /**
     * @param rows how many lines it may take
     * @param delay for how long it does not take keys; null if it does at once
     */
    Framed(
            Look look,
            IntSupplier rows,
            String title,
            String text,
            Component inner,
            String hints,
            @Nullable InputDelay delay) {
        this.look = look;
        this.rows = rows;
        this.title = Untrusted.visible(title);
        this.text = Untrusted.visible(text);
        this.inner = inner;
        this.hints = hints;
        this.delay = delay;
    }

    /** The component is a list that has no margin of its own. */
    public Framed list() {
        list = true;
        return this;
    }

    /** The text is a note, which gives way to the list where the screen is low. */
    public Framed menu() {
        menu = true;
        return this;
    }

    /** A decision about something, which is shown in place of title and text. */
    Framed about(@Nullable Subject what) {
        subject = what;
        return this;
    }

    /** Counts down in the title, and does something at the end. */
    Framed within(@Nullable Duration timeout, Runnable expired) {
        if (timeout != null) {
            long end = System.nanoTime() + timeout.toNanos();
            secondsLeft = (timeout.toMillis() + 999) / 1_000;
            ticking = look.tui.every(Duration.ofMillis(250), () -> {
                long left = end - System.nanoTime();
                long seconds = (left + 999_999_999) / 1_000_000_000;
                if (left <= 0) {
                    dispose();
                    expired.run();
                } else if (seconds != secondsLeft) {
                    secondsLeft = seconds;
                    look.tui.requestRender();
                }
            });
        }
        return this;
    }

    @Override
    public List<String> render(int width) {
        boolean listening = delay == null || delay.drawn();
        var keys = Hints.lines(listening ? hints : InputDelay.HINT, width - 2);
        var border = look.fg(subject == null ? "borderAccent" : "warning", "─".repeat(Math.max(0, width)));
        var lines = new ArrayList<String>();
        lines.add(border);
        ask(width, rows.getAsInt() - keys.size() - 2, lines);
        for (var line : keys) {
            lines.add(" " + look.dim(line));
        }
        lines.add(border);
        return lines;
    }

    /** The question and its answers in so many lines; a long question leaves room for them, a note gives way to them. */
    private void ask(int width, int free, List<String> to) {
        var question = title(width);
        var message = message(width);
        boolean shown = !message.isEmpty()
                && !(menu && inner instanceof Fitted && free - question.size() - message.size() <= LEAST);
        if (shown) {
            question.addAll(message);
        }
        int left = free - (list && shown ? 1 : 0);
        var answers = answers(list ? Math.max(1, width - 1) : width, left - Math.min(question.size(), LEAST + 1));
        page(question, left - answers.size(), to);
        if (list && shown) {
            to.add("");
        }
        for (var line : answers) {
            to.add(list ? " " + line : line);
        }
    }

    private List<String> answers(int width, int free) {
        return inner instanceof Fitted fitted
                ? Drawing.lines(wide -> fitted.render(wide, Math.max(2, free)), width)
                : Drawing.lines(inner, width);
    }

    private List<String> title(int width) {
        var lines = new ArrayList<String>();
        var head = (subject == null ? title : Untrusted.visible(subject.question()))
                + (secondsLeft < 0 ? "" : " (" + secondsLeft + "s)");
        if (!head.isEmpty()) {
            for (var line : Lines.wrap(head, width - 2)) {
                lines.add(" " + look.fg(subject == null ? "accent" : "warning", look.bold(line)));
            }
        }
        return lines;
    }

    private List<String> message(int width) {
        var lines = new ArrayList<String>();
        if (subject != null) {
            for (var line : SubjectLines.of(subject, look, Math.max(1, width - 2))) {
                lines.add(" " + line);
            }
        } else if (!text.isEmpty()) {
            for (var line : Lines.wrap(text, width - 2)) {
                lines.add(" " + line);
            }
        }
        return lines;
    }

    /** As much of the question as the screen has room for, and which part of it that is. */
    private void page(List<String> question, int most, List<String> to) {
        length = question.size();
        boolean folds = subject != null && length > FOLDED && most > FOLDED;
        int rows = folds && !unfolded ? FOLDED : most;
        room = Math.max(1, length <= rows ? length : rows - 1);
        if (length <= room) {
            from = 0;
            readToTheEnd = true;
            to.addAll(question);
            return;
        }
        from = Math.clamp(from, 0, length - room);
        readToTheEnd = from + room >= length;
        to.addAll(question.subList(from, from + room));
        var keys = look.keys;
        to.add(" "
                + look.fg(
                        "warning",
                        "Lines " + (from + 1) + " to " + (from + room) + " of " + length + "; "
                                + keys.text("tui.select.pageUp") + "/" + keys.text("tui.select.pageDown")
                                + " show the others"
                                + (folds && !unfolded ? ", " + keys.text(EXPAND) + " unfolds" : "")));
    }

    /**
     * Returns whether the end of the question was never on the screen; then its next page comes instead of an answer.
     */
    boolean turnsThePage() {
        if (readToTheEnd) {
            return false;
        }
        turn(1);
        return true;
    }

    private void turn(int pages) {
        from = Math.clamp(from + pages * Math.max(1, room - 1), 0, Math.max(0, length - room));
        look.tui.requestRender();
    }

    @Override
    public void handleInput(String data) {
        if (delay != null && delay.takes(data)) {
            return;
        }
        if (length > room && look.keys.matches(data, "tui.select.pageDown")) {
            turn(1);
        } else if (length > room && look.keys.matches(data, "tui.select.pageUp")) {
            turn(-1);
        } else if (subject != null && look.keys.matches(data, EXPAND)) {
            unfolded = !unfolded;
            look.tui.requestRender();
        } else {
            inner.handleInput(data);
        }
    }

    @Override
    public void invalidate() {
        inner.invalidate();
    }

    @Override
    public void dispose() {
        if (ticking != null) {
            ticking.close();
            ticking = null;
        }
        if (delay != null) {
            delay.close();
        }
        inner.dispose();
    }

    @Override
    public boolean focusable() {
        return true;
    }

    @Override
    public void focused(boolean focused) {
        inner.focused(focused);
    }
}
