package dev.pawl.shellhooks.answer;

import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.dialect.Moment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an answer asks for besides: fields that only some events of some agents have.
 *
 * @param title a new name of the session; null for none
 * @param retry whether a call that was refused may be tried again
 * @param interrupt whether a refusal ends the run
 * @param special the fields that belong to the event
 * @param permissions rules that allow more than the call in question; null for none
 * @param environment variables for later commands, which a hook at the start of a session may give
 * @param display what the screen shows of an answer instead; null for the answer
 * @param unused the fields of the answer that have no effect here
 */
public record Extras(
        @Nullable String title,
        boolean retry,
        boolean interrupt,
        JsonObject special,
        @Nullable Permissions permissions,
        Map<String, String> environment,
        @Nullable String display,
        List<String> unused) {
    static final Extras NONE = new Extras(null, false, false, JsonObject.empty(), null, Map.of(), null, List.of());

    /** Fields that other agents know, and why they do nothing here. */
    private static final Map<String, String> WITHOUT_EFFECT = Map.ofEntries(
            Map.entry("displayContent", "only MessageDisplay decides what is shown"),
            Map.entry("terminalSequence", "nothing of a hook is sent to the terminal as it is"),
            Map.entry("initialUserMessage", "give the prompt on the command line"),
            Map.entry("watchPaths", "files are not watched"),
            Map.entry("reloadSkills", "/reload reads skills again"),
            Map.entry("clearContext", "/new begins a new conversation"),
            Map.entry("suppressOriginalPrompt", "a prompt that is blocked is not kept anyway"),
            Map.entry("classifierContext", "there is no classifier of calls"),
            Map.entry("llm_request", "only BeforeModel decides what the model is sent"),
            Map.entry("llm_response", "only BeforeModel and AfterModel decide what the model answered"),
            Map.entry("toolConfig", "only BeforeToolSelection decides which tools there are"));

    /** The moments at which such a field has an effect. */
    private static final Map<String, Set<Moment>> EFFECTIVE = Map.of(
            "displayContent", Set.of(Moment.RESPONSE),
            "llm_request", Set.of(Moment.BEFORE_MODEL),
            "llm_response", Set.of(Moment.BEFORE_MODEL, Moment.AFTER_MODEL),
            "toolConfig", Set.of(Moment.TOOL_SELECTION));

    static Extras of(JsonObject json, Moment moment) {
        var special = json.object("hookSpecificOutput");
        var title = special.get("sessionTitle");
        var unused = new ArrayList<String>();
        for (var part : List.of(json, special, special.object("decision"))) {
            for (var name : part.names()) {
                var why = part.get(name) == null || isEffective(name, moment) ? null : WITHOUT_EFFECT.get(name);
                if (why != null) {
                    unused.add(name + " (" + why + ")");
                }
            }
        }
        var display = moment == Moment.RESPONSE && special.get("displayContent") instanceof String text ? text : null;
        var permissions = Permissions.of(special.object("decision"), unused);
        return new Extras(
                title instanceof String name && !name.isBlank() ? name : null,
                special.bool("retry", false),
                special.object("decision").bool("interrupt", false) || json.bool("interrupt", false),
                special,
                permissions,
                texts(json.object("env")),
                display,
                List.copyOf(unused));
    }

    private static boolean isEffective(String field, Moment moment) {
        return EFFECTIVE.getOrDefault(field, Set.of()).contains(moment);
    }

    /** A call whose result takes the place of the one that the hook received; null for none. */
    public @Nullable JsonObject tail() {
        return special.get("tailToolCallRequest") instanceof JsonObject call ? call : null;
    }

    private static Map<String, String> texts(JsonObject json) {
        var texts = new LinkedHashMap<String, String>();
        for (var name : json.names()) {
            if (json.get(name) instanceof String text) {
                texts.put(name, text);
            }
        }
        return Collections.unmodifiableMap(texts);
    }

    /**
     * Rules that a hook adds when it allows a call ({@code updatedPermissions}).
     *
     * @param always whether they hold in later sessions of the project, too
     */
    public record Permissions(List<String> rules, boolean always) {
        private static final String FIELD = "updatedPermissions";

        public Permissions {
            rules = List.copyOf(rules);
        }

        /**
         * Reads the field of a decision; null if it has no rule that can be added.
         *
         * @param unused takes in what has no effect
         */
        static @Nullable Permissions of(JsonObject decision, List<String> unused) {
            if (!decision.has(FIELD)) {
                return null;
            }
            var rules = new ArrayList<String>();
            boolean always = false;
            for (var update : decision.objects(FIELD)) {
                var destination = update.string("destination", "");
                boolean adds = "addRules".equals(update.string("type")) && "allow".equals(update.string("behavior"));
                if (adds && !destination.equals("userSettings")) {
                    update.objects("rules").forEach(rule -> rules.add(written(rule)));
                    always |= !destination.equals("session");
                } else {
                    unused.add(FIELD + " (" + update.string("type", "no type") + " " + update.string("behavior", "")
                            + " " + destination
                            + ": only rules that allow, for the session or the project, can be added)");
                }
            }
            return rules.isEmpty() ? null : new Permissions(rules, always);
        }

        private static String written(JsonObject rule) {
            var content = rule.string("ruleContent");
            return rule.string("toolName", "") + (content == null ? "" : "(" + content + ")");
        }
    }
}
