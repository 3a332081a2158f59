package dev.pawl.screen.status;

import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.screen.Container;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;

/** Messages that were sent while the agent works and wait for their turn, above the editor. */
public final class PendingMessages {
    private final Look look;
    private final Container place;

    public PendingMessages(Look look, Container place) {
        this.look = look;
        this.place = place;
    }

    public void show(List<String> steering, List<String> followUps) {
        place.clear();
        if (!steering.isEmpty() || !followUps.isEmpty()) {
            place.add(width -> {
                var lines = new ArrayList<String>();
                lines.add("");
                steering.forEach(text -> lines.add(line("Steering: ", text, width)));
                followUps.forEach(text -> lines.add(line("Follow-up: ", text, width)));
                lines.add(Lines.truncate(
                        " " + look.hint(AppAction.MESSAGE_DEQUEUE.id(), "takes them back into the editor"), width));
                return lines;
            });
        }
        look.tui.requestRender();
    }

    private String line(String kind, String text, int width) {
        return Lines.truncate(look.dim(" " + kind + Untrusted.line(text)), width);
    }
}
