package dev.pawl.fleet;

import static dev.pawl.api.HookPoints.AFTER_PROVIDER_RESPONSE;
import static dev.pawl.api.HookPoints.AGENT_SETTLED;
import static dev.pawl.api.HookPoints.REQUEST_AUTHORIZE;
import static dev.pawl.api.HookPoints.REQUEST_END;
import static dev.pawl.api.HookPoints.SESSION_SHUTDOWN;

import dev.pawl.ai.http.RetryAfter;
import dev.pawl.api.Hook;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.AfterProviderResponse;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.RequestEnd;
import dev.pawl.api.value.Decision;
import dev.pawl.fleet.durable.Limits;
import dev.pawl.fleet.durable.Next;
import dev.pawl.hooks.bound.OwnTime;
import dev.pawl.policy.budget.Estimate;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the requests of a session to what the workers of a fleet share: pauses that a provider asked one of them for, a
 * rate, and the budget of a day.
 *
 * <p>Before a long wait the session releases its worker.
 */
final class RequestLimits implements Hook {
    /** A shorter wait is waited for, in the session or by the retries of the agent. */
    static final Duration SHORT = Duration.ofSeconds(5);

    /** After so long the engine is asked again for limits that it could not report. */
    private static final Duration UNKNOWN = Duration.ofSeconds(30);

    /** However long a provider asks for, after this it is asked again. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private static final Set<Integer> BUSY = Set.of(429, 503, 529);

    /**
     * What is configured.
     *
     * @param dollars what the whole fleet may spend on a day (UTC); 0 for no limit
     * @param requests how many requests a minute a provider gets from the whole fleet; 0 for no limit
     */
    record Configured(double dollars, int requests) {}

    /** The session that makes the requests. */
    interface Parking {
        /** Returns whether it can be left where it is, and gone on with later. */
        boolean isPossible();

        /** Releases the worker; does not return. */
        void park(Next next) throws InterruptedException;
    }

    private final Limits limits;
    private final Configured configured;
    private final Parking parking;
    private final Estimate estimate;
    private final Map<String, String> underWay = new ConcurrentHashMap<>();
    private final Set<String> reserved = ConcurrentHashMap.newKeySet();

    /** @param estimate what requests may cost, by all that the worker made */
    RequestLimits(Limits limits, Configured configured, Estimate estimate, Parking parking) {
        this.limits = limits;
        this.configured = configured;
        this.estimate = estimate;
        this.parking = parking;
    }

    @Override
    public void install(Host pi) {
        pi.on(REQUEST_AUTHORIZE, this::authorize);
        pi.on(AFTER_PROVIDER_RESPONSE, (response, _) -> answered(response));
        pi.on(REQUEST_END, (end, _) -> ended(end));
        pi.on(AGENT_SETTLED, (_, _) -> releaseAll());
        pi.on(SESSION_SHUTDOWN, (_, _) -> releaseAll());
    }

    private Decision<RequestAuthorize, Block> authorize(RequestAuthorize request, HookContext ctx)
            throws InterruptedException {
        var provider = request.model().provider();
        boolean allowed = false;
        String refused;
        try {
            refused = budget(request, ctx);
            if (refused == null) {
                await(limits.pausedUntil(provider), "provider " + provider + " asked for a pause");
                rate(provider);
                underWay.put(request.requestId(), provider);
                allowed = true;
                return request.allow();
            }
        } catch (IOException e) {
            if (configured.dollars() == 0) {
                return request.allow(); // Without a cost a provider that is asked too early reports it itself.
            }
            refused = "what the fleet spent today is not known: " + e.getMessage();
            park(known().plus(UNKNOWN), refused);
        } finally {
            if (!allowed) {
                release(request.requestId());
            }
        }
        return request.block(refused);
    }

