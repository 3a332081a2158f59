import module dev.pawl.api;
import static dev.pawl.api.HookPoints.INPUT;

/** Adds the state of the repository to a prompt, but not to what is sent while the agent works. */
class InputTransformStreaming implements Hook {
    public void install(Host pi) {
        pi.on(INPUT, (input, ctx) -> {
            if (input.streamingBehavior() != null || input.source() == Input.Source.EXTENSION) {
                return input.proceed();
            }
            var status = ctx.project().exec("git", "status", "--short");
            return status.code() != 0 || status.stdout().isBlank()
                    ? input.proceed()
                    : input.transform(input.text() + "\n\nChanged files:\n" + status.stdout().stripTrailing());
        });
    }
}
