package dev.pawl.screen.command;

import dev.pawl.api.ui.Component;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.List;

/** A report that states at its beginning that it goes on below the screen. */
final class LongReport implements Component {
    /** Lines of the screen that the editor and what stands around it take. */
    private static final int AROUND = 6;

    private final Look look;
    private final Component report;

    LongReport(Look look, Component report) {
        this.look = look;
        this.report = report;
    }

    @Override
    public List<String> render(int width) {
        var lines = report.render(width);
        if (look.tui.mode() != Tui.Mode.FULLSCREEN || lines.size() <= look.tui.rows() - AROUND) {
            return lines;
        }
        var keys = look.keys;
        var drawn = new ArrayList<String>();
        drawn.add(Lines.truncate(
                " ".repeat(look.outputPad)
                        + look.muted(lines.size() + " lines; " + keys.text("tui.altScreen.pageDown") + " shows more, "
                                + keys.text("tui.altScreen.bottom") + " the end"),
                width));
        drawn.addAll(lines);
        return drawn;
    }

    @Override
    public void invalidate() {
        report.invalidate();
    }
}
