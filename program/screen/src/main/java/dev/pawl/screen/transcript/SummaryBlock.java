package dev.pawl.screen.transcript;

import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Cached;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.Styled;
import dev.pawl.tui.component.Box;
import dev.pawl.tui.component.Spacer;
import dev.pawl.tui.screen.Container;
import java.util.List;

/** A part of the conversation that was summarised; unfolded, it shows the summary. */
final class SummaryBlock extends Cached {
    private final Look look;
    private final String label;
    private final String title;
    private final String text;

    SummaryBlock(Look look, String label, String title, String text) {
        this.look = look;
        this.label = label;
        this.title = title;
        this.text = text;
    }

    static SummaryBlock compaction(Look look, String summary, long tokensBefore) {
        return new SummaryBlock(
                look, "[compaction]", "Compacted from " + Figures.tokens(tokensBefore) + " tokens", summary);
    }

    static SummaryBlock branch(Look look, String summary) {
        return new SummaryBlock(look, "[branch]", "What was done on the branch that was left", summary);
    }

    @Override
    protected List<String> draw(int width) {
        var background = look.background("customMessageBg");
        var head = new Styled(
                () -> look.fg("customMessageLabel", look.bold(label)) + " "
                        + look.fg("customMessageText", title)
                        + (look.toolsExpanded
                                ? ""
                                : look.dim(" (" + look.keys.text(AppAction.TOOLS_EXPAND.id()) + " shows it)")),
                0,
                false);
        var box = look.toolsExpanded
                ? new Box(look.outputPad, 1, background, head, new Spacer(1), summary())
                : new Box(look.outputPad, 1, background, head);
        return List.copyOf(new Container(new Spacer(1), box).render(width));
    }

    private Container summary() {
        return new Container(look.boxed(text, "customMessageText"));
    }
}
