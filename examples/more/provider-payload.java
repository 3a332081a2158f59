import module dev.pawl.api;
import static dev.pawl.api.HookPoints.BEFORE_PROVIDER_REQUEST;

/** Shows how large each request to the model is, and which fields it has. */
class ProviderPayload implements Hook {
    public void install(Host pi) {
        pi.on(BEFORE_PROVIDER_REQUEST, (request, ctx) -> {
            var payload = request.payload();
            ctx.ui().setStatus("payload", payload.toString().length() + " characters: "
                    + String.join(", ", payload.asMap().keySet()));
            return request;
        });
    }
}
