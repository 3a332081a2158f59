package dev.pawl.screen.status;

import dev.pawl.api.ui.Component;
import dev.pawl.screen.look.Look;
import dev.pawl.tools.TodoList;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;

/** What is still open on the todo list that a tool keeps, above the editor. Belongs to the screen's thread. */
public final class TodoLines implements Component {
    private static final int MOST = 5;

    private final Look look;
    private TodoList list = TodoList.EMPTY;

    public TodoLines(Look look) {
        this.look = look;
    }

    public void show(TodoList now) {
        list = now;
        look.tui.requestRender();
    }

    @Override
    public List<String> render(int width) {
        var open = list.open();
        if (open.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        int all = list.items().size();
        lines.add(look.muted(" Todo: " + (all - open.size()) + " of " + all + " done"));
        for (var item : open.subList(0, Math.min(MOST, open.size()))) {
            boolean begun = item.string("status", "").equals("in_progress");
            var words = Untrusted.line(TodoList.words(item));
            lines.add(begun ? look.accent(" ▸ " + words) : look.dim(" ☐ ") + words);
        }
        if (open.size() > MOST) {
            lines.add(look.dim(" and " + (open.size() - MOST) + " more"));
        }
        return lines.stream().map(line -> Lines.truncate(line, width)).toList();
    }
}
