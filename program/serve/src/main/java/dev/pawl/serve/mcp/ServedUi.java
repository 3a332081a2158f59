package dev.pawl.serve.mcp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Severity;
import dev.pawl.cli.NoticePrinter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The user of the client: questions of hooks are sent as forms (elicitation), if the client supports them. */
final class ServedUi extends NoUi {
    private static final String FIELD = "answer";

    private final NoticePrinter notices;
    private volatile @Nullable ServedRun run;

    ServedUi(NoticePrinter notices) {
        this.notices = notices;
    }

    /** Sets the run whose call asks the questions; without one (null) every question is dismissed. */
    void setRun(@Nullable ServedRun currentRun) {
        run = currentRun;
    }

    @Override
    public boolean confirm(String title, String message, DialogOptions dialog) throws InterruptedException {
        var text = message.isBlank() ? title : title + "\n\n" + message;
        return ask(text, JsonObject.of("type", "boolean", "title", title), dialog)
                .map(content -> content.bool(FIELD, false))
                .orElse(false);
    }

    @Override
    public Optional<String> select(String title, List<String> options, DialogOptions dialog)
            throws InterruptedException {
        var field = JsonObject.of("type", "string", "title", title)
                .with("enum", options.stream().distinct().toList());
        var preselected = dialog.preselected();
        return text(title, preselected == null ? field : field.with("default", preselected), dialog)
                .filter(options::contains);
    }

    @Override
    public Optional<String> input(String title, String placeholder, DialogOptions dialog) throws InterruptedException {
        var field = JsonObject.of("type", "string", "title", title);
        return text(title, placeholder.isEmpty() ? field : field.with("description", placeholder), dialog);
    }

    @Override
    public Optional<String> editor(String title, String prefill) throws InterruptedException {
        var field = JsonObject.of("type", "string", "title", title);
        return text(title, prefill.isEmpty() ? field : field.with("default", prefill), DialogOptions.NONE);
    }

    private Optional<String> text(String title, JsonObject field, DialogOptions dialog) throws InterruptedException {
        return ask(title, field, dialog).flatMap(content -> Optional.ofNullable(content.string(FIELD)));
    }

    /** The content of a form with one field; nothing if it is refused, dismissed or not answered. */
    private Optional<JsonObject> ask(String message, JsonObject field, DialogOptions dialog)
            throws InterruptedException {
        var currentRun = run;
        if (currentRun == null) {
            return Optional.empty();
        }
        var schema = JsonObject.of("type", "object", "properties", JsonObject.of(FIELD, field))
                .with("required", List.of(FIELD));
        var answer = currentRun.ask(
                JsonObject.of("mode", "form", "message", message).with("requestedSchema", schema), dialog);
        return answer != null && "accept".equals(answer.string("action"))
                ? Optional.of(answer.object("content"))
                : Optional.empty();
    }

    @Override
    public void notify(String message, Severity severity) {
        notices.notify(message, severity);
    }
}
