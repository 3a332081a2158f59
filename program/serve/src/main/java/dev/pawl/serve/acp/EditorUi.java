package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Severity;
import dev.pawl.serve.jsonrpc.ProtocolError;
import dev.pawl.start.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The user of an editor: questions are sent as requests for permission, texts are requested by a form if the client supports
 * forms. An error of the client counts as cancelled.
 */
final class EditorUi extends NoUi {
    private final Channel channel;
    private final ToolCalls calls;

    EditorUi(Channel channel, ToolCalls calls) {
        this.channel = channel;
        this.calls = calls;
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        return permitted(
                        title, message, List.of(option(0, "Yes", "allow_once"), option(1, "No", "reject_once")), dialog)
                .filter("0"::equals)
                .isPresent();
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        var offered = new ArrayList<JsonObject>();
        for (int i = 0; i < options.size(); i++) {
            offered.add(option(i, options.get(i), kind(options.get(i))));
        }
        return permitted(title, "", offered, dialog).flatMap(chosen -> at(chosen, options));
    }

    private static Optional<String> at(String chosen, List<String> options) {
        for (int i = 0; i < options.size(); i++) {
            if (String.valueOf(i).equals(chosen)) {
                return Optional.of(options.get(i));
            }
        }
        return Optional.empty();
    }

    private static String kind(String option) {
        var word = option.toLowerCase(Locale.ROOT);
        boolean always = word.contains("always") || word.contains("never");
        return Refusals.refuses(option)
                ? always ? "reject_always" : "reject_once"
                : always ? "allow_always" : "allow_once";
    }

    private Optional<String> permitted(String title, String message, List<JsonObject> options, DialogOptions dialog)
            throws InterruptedException {
        var question = calls.question(title, message);
        try {
            var outcome = channel.ask(
                            "session/request_permission",
                            JsonObject.of("toolCall", question.toolCall(), "options", options),
                            dialog)
                    .object("outcome");
            return "selected".equals(outcome.string("outcome"))
                    ? Optional.ofNullable(outcome.string("optionId"))
                    : Optional.empty();
        } catch (ProtocolError e) {
            return Optional.empty();
        } finally {
            question.close();
        }
    }

    private static JsonObject option(int place, String name, String kind) {
        return JsonObject.of("optionId", String.valueOf(place), "name", name).with("kind", kind);
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        return form(title, placeholder, "", dialog);
    }

    @Override
    public Optional<String> editor(String title, String prefill) throws InterruptedException {
        return form(title, "", prefill, DialogOptions.NONE);
    }

    /** Requests one text by a form; empty if the client does not support forms. */
    private Optional<String> form(String title, String description, String prefill, DialogOptions dialog)
            throws InterruptedException {
        if (!channel.capabilities().forms()) {
            return Optional.empty();
        }
        var text = JsonObject.of("type", "string", "title", title);
        text = description.isEmpty() ? text : text.with("description", description);
        text = prefill.isEmpty() ? text : text.with("default", prefill);
        var schema = JsonObject.of("type", "object", "properties", JsonObject.of("text", text))
                .with("required", List.of("text"));
        try {
            var answer = channel.ask(
                    "elicitation/create",
                    JsonObject.of("mode", "form", "message", title).with("requestedSchema", schema),
                    dialog);
            return "accept".equals(answer.string("action"))
                    ? Optional.ofNullable(answer.object("content").string("text"))
                    : Optional.empty();
        } catch (ProtocolError e) {
            return Optional.empty();
        }
    }

    @Override
    public void notify(String message, Severity severity) {
        if (channel.capabilities().notices()) {
            channel.update(
                    "notice", JsonObject.of("severity", severity.name().toLowerCase(Locale.ROOT), "title", message));
        }
    }
}
