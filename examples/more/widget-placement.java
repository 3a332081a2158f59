import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;

/** Shows one widget above the editor and one below it. */
class WidgetPlacement implements Hook {
    public void install(Host pi) {
        pi.on(SESSION_START, (_, ctx) -> {
            ctx.ui().setWidget("above", List.of("above the editor"), Placement.ABOVE_EDITOR);
            ctx.ui().setWidget("below", List.of("below the editor"), Placement.BELOW_EDITOR);
        });
    }
}
