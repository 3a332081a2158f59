package dev.pawl.screen.transcript;

import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.Styled;
import dev.pawl.tui.component.Spacer;
import dev.pawl.tui.markdown.Markdown;
import dev.pawl.tui.screen.Container;

/** The thinking of the model, or only that it took place. */
final class ThinkingBlock extends Container {
    private final Look look;
    private final Markdown text;
    private boolean hidden;

    ThinkingBlock(Look look) {
        this.look = look;
        this.text = look.thought();
        refold();
    }

    Markdown text() {
        return text;
    }

    /** Shows or hides this text alone. */
    @Override
    public boolean click(int line, int column) {
        hidden = !hidden;
        fold();
        return true;
    }

    /** Shows or hides the text as all others. */
    void refold() {
        hidden = look.thinkingHidden;
        fold();
    }

    private void fold() {
        clear();
        add(new Spacer(1));
        add(
                hidden
                        ? new Styled(
                                () -> look.theme.italic(look.fg("thinkingText", look.thinkingLabel())),
                                look.outputPad,
                                false)
                        : text);
        super.invalidate();
    }
}
