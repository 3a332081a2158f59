import module dev.pawl.api;
import static dev.pawl.api.HookPoints.INPUT;

/** Turns "?quick …" into a request for a short answer, and answers "ping" itself. */
class InputTransform implements Hook {
    private static final String QUICK = "?quick ";

    public void install(Host pi) {
        pi.on(INPUT, (input, ctx) -> {
            if (input.text().strip().equals("ping")) {
                ctx.ui().notify("pong");
                return input.handled();
            }
            if (input.text().startsWith(QUICK)) {
                return input.transform(
                        "Answer in one or two sentences: " + input.text().substring(QUICK.length()));
            }
            return input.proceed();
        });
    }
}
