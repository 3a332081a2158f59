import module dev.pawl.api;
import static dev.pawl.api.HookPoints.INPUT;
import static dev.pawl.api.HookPoints.MESSAGE_END;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TOOL_CALL;

/** Stops the agent when the session has cost --cost-limit dollars; the user may then allow as much again. */
class CostLimit implements Hook {
    private final DoubleAdder spent = new DoubleAdder();
    private volatile double granted;

    public void install(Host pi) {
        pi.flag(new Flag.Text("cost-limit", "What a session may cost, in dollars", null));
        // Everything that was paid for counts, also on branches that were left.
        pi.on(SESSION_START, (_, ctx) -> {
            spent.reset();
            for (var entry : ctx.session().entries()) {
                if (entry instanceof Entry.MessageEntry(_, var message, _)) {
                    spent.add(cost(message));
                }
            }
        });
        pi.on(MESSAGE_END, (end, _) -> {
            spent.add(cost(end.message()));
            return end;
        });
        // No tool runs and the model is not asked again; what it answered so far stays.
        pi.on(TOOL_CALL, (call, _) -> spent.sum() < limit(pi) ? call.allow() : call.blockAndStop(sentence(pi)));
        pi.on(INPUT, (input, ctx) -> spent.sum() < limit(pi) || mayGoOn(pi, ctx) ? input.proceed() : input.handled());
    }

    private boolean mayGoOn(Host pi, HookContext ctx) throws InterruptedException {
        if (ctx.ui().hasUser() && ctx.ui().confirm("Cost limit", sentence(pi) + " Allow as much again?")) {
            granted = spent.sum();
            return true;
        }
        ctx.ui().notify(sentence(pi), Severity.WARNING);
        return false;
    }

    private double limit(Host pi) {
        var dollars = pi.flagValue("cost-limit");
        try {
            return dollars == null ? Double.POSITIVE_INFINITY : granted + Double.parseDouble(dollars);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--cost-limit is a number of dollars, not " + dollars, e);
        }
    }

    private String sentence(Host pi) {
        return "$%.2f of $%.2f are spent.".formatted(spent.sum(), limit(pi));
    }

    /** What a message cost: an answer itself, a tool's result with the models that the tool asked. */
    private static double cost(Message message) {
        return switch (message) {
            case Message.Assistant answer -> answer.usage().cost().total();
            case Message.ToolResult result when result.usage() != null -> result.usage().cost().total();
            default -> 0;
        };
    }
}
