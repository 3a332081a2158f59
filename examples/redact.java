import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.api.HookPoints.USER_BASH_RESULT;

/** Keeps keys and passwords in the output of tools and shell commands out of the model's sight. */
class Redact implements Hook {
    private static final Pattern SECRET =
            Pattern.compile("(\\w*(?:API_?KEY|TOKEN|SECRET|PASSWORD)\\w*\\s*[=:]\\s*)\\S+", Pattern.CASE_INSENSITIVE);

    public void install(Host pi) {
        pi.on(TOOL_RESULT, (result, _) -> result.redact(Redact::clean), OnFailure.STOP);
        pi.on(USER_BASH_RESULT, (result, _) -> result.mapText(Redact::clean), OnFailure.STOP);
    }

    private static String clean(String text) {
        return SECRET.matcher(text).replaceAll("$1[REDACTED]");
    }
}
