import module dev.pawl.api;
import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.MODEL_SELECT;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TURN_END;

/** Shows one line in place of the ordinary footer: branch, model, window, statuses; /footer changes between them. */
class CustomFooter implements Hook {
    private volatile boolean on = true;
    private volatile String facts = "";

    public void install(Host pi) {
        pi.on(SESSION_START, (_, ctx) -> {
            look(ctx);
            show(ctx);
        });
        pi.on(TURN_END, (turn, ctx) -> {
            look(ctx);
            return turn;
        });
        pi.on(AGENT_END, (_, ctx) -> look(ctx));
        pi.on(MODEL_SELECT, (_, ctx) -> look(ctx));
        pi.command("footer", "The short footer, or the ordinary one", ctx -> {
            on = !on;
            show(ctx);
            return Outcome.status(on ? "The short footer" : "The ordinary footer");
        });
    }

    private void show(HookContext ctx) {
        ctx.ui().setFooter(on ? Line::new : null);
    }

    /** How full the window is takes a while to count, so it is asked when it changes and not when it is drawn. */
    private void look(HookContext ctx) {
        var model = ctx.models().current();
        var usage = ctx.session().contextUsage();
        var window = usage == null || usage.percent() == null ? "" : " %.0f%%".formatted(usage.percent());
        facts = (model == null ? "no model" : model.id()) + window;
    }

    class Line implements Component {
        private final Theme theme;
        private final FooterFactory.FooterData data;
        private final Subscription branches;

        Line(Screen screen, Theme theme, FooterFactory.FooterData data) {
            this.theme = theme;
            this.data = data;
            this.branches = data.onBranchChange(screen::requestRender);
        }

        public List<String> render(int width) {
            var parts = new ArrayList<String>();
            if (data.gitBranch() != null) {
                parts.add(theme.fg("accent", "⎇ " + data.gitBranch()));
            }
            parts.add(facts);
            new TreeMap<>(data.statuses()).forEach((_, text) -> parts.add(text));
            return List.of(" " + String.join(theme.fg("dim", " │ "), parts));
        }

        public void dispose() {
            branches.close();
        }
    }
}
