package dev.pawl.screen.dialog;

import dev.pawl.tui.component.Fitted;
import dev.pawl.tui.component.SelectList;
import dev.pawl.tui.key.Key;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/** A list of answers, each of which can also be chosen with the key that stands beside it. */
final class OneKeyAnswers implements Fitted {
    private final SelectList list;
    private final AnswerKeys keys;
    private IntConsumer answered = _ -> {};

    OneKeyAnswers(SelectList list, AnswerKeys keys) {
        this.list = list;
        this.keys = keys;
        list.onSelect(item -> answered.accept(Integer.parseInt(item.value())));
    }

    void onAnswer(IntConsumer listener) {
        answered = listener;
    }

    @Override
    public void handleInput(String data) {
        int meant = keys.meant(Key.text(data).toLowerCase(Locale.ROOT));
        if (meant >= 0) {
            list.select(meant);
            answered.accept(meant);
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