    /**
     * Sets aside what the request may cost, so that requests of the whole fleet stay at the budget together. While too much
     * is set aside for others, it waits for them; when the budget is spent, the session waits for tomorrow, if it can.
     *
     * @return why the request is refused; null if it is not
     */
    private @Nullable String budget(RequestAuthorize request, HookContext ctx)
            throws IOException, InterruptedException {
        if (configured.dollars() == 0) {
            return null;
        }
        boolean isSubagent = request.purpose() == RequestAuthorize.Purpose.SUBAGENT;
        var wanted = new Limits.Reserve(
                request.requestId(),
                request.sessionId(),
                estimate.possible(request.model()).money(),
                isSubagent);
        while (true) {
            switch (limits.reserve(wanted, configured.dollars())) {
                case TAKEN -> {
                    reserved.add(request.requestId());
                    if (Thread.currentThread().isInterrupted()) {
                        throw new InterruptedException("the request was given up meanwhile");
                    }
                    return null;
                }
                case SPENT -> {
                    var now = LocalDateTime.ofInstant(limits.now(), ZoneOffset.UTC);
                    var why = String.format(
                            Locale.ROOT,
                            "the fleet has spent its budget of $%.2f for %s",
                            configured.dollars(),
                            now.toLocalDate());
                    park(now.toLocalDate().plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC), why);
                    return why;
                }
                case LATER -> {
                    // It may be part of a request that others wait for.
                    if (!isSubagent && !underWay.isEmpty()) {
                        return "what other sessions are asking for now may use up the budget of the fleet";
                    }
                    OwnTime.of(ctx, () -> {
                        limits.awaitLess();
                        return true;
                    });
                }
            }
        }
    }

    /** The engine's time, or this machine's where the engine does not answer. */
    private Instant known() {
        try {
            return limits.now();
        } catch (IOException _) {
            return Instant.now();
        }
    }

    private void rate(String provider) throws IOException, InterruptedException {
        if (configured.requests() > 0) {
            var apart = Duration.ofMinutes(1).dividedBy(configured.requests());
            await(
                    limits.next(provider, apart, SHORT),
                    "the fleet makes " + configured.requests() + " requests a minute to " + provider);
        }
    }

    private void await(Instant time, String why) throws IOException, InterruptedException {
        if (time.equals(Instant.EPOCH)) {
            return;
        }
        var left = Duration.between(limits.now(), time);
        if (left.compareTo(SHORT) > 0) {
            park(time, why);
        } else if (left.isPositive()) {
            Thread.sleep(left);
        }
    }

    /** Where a tool waits for the answer, the request is made: the provider itself reports if it refuses it. */
    private void park(Instant until, String why) throws InterruptedException {
        if (parking.isPossible()) {
            parking.park(new Next.Sleeps(until, why));
        }
    }

    private void answered(AfterProviderResponse response) throws InterruptedException {
        if (!BUSY.contains(response.status())) {
            return;
        }
        var pause = RetryAfter.of(response.headers());
        var providers = Set.copyOf(underWay.values());
        if (pause == null || providers.size() != 1) {
            return; // Which of several providers answered is not known.
        }
        var provider = providers.iterator().next();
        var time = pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
        Instant until;
        try {
            limits.pause(provider, time);
            until = limits.pausedUntil(provider);
        } catch (IOException _) {
            return; // The engine does not answer: then the pause is this session's alone.
        }
        if (pause.compareTo(SHORT) > 0) {
            park(until, "provider " + provider + " asked for a pause");
        }
    }

    private void ended(RequestEnd end) {
        var id = end.request().requestId();
        underWay.remove(id);
        if (end.sent()) {
            estimate.ended(end.usage());
        }
        double dollars = end.usage().cost().total();
        boolean wasReserved = reserved.remove(id);
        if (wasReserved || (configured.dollars() > 0 && dollars > 0)) {
            limits.settle(id, dollars);
        }
    }

    private void release(String request) {
        if (reserved.remove(request)) {
            limits.settle(request, 0);
        }
    }

    /** The run has ended: nothing stays set aside, even if an end was not reported. */
    private void releaseAll() {
        Set.copyOf(reserved).forEach(this::release);
    }
}
