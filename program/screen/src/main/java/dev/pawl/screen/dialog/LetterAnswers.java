package dev.pawl.screen.dialog;

import dev.pawl.screen.look.Hints;
import dev.pawl.tui.component.Fitted;
import dev.pawl.tui.component.SelectList;
import dev.pawl.tui.key.Key;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/** A list whose options Yes and No can be chosen by their first letter, too. */
final class LetterAnswers implements Fitted {
    private final SelectList list;
    private final int yes;
    private final int no;
    private IntConsumer answered = _ -> {};

    LetterAnswers(SelectList list, List<String> options) {
        this.list = list;
        var words = options.stream()
                .map(option -> option.strip().toLowerCase(Locale.ROOT))
                .toList();
        this.yes = words.indexOf("yes");
        this.no = words.indexOf("no");
        list.onSelect(item -> answered.accept(Integer.parseInt(item.value())));
    }

    void onAnswer(IntConsumer listener) {
        answered = listener;
    }

    boolean isYes(int option) {
        return option == yes;
    }

    String hint() {
        return isAsked() ? "y yes" + Hints.BETWEEN + "n no" : "";
    }

    private boolean isAsked() {
        return yes >= 0 && no >= 0;
    }

    @Override
    public void handleInput(String data) {
        var letter = isAsked() ? Key.text(data).toLowerCase(Locale.ROOT) : "";
        if (letter.equals("y")) {
            answered.accept(yes);
        } else if (letter.equals("n")) {
            answered.accept(no);
        } else {
            list.handleInput(data);
        }
    }

    @Override
    public List<String> render(int width, int rows) {
        return list.render(width, rows);
    }

    @Override
    public void invalidate() {
        list.invalidate();
    }

    @Override
    public boolean focusable() {
        return true;
    }

    @Override
    public void focused(boolean focused) {
        list.focused(focused);
    }
}
