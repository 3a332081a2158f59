import module dev.pawl.api;
import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.SESSION_TREE;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Lets the agent look at everything and change nothing: /plan takes the other tools away, and gives them back. */
class PlanMode implements Hook {
    private static final String RULES = """
            Plan mode is on: look at whatever you need, and change nothing. Answer with a numbered plan of small steps.
            Do not begin with the work before the user asks for it.""";

    /** Whether it is on, and the tools that there were before. */
    record State(boolean on, List<String> tools) {}

    private volatile State state = new State(false, List.of());

    public void install(Host pi) {
        pi.flag(new Flag.Switch("plan", "Start in plan mode", false));
        pi.command("plan", "Plan without changing anything, or go back to work", this::toggle);
        pi.on(SESSION_START, (start, ctx) -> {
            restore(ctx);
            if (start.reason() == SessionStart.Reason.STARTUP && pi.flagged("plan") && !state.on()) {
                change(new State(true, ctx.tools().active()), ctx);
            }
        });
        pi.on(SESSION_TREE, (_, ctx) -> restore(ctx));
        pi.on(BEFORE_AGENT_START, (start, _) -> state.on() ? start.appendSystemPrompt(RULES) : start);
        // The other tools are no longer offered to the model, but it may remember them, and hooks may bring new ones.
        pi.on(TOOL_CALL, (call, ctx) -> !state.on() || readOnly(ctx).contains(call.toolName())
                ? call.allow()
                : call.block("Plan mode is on: " + call.toolName() + " might change something. Put it into the plan."));
    }

    private Outcome toggle(CommandContext ctx) {
        change(state.on() ? new State(false, state.tools()) : new State(true, ctx.tools().active()), ctx);
        return Outcome.status(state.on() ? "Plan mode: nothing will be changed" : "Plan mode is over");
    }

    private void change(State next, HookContext ctx) {
        ctx.session().append("plan-mode", next);
        use(next, ctx);
    }

    /** The last state on the branch counts, so it is right after a resume, a reload or a move in the tree. */
    private void restore(HookContext ctx) {
        var last = new State(false, state.tools());
        for (var entry : ctx.session().branch()) {
            if (entry instanceof Entry.Custom custom && custom.customType().equals("plan-mode")) {
                last = custom.as(State.class);
            }
        }
        if (last.on() || state.on()) {
            use(last, ctx);
        }
    }

    private void use(State next, HookContext ctx) {
        state = next;
        ctx.tools().setActive(next.on() ? readOnly(ctx) : next.tools());
        ctx.ui().setStatus("plan-mode", next.on() ? "plan" : null);
    }

    private static List<String> readOnly(HookContext ctx) {
        return ctx.tools().all().stream()
                .filter(tool -> tool.traits().annotations().readOnly())
                .map(ToolInfo::name)
                .toList();
    }
}
