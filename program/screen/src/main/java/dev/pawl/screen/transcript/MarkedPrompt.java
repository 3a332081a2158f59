package dev.pawl.screen.transcript;

import dev.pawl.api.ui.Component;
import dev.pawl.tui.text.PromptMark;
import java.util.ArrayList;
import java.util.List;

/** A message of the user, with marks by which the terminal can jump to it. */
record MarkedPrompt(Component message) implements Component {
    @Override
    public List<String> render(int width) {
        var lines = new ArrayList<>(message.render(width));
        if (!lines.isEmpty()) {
            lines.set(0, PromptMark.BEGIN.sequence() + lines.getFirst());
            lines.set(lines.size() - 1, lines.getLast() + PromptMark.END.sequence() + PromptMark.ANSWER.sequence());
        }
        return lines;
    }

    @Override
    public void invalidate() {
        message.invalidate();
    }
}
