package dev.pawl.mcp.client;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.ui.Ui;
import dev.pawl.base.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Asks the user the questions of a server, with a dialog for each field. */
public final class Elicitation {
    private static final String ANSWER = "Answer";
    private static final String REFUSE = "Refuse";
    private static final String OPENED = "I have opened it";
    private static final int LONGEST = 2_000;
    /** Printable ASCII without spaces, so that the screen shows the address as it is. */
    private static final Pattern WEB = Pattern.compile("https?://[!-~]{1,2000}");

    private final String server;
    private final Ui ui;

    public Elicitation(String server, Ui ui) {
        this.server = server;
        this.ui = ui;
    }

    /** The answer to {@code elicitation/create}. */
    public JsonObject ask(JsonObject params) throws InterruptedException {
        var message = Words.excerpt(params.string("message", ""), LONGEST);
        if ("url".equals(params.get("mode"))) {
            return page(message, params.string("url", ""));
        }
        var chosen = ui.select(
                "MCP server \"" + server + "\" asks: " + message,
                List.of(ANSWER, REFUSE),
                DialogOptions.preselected(ANSWER));
        if (chosen.isEmpty() || !chosen.get().equals(ANSWER)) {
            return action(chosen.isEmpty() ? "cancel" : "decline");
        }
        var schema = params.object("requestedSchema");
        var required = schema.strings("required");
        var content = new LinkedHashMap<String, @Nullable Object>();
        for (var field : schema.object("properties").asMap().entrySet()) {
            if (!(field.getValue() instanceof JsonObject property)) {
                continue;
            }
            var name = field.getKey();
            var value = field(name, property, required.contains(name));
            if (value.isEmpty()) {
                return action("cancel");
            }
            if (value.get().value() != null) {
                content.put(name, value.get().value());
            }
        }
        return action("accept").with("content", JsonObject.from(content));
    }

    /** Shows the whole address, which the user opens. Only web addresses are shown. */
    private JsonObject page(String message, String address) throws InterruptedException {
        if (!WEB.matcher(address).matches()) {
            ui.notify(
                    "MCP server \"" + server + "\" asked to open an address that is not a web page;"
                            + " the request was refused.",
                    Severity.WARNING);
            return action("decline");
        }
        var chosen = ui.select(
                "MCP server \"" + server + "\" asks you to open a page: " + message + "\n" + address,
                List.of(OPENED, REFUSE),
                DialogOptions.preselected(REFUSE));
        return action(chosen.isEmpty() ? "cancel" : chosen.get().equals(OPENED) ? "accept" : "decline");
    }

    /** The answer in which every field has its default value. */
    public static JsonObject defaults(JsonObject params) {
        var content = new LinkedHashMap<String, @Nullable Object>();
        params.object("requestedSchema").object("properties").asMap().forEach((name, property) -> {
            if (property instanceof JsonObject schema && schema.has("default")) {
                content.put(name, schema.get("default"));
            }
        });
        return action("accept").with("content", JsonObject.from(content));
    }

    public static JsonObject action(String action) {
        return JsonObject.of("action", action);
    }

    /** The value of a field; null if an optional field is left out. */
    private record FieldValue(@Nullable Object value) {}

    private Optional<FieldValue> field(String name, JsonObject property, boolean required) throws InterruptedException {
        var title = Words.excerpt(property.string("title", name), LONGEST)
                + (property.string("description") == null
                        ? ""
                        : ": " + Words.excerpt(property.string("description", ""), LONGEST))
                + (required ? "" : " (optional)");
        if ("boolean".equals(property.get("type"))) {
            return choice(title, List.of("Yes", "No"), property.bool("default", false) ? "Yes" : "No")
                    .map(chosen -> new FieldValue(chosen.equals("Yes")));
        }
        if ("array".equals(property.get("type"))) {
            return several(title, property);
        }
        var options = options(property);
        if (!options.isEmpty()) {
            var initial = property.string("default");
            var labels = List.copyOf(options.keySet());
            var chosen = choice(title, labels, labelOf(options, initial));
            return chosen.map(label -> new FieldValue(options.get(label)));
        }
        return typed(title, property, required);
    }

    private Optional<FieldValue> typed(String title, JsonObject property, boolean required)
            throws InterruptedException {
        var initial = property.get("default");
        var asked = title;
        while (true) {
            var entered = ui.input(asked, initial == null ? "" : String.valueOf(initial));
            if (entered.isEmpty()) {
                return Optional.empty();
            }
            var text = entered.get();
            if (text.isEmpty() && (initial != null || !required)) {
                return Optional.of(new FieldValue(initial));
            }
            var value = value(text, property.string("type", "string"));
            if (value != null) {
                return Optional.of(new FieldValue(value));
            }
            asked = title + " (" + property.string("type", "string") + ")";
        }
    }

    /** The text as a value of the type; null if it is not valid. */
    private static @Nullable Object value(String text, String type) {
        try {
            return switch (type) {
                case "integer" -> Long.parseLong(text.strip());
                case "number" -> Double.parseDouble(text.strip());
                default -> text;
            };
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private Optional<FieldValue> several(String title, JsonObject property) throws InterruptedException {
        var options = options(property.object("items"));
        var chosen = new ArrayList<>(property.strings("default"));
        while (true) {
            var marked = new LinkedHashMap<String, String>();
            options.forEach((label, value) -> marked.put((chosen.contains(value) ? "[x] " : "[ ] ") + label, value));
            var labels = new ArrayList<>(List.of("Done"));
            labels.addAll(marked.keySet());
            var entered = choice(title, labels, "Done");
            if (entered.isEmpty()) {
                return Optional.empty();
            }
            var value = marked.get(entered.get());
            if (value == null) {
                return Optional.of(new FieldValue(List.copyOf(chosen)));
            }
            if (!chosen.remove(value)) {
                chosen.add(value);
            }
        }
    }

    private Optional<String> choice(String title, List<String> options, @Nullable String initial)
            throws InterruptedException {
        return ui.select(title, options, initial == null ? DialogOptions.NONE : DialogOptions.preselected(initial));
    }

    /** The values of an enumeration by their labels. */
    private static Map<String, String> options(JsonObject property) {
        var options = new LinkedHashMap<String, String>();
        var names = property.strings("enumNames");
        var values = property.strings("enum");
        for (int i = 0; i < values.size(); i++) {
            options.put(i < names.size() ? names.get(i) : values.get(i), values.get(i));
        }
        for (var key : List.of("oneOf", "anyOf")) {
            for (var one : property.objects(key)) {
                var value = one.string("const");
                if (value != null) {
                    options.put(one.string("title", value), value);
                }
            }
        }
        return options;
    }

    private static @Nullable String labelOf(Map<String, String> options, @Nullable String value) {
        for (var one : options.entrySet()) {
            if (one.getValue().equals(value)) {
                return one.getKey();
            }
        }
        return null;
    }
}
