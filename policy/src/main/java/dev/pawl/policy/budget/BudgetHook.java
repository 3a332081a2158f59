package dev.pawl.policy.budget;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Decision;
import dev.pawl.policy.budget.BudgetSettings.Scope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Refuses requests to models when a limit is reached: before they are made, whoever makes them. */
public final class BudgetHook implements Hook {
    private static final double WARNING = 0.8;

    private final BudgetSettings settings;
    private final Ledger ledger;
    private final Map<String, Double> granted = new HashMap<>();
    private final Set<String> warned = new HashSet<>();
    private final Set<String> atWork = ConcurrentHashMap.newKeySet();
    private Spent unwritten = Spent.NOTHING;
    private @Nullable Spent beginning;
    private Spent recorded = Spent.NOTHING;

    /**
     * A hook for one start of the program.
     *
     * @param clock says which day it is
     */
    public BudgetHook(BudgetSettings settings, Path agentDir, InstantSource clock) {
        this.settings = settings;
        this.ledger = new Ledger(agentDir, clock);
    }

    @Override
    public void install(Host pi) {
        pi.on(HookPoints.SESSION_START, (_, _) -> begin());
        pi.on(HookPoints.REQUEST_AUTHORIZE, this::authorize);
        pi.on(HookPoints.MESSAGE_END, this::count);
        pi.on(HookPoints.SUBAGENT_STOP, (stop, _) -> {
            atWork.remove(stop.toolCallId());
            return stop.stop();
        });
        pi.command("cost", "What the session cost, by model, tool and turn", ctx -> Outcome.status(CostReport.of(ctx)));
    }

    private synchronized void begin() {
        beginning = null;
        recorded = Spent.NOTHING;
        atWork.clear();
    }

    /** Messages are what stays of a day's spending when the program ends. */
    private MessageEnd count(MessageEnd end, HookContext ctx) throws InterruptedException {
        var spent = Spent.of(end.message());
        if (spent.equals(Spent.NOTHING)) {
            return end;
        }
        synchronized (this) {
            recorded = recorded.plus(spent);
            if (!settings.money().containsKey(Scope.DAY) && !settings.tokens().containsKey(Scope.DAY)) {
                return end;
            }
            unwritten = unwritten.plus(spent);
            try {
                ledger.add(unwritten);
                unwritten = Spent.NOTHING;
            } catch (IOException e) {
                warn("day", "What was spent today cannot be written: " + e.getMessage(), ctx);
            }
        }
        return end;
    }

    private synchronized Decision<RequestAuthorize, Block> authorize(RequestAuthorize request, HookContext ctx)
            throws InterruptedException {
        if (!settings.problems().isEmpty()) {
            return request.block("The budget cannot be read: " + String.join("; ", settings.problems()));
        }
        var session = Spent.of(request.sessionUsage());
        beginning = beginning == null ? session : beginning;
        var model = request.model();
        if (!settings.money().isEmpty()
                && model.cost().input() == 0
                && model.cost().output() == 0) {
            warn(
                    "price " + model.reference(),
                    "There are no prices for " + model.reference()
                            + ": a limit in dollars does not count what it takes. Set a limit in tokens.",
                    ctx);
        }
        var refused = agents(request);
        refused = refused == null ? limit(Scope.SESSION, session, ctx) : refused;
        if (refused == null && request.toolCallId() != null) {
            refused = limit(Scope.SUBTREE, Spent.of(request.subtreeUsage()), ctx);
        }
        refused = refused == null ? day(session, ctx) : refused;
        return refused == null ? request.allow() : request.block(refused);
    }

    /** How many agents work for tools, and how deep: the id of a call begins with that of the call above it. */
    private @Nullable String agents(RequestAuthorize request) {
        var call = request.toolCallId();
        if (request.purpose() != RequestAuthorize.Purpose.SUBAGENT || call == null) {
            return null;
        }
        long depth = call.chars().filter(c -> c == '/').count() + 1;
        if (depth > settings.depth()) {
            return "Subagents may be " + settings.depth() + " deep (budget.subagentDepth).";
        }
        if (!atWork.contains(call) && atWork.size() >= settings.subagents()) {
            return "At most " + settings.subagents() + " subagents may work at a time (budget.subagents).";
        }
        atWork.add(call);
        return null;
    }

    private @Nullable String day(Spent session, HookContext ctx) throws InterruptedException {
        if (!settings.money().containsKey(Scope.DAY) && !settings.tokens().containsKey(Scope.DAY)) {
            return null;
        }
        try {
            var first = beginning == null ? session : beginning;
            var underWay = session.minus(first).minus(recorded);
            return limit(Scope.DAY, ledger.today().plus(unwritten).plus(underWay), ctx);
        } catch (IOException e) {
            return "What was spent today cannot be read, so nothing more is spent: " + e.getMessage();
        }
    }

    private @Nullable String limit(Scope scope, Spent spent, HookContext ctx) throws InterruptedException {
        var money = settings.money().get(scope);
        var refused = money == null ? null : limit(scope.written(), spent.money(), money, "$%.2f", ctx);
        var tokens = settings.tokens().get(scope);
        return refused == null && tokens != null
                ? limit(scope.written() + "Tokens", spent.tokens(), tokens, "%,.0f tokens", ctx)
                : refused;
    }

    private @Nullable String limit(String name, double spent, double limit, String form, HookContext ctx)
            throws InterruptedException {
        double most = limit + granted.getOrDefault(name, 0.0);
        var sentence = String.format(Locale.ROOT, form + " of " + form + " are spent (budget.%s).", spent, most, name);
        if (spent >= most) {
            if (settings.asks() && ctx.hasUi() && ctx.ui().confirm("Budget", sentence + " Allow as much again?")) {
                granted.merge(name, Math.max(limit, spent - limit), Double::sum);
                return null;
            }
            return sentence;
        }
        if (spent >= WARNING * most) {
            warn(name + most, sentence, ctx);
        }
        return null;
    }

    private void warn(String once, String sentence, HookContext ctx) {
        if (warned.add(once)) {
            ctx.ui().notify(sentence, Severity.WARNING);
        }
    }
}
