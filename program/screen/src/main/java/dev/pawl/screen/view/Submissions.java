package dev.pawl.screen.view;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The texts that the user sends. Those sent before anything receives them are kept. Belongs to the screen's thread. */
public final class Submissions {
    private final Consumer<List<String>> kept;
    private final List<String> early = new ArrayList<>();
    private @Nullable Consumer<String> receiver;

    /** @param kept receives all texts that are kept, when another one is added */
    Submissions(Consumer<List<String>> kept) {
        this.kept = kept;
    }

    void submit(String text) {
        var now = receiver;
        if (now != null) {
            now.accept(text);
        } else if (!text.isBlank()) {
            early.add(text.strip());
            kept.accept(List.copyOf(early));
        }
    }

    /** Passes the texts that were kept, and all later ones, to a receiver. */
    public void receive(Consumer<String> receiver) {
        this.receiver = receiver;
        var texts = List.copyOf(early);
        early.clear();
        texts.forEach(receiver);
    }
}
