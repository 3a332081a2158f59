package dev.pawl.screen.view;

import dev.pawl.screen.look.Slot;
import dev.pawl.tui.component.Spacer;
import dev.pawl.tui.screen.Container;
import dev.pawl.tui.screen.Row;
import dev.pawl.tui.screen.Tui;

/** The screen from top to bottom: header and transcript, and below them what never scrolls away. */
public final class Layout {
    final Slot header = new Slot(Slot.NOTHING);
    public final Row headerRow;
    public final Container pending = new Container();
    final Slot working = new Slot(Slot.NOTHING);
    final Slot todos = new Slot(Slot.NOTHING);
    final Container above = new Container();
    final Slot editor = new Slot(Slot.NOTHING);
    final Container below = new Container();
    final Slot footer = new Slot(Slot.NOTHING);

    Layout(Tui tui) {
        headerRow = tui.body().add(header);
        headerRow.finish();
        var dock = tui.dock();
        dock.add(pending);
        dock.add(working);
        dock.add(new Spacer(1));
        dock.add(todos);
        dock.add(above);
        dock.add(editor);
        dock.add(below);
        dock.add(footer);
    }
}
