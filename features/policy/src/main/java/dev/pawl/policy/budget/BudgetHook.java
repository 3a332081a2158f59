package dev.pawl.policy.budget;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.RequestEnd;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.bound.OwnTime;
import dev.pawl.policy.budget.BudgetSettings.Scope;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** Refuses requests to models when a limit is reached, whatever sends them. */
public final class BudgetHook implements Hook {
    private static final double WARNING = 0.8;

    /** A tolerance, because sums of decimal prices are not exact. */
    private static final double TOLERANCE = 1e-9;

    /** Of a dollar, as far as anybody cares. */
    private static final int DIGITS = 4;

    private final BudgetSettings settings;
    private final Ledger ledger;
    private final Spending spending = new Spending();
    private final Map<String, Double> granted = new ConcurrentHashMap<>();

    /** Allows one question at a time. A thread that holds it may take the lock of {@code spending}, but not vice versa. */
    private final ReentrantLock asking = new ReentrantLock();

    private final Set<String> warned = new HashSet<>();
    private Spent unwritten = Spent.NOTHING;

    /**
     * A hook for one start of the program.
     *
     * @param clock determines which day it is
     */
    public BudgetHook(BudgetSettings settings, Path agentDir, InstantSource clock) {
        this.settings = settings;
        this.ledger = new Ledger(agentDir, clock);
    }

    @Override
    public void install(Host pi) {
        pi.on(HookPoints.SESSION_START, (_, _) -> spending.begin());
        pi.on(HookPoints.AGENT_SETTLED, (_, ctx) -> {
            spending.settle();
            release(ctx);
        });
        pi.on(HookPoints.SESSION_SHUTDOWN, (_, ctx) -> release(ctx));
        pi.on(HookPoints.REQUEST_AUTHORIZE, this::authorize);
        pi.on(HookPoints.REQUEST_END, this::count);
        pi.on(HookPoints.SUBAGENT_START, (start, _) -> {
            spending.started(start);
            return start;
        });
        pi.on(HookPoints.SUBAGENT_END, (end, _) -> spending.ended(end.agentId()));
        pi.command(
                "cost",
                "What the session cost, by model, turn, hook and subagent",
                ctx -> Outcome.status(CostReport.of(ctx, spending)));
    }

    /** Adds every request to the ledger of the day. */
    private void count(RequestEnd end, HookContext ctx) throws InterruptedException {
        try {
            addToLedger(end.request().requestId(), Spent.of(end.usage()), ctx);
        } finally {
            spending.end(end); // After the ledger, so that waiting requests see the new sum.
        }
    }

    /** An end of a request that was not reported keeps nothing set aside. */
    private void release(HookContext ctx) throws InterruptedException {
        synchronized (ledger) {
            try {
                ledger.release();
            } catch (IOException e) {
                warn("day", "The spending of today cannot be saved: " + e.getMessage(), ctx);
            }
        }
    }

    private void addToLedger(String request, Spent spent, HookContext ctx) throws InterruptedException {
        if (!hasDay()) {
            return;
        }
        synchronized (ledger) {
            unwritten = unwritten.plus(spent);
            try {
                ledger.settle(request, unwritten);
                unwritten = Spent.NOTHING;
            } catch (IOException e) {
                warn("day", "The spending of today cannot be saved: " + e.getMessage(), ctx);
            }
        }
    }

    private boolean hasDay() {
        return settings.money().containsKey(Scope.DAY) || settings.tokens().containsKey(Scope.DAY);
    }

    private Decision<RequestAuthorize, Block> authorize(RequestAuthorize request, HookContext ctx)
            throws InterruptedException {
        if (!settings.problems().isEmpty()) {
            return request.block("The budget cannot be read: " + String.join("; ", settings.problems()));
        }
        warnWithoutPrices(request, ctx);
        var refused = agents(request);
        if (refused != null) {
            return request.block(refused);
        }
        // Only subagents send requests in parallel; a request of a hook must not wait for the one that it is part of.
        if (request.purpose() == RequestAuthorize.Purpose.SUBAGENT) {
            OwnTime.of(ctx, () -> {
                while (!start(request)) {
                    spending.awaitEnd();
                }
                return true;
            });
        } else {
            spending.begin(request);
        }
        asking.lockInterruptibly();
        boolean nested;
        try {
            nested = request.purpose() != RequestAuthorize.Purpose.SUBAGENT && spending.underWay() > 1;
            refused = limits(request, ctx);
        } finally {
            asking.unlock();
        }
        if (refused == null && hasDay()) {
            refused = setAside(request, nested, ctx);
        }
        return refused == null ? request.allow() : request.block(refused);
    }

