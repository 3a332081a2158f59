package dev.pawl.fleet;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.base.Sha256;
import dev.pawl.start.attach.Question;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The user interface of a session in a fleet: a question is kept with the session until a user answers it. */
final class FleetUi extends NoUi {
    private final Asking asking;
    private final Map<String, Integer> asked = new HashMap<>();

    /** Where questions go. */
    interface Asking {
        /** How far the conversation is: the same when a question is asked again after a crash. */
        int place();

        /** The answer to a question; does not return where the session releases its worker until then. */
        JsonObject answer(Question question) throws InterruptedException, IOException;
    }

    FleetUi(Asking asking) {
        this.asking = asking;
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        var answer = ask("confirm", title, message, List.of());
        return answer != null && answer.bool("confirmed", false);
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        var answer = ask("select", title, "", options);
        return Optional.ofNullable(answer == null ? null : answer.string("value"))
                .filter(options::contains);
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        return text(ask("input", title, placeholder, List.of()));
    }

    @Override
    public Optional<String> editor(String title, String prefill) throws InterruptedException {
        return text(ask("editor", title, prefill, List.of()));
    }

    private static Optional<String> text(@Nullable JsonObject answer) {
        return Optional.ofNullable(answer == null ? null : answer.string("value"));
    }

    private @Nullable JsonObject ask(String kind, String title, String message, List<String> options)
            throws InterruptedException {
        var question = new Question(key(kind, title, message, options), kind, title, message, options);
        try {
            var answer = asking.answer(question);
            return answer.bool("cancelled", false) ? null : answer;
        } catch (IOException e) {
            return null; // No user can be asked, which counts as no.
        }
    }

    /** The same words at the same place of the conversation are the same question; asked twice there, they are two. */
    private synchronized String key(String kind, String title, String message, List<String> options) {
        var words = asking.place() + "-" + digest(Json.write(List.of(kind, title, message, options)));
        int nth = asked.merge(words, 1, Integer::sum);
        return nth == 1 ? words : words + "-" + nth;
    }

    private static String digest(String text) {
        return Sha256.hex(text).substring(0, 16);
    }
}
