package dev.pawl.shellhooks;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Names the failure of a model request by one of Claude Code's words. */
final class FailureKind {
    private static final Map<String, Pattern> KINDS = kinds();

    private FailureKind() {}

    static String of(String message) {
        var low = message.toLowerCase(Locale.ROOT);
        for (var kind : KINDS.entrySet()) {
            if (kind.getValue().matcher(low).find()) {
                return kind.getKey();
            }
        }
        return "unknown";
    }

    /** In the order in which they are tried: a refusal for lack of money may also mention a limit or a key. */
    private static Map<String, Pattern> kinds() {
        var kinds = new LinkedHashMap<String, Pattern>();
        kinds.put("billing_error", Pattern.compile("\\b402\\b|billing|credit|insufficient[ _]quota|payment"));
        kinds.put("rate_limit", Pattern.compile("\\b429\\b|rate[ _]limit|too many requests"));
        kinds.put("overloaded", Pattern.compile("\\b529\\b|overloaded"));
        kinds.put("authentication_failed", Pattern.compile("\\b40[13]\\b|\\bkey\\b|authenti|unauthori[sz]ed"));
        kinds.put("model_not_found", Pattern.compile("model.*not (found|exist)|not_found.*model|unknown model"));
        kinds.put("max_output_tokens", Pattern.compile("max[ _]?(output[ _])?tokens"));
        kinds.put("server_error", Pattern.compile("\\b50[0-4]\\b|internal server error|bad gateway"));
        kinds.put("invalid_request", Pattern.compile("\\b4(00|04|13|22)\\b|invalid"));
        return kinds;
    }
}