    /**
     * Sets aside what the request may cost, so that programs which run at the same time stay below the limit of the day
     * together. While others have set aside too much for it to fit, it waits for them.
     *
     * @param nested whether it may be part of another request, which must not wait for others that wait for it
     * @return why the request is refused; null if it is not
     */
    private @Nullable String setAside(RequestAuthorize request, boolean nested, HookContext ctx)
            throws InterruptedException {
        var possible = spending.possible(request.model());
        while (true) {
            Ledger.Attempt attempt;
            try {
                synchronized (ledger) {
                    var more = unwritten;
                    attempt = ledger.reserve(
                            request.requestId(),
                            possible,
                            (today, others) -> fitsDay(today.plus(more), others, possible));
                }
            } catch (IOException e) {
                return "The spending of today cannot be saved, so no more requests are sent: " + e.getMessage();
            }
            if (attempt.taken()) {
                return null;
            }
            asking.lockInterruptibly();
            try {
                var refused = day(ctx);
                if (refused != null) {
                    return refused;
                }
            } finally {
                asking.unlock();
            }
            if (attempt.others().isEmpty()) {
                continue; // The user has allowed more.
            }
            if (nested) {
                return "What other programs are asking for now may use up the budget of the day (budget.day).";
            }
            warn("others", "Requests wait for those of other programs, which may use up the budget of the day.", ctx);
            var failed = OwnTime.<@Nullable String>of(
                    ctx, () -> awaitEnd(attempt.others().getFirst()));
            if (failed != null) {
                return failed;
            }
        }
    }

    private @Nullable String awaitEnd(String other) throws InterruptedException {
        try {
            ledger.awaitEnd(other);
            return null;
        } catch (IOException e) {
            return "The budget of the day may be used up by other programs (budget.day): " + e.getMessage();
        }
    }

    /** Alone a request may go beyond the limit, as it is not known what it costs; beside others it has to fit. */
    private boolean fitsDay(Spent today, Spent others, Spent possible) {
        var money = settings.money().get(Scope.DAY);
        var tokens = settings.tokens().get(Scope.DAY);
        return (money == null || fitsDay(today.money(), others, others.money() + possible.money(), most("day", money)))
                && (tokens == null
                        || fitsDay(
                                today.tokens(),
                                others,
                                others.tokens() + possible.tokens(),
                                most("dayTokens", tokens)));
    }

    private static boolean fitsDay(double today, Spent others, double expected, double most) {
        return others.equals(Spent.NOTHING) ? today + TOLERANCE < most : today + expected <= most + TOLERANCE;
    }

    /** Starts a request if it is the only one, or if it and those under way are likely to stay below all limits. */
    private boolean start(RequestAuthorize request) {
        synchronized (spending) {
            boolean fits = spending.isAlone()
                    || (fits(Scope.SESSION, spending.session(request))
                            && fits(Scope.SUBTREE, spending.subtree(request))
                            && fits(Scope.DAY, today()));
            if (fits) {
                spending.begin(request);
            }
            return fits;
        }
    }

    private boolean fits(Scope scope, @Nullable Spent spent) {
        var expected = spending.expected();
        var money = settings.money().get(scope);
        var tokens = settings.tokens().get(scope);
        return spent == null
                || ((money == null || spent.money() + expected.money() <= most(scope.written(), money) + TOLERANCE)
                        && (tokens == null
                                || spent.tokens() + expected.tokens() <= most(scope.written() + "Tokens", tokens)));
    }

