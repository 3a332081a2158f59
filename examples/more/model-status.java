import module dev.pawl.api;
import static dev.pawl.api.HookPoints.MODEL_SELECT;

/** Shows in the footer from which model one changed to which. */
class ModelStatus implements Hook {
    public void install(Host pi) {
        pi.on(MODEL_SELECT, (change, ctx) -> {
            var before = change.previousModel();
            ctx.ui().setStatus("model", (before == null ? "" : before.id() + " -> ") + change.model().id());
        });
    }
}
