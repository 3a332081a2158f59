import module dev.pawl.api;
import static dev.pawl.api.HookPoints.TOOL_RESULT;

/** Replaces the key in results. */
class Redactor implements Hook {
    public void install(Host pi) {
        pi.on(TOOL_RESULT, (result, ctx) -> {
            return result.withText(result.text().replaceAll("KEY-\\w+", "[key]"));
        });
    }
}