    /** What was spent today; null if there is no limit for it, or if it cannot be read, which is reported elsewhere. */
    private @Nullable Spent today() {
        try {
            synchronized (ledger) {
                return hasDay() ? ledger.today().plus(unwritten) : null;
            }
        } catch (IOException e) {
            return null;
        }
    }

    private void warnWithoutPrices(RequestAuthorize request, HookContext ctx) {
        var model = request.model();
        if (!settings.money().isEmpty()
                && model.cost().input() == 0
                && model.cost().output() == 0) {
            warn(
                    "price " + model.reference(),
                    "There are no prices for " + model.reference()
                            + ": a limit in dollars does not include its requests. Set a limit in tokens.",
                    ctx);
        }
    }

    private @Nullable String limits(RequestAuthorize request, HookContext ctx) throws InterruptedException {
        var refused = limit(Scope.SESSION, spending.session(request), ctx);
        if (refused == null && request.toolCallId() != null) {
            refused = limit(Scope.SUBTREE, spending.subtree(request), ctx);
        }
        return refused == null && hasDay() ? day(ctx) : refused;
    }

    /** Checks the number and depth of subagents: the id of a call begins with that of the call above it. */
    private @Nullable String agents(RequestAuthorize request) {
        var call = request.toolCallId();
        if (request.purpose() != RequestAuthorize.Purpose.SUBAGENT || call == null) {
            return null;
        }
        long depth = call.chars().filter(c -> c == '/').count() + 1;
        if (depth > settings.depth()) {
            return "Subagents may be " + settings.depth() + " deep (budget.subagentDepth).";
        }
        return spending.place(request.agentId()) >= settings.subagents()
                ? "At most " + settings.subagents() + " subagents may work at a time (budget.subagents)."
                : null;
    }

    private @Nullable String day(HookContext ctx) throws InterruptedException {
        try {
            Spent today;
            synchronized (ledger) {
                today = ledger.today().plus(unwritten);
            }
            return limit(Scope.DAY, today, ctx);
        } catch (IOException e) {
            return "The spending of today cannot be read, so no more requests are sent: " + e.getMessage();
        }
    }

    private double most(String name, double limit) {
        return limit + granted.getOrDefault(name, 0.0);
    }

    private @Nullable String limit(Scope scope, Spent spent, HookContext ctx) throws InterruptedException {
        var money = settings.money().get(scope);
        var refused = money == null ? null : limit(scope.written(), spent.money(), money, BudgetHook::dollars, ctx);
        var tokens = settings.tokens().get(scope);
        return refused == null && tokens != null
                ? limit(scope.written() + "Tokens", spent.tokens(), tokens, BudgetHook::tokens, ctx)
                : refused;
    }

    /** To the cent, or as exact as is needed to tell small amounts apart. */
    private static String dollars(double amount) {
        var text = BigDecimal.valueOf(amount)
                .setScale(DIGITS, RoundingMode.HALF_UP)
                .stripTrailingZeros();
        return "$" + text.setScale(Math.max(2, text.scale())).toPlainString();
    }

    private static String tokens(double count) {
        return String.format(Locale.ROOT, "%,.0f tokens", count);
    }

    private @Nullable String limit(
            String name, double spent, double limit, DoubleFunction<String> words, HookContext ctx)
            throws InterruptedException {
        double most = most(name, limit);
        var sentence = words.apply(spent) + " of " + words.apply(most) + " are spent (budget." + name + ").";
        if (spent + TOLERANCE >= most) {
            if (settings.asks()
                    && ctx.ui().hasUser()
                    && ctx.ui().confirm("Budget", sentence + " Allow as much again?")) {
                granted.merge(name, Math.max(limit, spent - most), Double::sum);
                return null;
            }
            return sentence;
        }
        if (spent + TOLERANCE >= WARNING * most) {
            warn(name + most, sentence, ctx);
        }
        return null;
    }

    private void warn(String once, String sentence, HookContext ctx) {
        boolean first;
        synchronized (warned) {
            first = warned.add(once);
        }
        if (first) {
            ctx.ui().notify(sentence, Severity.WARNING);
        }
    }
}
