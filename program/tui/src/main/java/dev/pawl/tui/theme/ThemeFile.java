package dev.pawl.tui.theme;

import dev.pawl.api.json.JsonObject;
import dev.pawl.tui.terminal.ColorDepth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The JSON of a theme: its name, variables, and a colour for every token. */
final class ThemeFile {
    // format:off
    static final List<String> TOKENS = List.of(
            "accent", "border", "borderAccent", "borderMuted", "success", "error", "warning", "muted", "dim", "text",
            "thinkingText", "selectedBg", "userMessageBg", "userMessageText", "customMessageBg", "customMessageText",
            "customMessageLabel", "toolPendingBg", "toolSuccessBg", "toolErrorBg", "toolTitle", "toolOutput",
            "mdHeading", "mdLink", "mdLinkUrl", "mdCode", "mdCodeBlock", "mdCodeBlockBorder", "mdQuote",
            "mdQuoteBorder", "mdHr", "mdListBullet", "toolDiffAdded", "toolDiffRemoved", "toolDiffContext",
            "syntaxComment", "syntaxKeyword", "syntaxFunction", "syntaxVariable", "syntaxString", "syntaxNumber",
            "syntaxType", "syntaxOperator", "syntaxPunctuation", "thinkingOff", "thinkingMinimal", "thinkingLow",
            "thinkingMedium", "thinkingHigh", "thinkingXhigh", "bashMode");
    static final Map<String, String> OPTIONAL = Map.of(
            "scrollbarTrack", "muted", "scrollbarThumb", "text", "searchMatchBg", "selectedBg",
            "searchMatchText", "text", "thinkingMax", "thinkingXhigh");
    // format:on

    private static final Set<String> FIELDS = Set.of("$schema", "name", "appearance", "vars", "colors", "export");
    private static final Set<String> EXPORTED = Set.of("pageBg", "cardBg", "infoBg");

    private final String file;
    private final JsonObject json;

    private ThemeFile(String file, JsonObject json) {
        this.file = file;
        this.json = json;
    }

    static Palette parse(String file, JsonObject json, ColorDepth depth) {
        return new ThemeFile(file, json).theme(depth);
    }

    private Palette theme(ColorDepth depth) {
        known(json, FIELDS, "");
        var name = name();
        var appearance = json.string("appearance");
        if (json.has("appearance") && !"dark".equals(appearance) && !"light".equals(appearance)) {
            throw wrong("appearance", "must be \"dark\" or \"light\"");
        }
        if (!(json.get("colors") instanceof JsonObject given)) {
            throw wrong("colors", "is missing: an object with a colour for every token");
        }
        var allowed = new LinkedHashSet<>(TOKENS);
        allowed.addAll(OPTIONAL.keySet());
        known(given, allowed, "colors.");
        known(json.object("export"), EXPORTED, "export.");
        for (var exported : json.object("export").names()) {
            color("export." + exported, json.object("export").get(exported));
        }
        var colors = colors(given);
        var text = colors.get("text");
        boolean dark = appearance == null ? text == null || text.luminance() > 0.3 : appearance.equals("dark");
        return new Palette(name, dark, colors, depth);
    }

    private String name() {
        var name = json.string("name");
        if (name == null || name.isBlank()) {
            throw wrong("name", "is missing: every theme has one");
        }
        if (name.indexOf('/') >= 0) {
            throw wrong("name", "must not contain \"/\", which stands between a light and a dark theme in settings");
        }
        if (name.equals("system")) {
            throw wrong("name", "must not be \"system\", which is reserved");
        }
        return name;
    }

    private void known(JsonObject object, Set<String> allowed, String prefix) {
        for (var field : object.names()) {
            if (!allowed.contains(field)) {
                throw wrong(prefix + field, "is not a field of themes; is it misspelt?");
            }
        }
    }

    private Map<String, @Nullable Rgb> colors(JsonObject given) {
        var missing = new ArrayList<String>();
        var colors = new HashMap<String, @Nullable Rgb>();
        for (var token : TOKENS) {
            if (given.has(token)) {
                colors.put(token, color("colors." + token, given.get(token)));
            } else {
                missing.add(token);
            }
        }
        if (!missing.isEmpty()) {
            throw wrong("colors", "lacks " + String.join(", ", missing));
        }
        OPTIONAL.forEach((token, otherwise) -> colors.put(
                token, given.has(token) ? color("colors." + token, given.get(token)) : colors.get(otherwise)));
        return colors;
    }

    /** A colour, by way of variables if need be; null is the terminal's own. */
    private @Nullable Rgb color(String field, @Nullable Object value) {
        var seen = new LinkedHashSet<String>();
        var current = value;
        while (current instanceof String text && !text.isEmpty() && !Rgb.isWritten(text)) {
            if (!seen.add(text)) {
                throw wrong(field, "goes in a circle: " + String.join(" → ", seen) + " → " + text);
            }
            if (!json.object("vars").has(text)) {
                throw wrong(
                        field,
                        "\"" + text + "\" is neither a colour (#rrggbb, oklch(…), okhsl(…), 0 to 255) nor a variable");
            }
            current = json.object("vars").get(text);
        }
        if (current instanceof String text) {
            if (text.isEmpty()) {
                return null;
            }
            var color = Rgb.parse(text);
            if (color == null) {
                throw wrong(field, "\"" + text + "\" is not a colour; one looks like #a0b1c2");
            }
            return color;
        }
        if (current instanceof Number number && number.doubleValue() == number.intValue()) {
            int index = number.intValue();
            if (index >= 0 && index <= 255) {
                return Rgb.ofIndex(index);
            }
        }
        throw wrong(
                field, "must be a colour: #rrggbb, a number from 0 to 255, a variable, or \"\" for the terminal's own");
    }

    private IllegalArgumentException wrong(String field, String why) {
        return new IllegalArgumentException(file + ", " + field + ": " + why);
    }
}
