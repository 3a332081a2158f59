package dev.pawl.screen.transcript;

import dev.pawl.api.message.Message;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Cached;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.screen.Clickable;
import dev.pawl.tui.screen.Row;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command that the user ran with an exclamation mark, and what it writes. */
public final class BashRow extends Cached implements Clickable {
    private static final int TAIL = 20;
    private static final int LONGEST = 200_000;

    private final Look look;
    private final String command;
    private final boolean apart;
    private final StringBuilder output = new StringBuilder();
    private boolean interrupting;
    private @Nullable String ending;
    private @Nullable Row row;
    private @Nullable Boolean unfolded;

    /** @param apart whether the model does not see it */
    BashRow(Look look, String command, boolean apart) {
        this.look = look;
        this.command = command;
        this.apart = apart;
    }

    static BashRow of(Look look, Message.BashExecution ran) {
        var row = new BashRow(look, ran.command(), ran.excludeFromContext());
        row.output.append(ran.output());
        row.ending = ending(ran.exitCode(), ran.cancelled(), ran.fullOutputPath());
        return row;
    }

    void standsIn(Row row) {
        this.row = row;
    }

    public void wrote(String more) {
        output.append(more);
        if (output.length() > 2 * LONGEST) {
            output.delete(0, output.length() - LONGEST);
        }
        redraw();
    }

    /** The user wants it to end. */
    public void interrupting() {
        interrupting = true;
        redraw();
    }

    /** It is over; what is kept of its output is shown. */
    public void ended(String kept, @Nullable Integer exitCode, boolean cancelled, @Nullable String file) {
        output.setLength(0);
        output.append(kept);
        ending = ending(exitCode, cancelled, file);
        redraw();
        finish();
    }

    /** It was not run, or it is not known what came of it. */
    public void failed(String why) {
        ending = Untrusted.line(why);
        redraw();
        finish();
    }

    private static String ending(@Nullable Integer exitCode, boolean cancelled, @Nullable String file) {
        var words = cancelled ? "cancelled" : exitCode == null || exitCode == 0 ? "" : "exit code " + exitCode;
        return file == null ? words : (words.isEmpty() ? "" : words + "; ") + "all of it is in " + file;
    }

    /** Unfolds or folds this row alone. */
    @Override
    public boolean click(int line, int column) {
        unfolded = !isUnfolded();
        redraw();
        return true;
    }

    private boolean isUnfolded() {
        return unfolded == null ? look.toolsExpanded : unfolded;
    }

    /** Is folded as all others are. */
    void refold() {
        unfolded = null;
    }

    void finish() {
        if (row != null) {
            row.finish();
        }
    }

    void redraw() {
        changed();
        if (row != null) {
            row.changed();
        }
    }

    @Override
    protected List<String> draw(int width) {
        var token = apart ? "dim" : "bashMode";
        var border = look.fg(token, "─".repeat(Math.max(0, width)));
        var lines = new ArrayList<String>(List.of("", border));
        for (var line : Lines.wrap(Untrusted.text("$ " + command), width - 2)) {
            lines.add(" " + look.fg(token, look.bold(line)));
        }
        if (apart) {
            lines.add(" " + look.dim("The model does not see this."));
        }
        var text = new OutputText(look, output.toString(), "muted", OutputText.Keep.LAST, TAIL, isUnfolded());
        text.render(width - 2).forEach(line -> lines.add(" " + line));
        if (ending == null) {
            lines.add(" "
                    + look.dim(
                            interrupting
                                    ? "interrupting…"
                                    : "running… (" + look.keys.text(AppAction.INTERRUPT.id()) + " ends it)"));
        } else if (!ending.isEmpty()) {
            for (var line : Lines.wrap(look.fg("warning", "(" + look.path(ending) + ")"), width - 2)) {
                lines.add(" " + line);
            }
        }
        lines.add(border);
        return lines;
    }
}
