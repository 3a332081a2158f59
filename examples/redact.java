import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_RESULT;

/** Keeps keys and passwords in tool output out of the model's sight. */
class Redact implements Hook {
    private static final Pattern SECRET =
            Pattern.compile("(\\w*(?:API_?KEY|TOKEN|SECRET|PASSWORD)\\w*\\s*[=:]\\s*)\\S+", Pattern.CASE_INSENSITIVE);

    public void install(Host pi) {
        pi.on(TOOL_RESULT, (result, _) ->
                result.mapText(text -> SECRET.matcher(text).replaceAll("$1[REDACTED]")));
    }
}
