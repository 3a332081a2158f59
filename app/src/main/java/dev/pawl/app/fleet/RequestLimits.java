package dev.pawl.app.fleet;

import static dev.pawl.api.HookPoints.AFTER_PROVIDER_RESPONSE;
import static dev.pawl.api.HookPoints.REQUEST_AUTHORIZE;
import static dev.pawl.api.HookPoints.REQUEST_END;

import dev.pawl.ai.http.RetryAfter;
import dev.pawl.api.Hook;
import dev.pawl.api.Host;
import dev.pawl.api.event.AfterProviderResponse;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.RequestEnd;
import dev.pawl.api.value.Decision;
import dev.pawl.durable.Limits;
import dev.pawl.durable.Next;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
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
        /** Whether it can be left where it is, and gone on with later. */
        boolean isPossible();

        /** Releases the worker; does not return. */
        void park(Next next) throws InterruptedException;
    }

    private final Limits limits;
    private final Configured configured;
    private final Parking parking;
    private final InstantSource clock;
    private final Map<String, String> underWay = new ConcurrentHashMap<>();

    RequestLimits(Limits limits, Configured configured, Parking parking, InstantSource clock) {
        this.limits = limits;
        this.configured = configured;
        this.parking = parking;
        this.clock = clock;
    }

    @Override
    public void install(Host pi) {
        pi.on(REQUEST_AUTHORIZE, (request, _) -> authorize(request));
        pi.on(AFTER_PROVIDER_RESPONSE, (response, _) -> answered(response));
        pi.on(REQUEST_END, (end, _) -> ended(end));
    }

    private Decision<RequestAuthorize, Block> authorize(RequestAuthorize request) throws InterruptedException {
        var provider = request.model().provider();
        String refused;
        try {
            refused = budget();
            if (refused == null) {
                await(limits.pausedUntil(provider), "provider " + provider + " asked for a pause");
                rate(provider);
                underWay.put(request.requestId(), provider);
                return request.allow();
            }
        } catch (IOException e) {
            if (configured.dollars() == 0) {
                return request.allow(); // Without a cost a provider that is asked too early reports it itself.
            }
            refused = "what the fleet spent today is not known: " + e.getMessage();
            park(clock.instant().plus(UNKNOWN), refused);
        }
        return request.block(refused);
    }

    /** Why no more may be spent today; null if it may. Where it can be left, the session waits for tomorrow. */
    private @Nullable String budget() throws IOException, InterruptedException {
        if (configured.dollars() == 0 || limits.spent(today().toString()) < configured.dollars()) {
            return null;
        }
        var why = String.format(
                Locale.ROOT, "the fleet has spent its budget of $%.2f for %s", configured.dollars(), today());
        park(today().plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC), why);
        return why;
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private void rate(String provider) throws IOException, InterruptedException {
        if (configured.requests() > 0) {
            var apart = Duration.ofMinutes(1).dividedBy(configured.requests());
            await(
                    limits.next(provider, apart, SHORT),
                    "the fleet makes " + configured.requests() + " requests a minute to " + provider);
        }
    }

    private void await(Instant time, String why) throws InterruptedException {
        var left = Duration.between(clock.instant(), time);
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
        var until = clock.instant().plus(pause.compareTo(LONGEST) > 0 ? LONGEST : pause);
        try {
            limits.pause(provider, until);
        } catch (IOException _) {
            return; // The engine does not answer: then the pause is this session's alone.
        }
        if (pause.compareTo(SHORT) > 0) {
            park(until, "provider " + provider + " asked for a pause");
        }
    }

    private void ended(RequestEnd end) {
        underWay.remove(end.requestId());
        double dollars = end.usage().cost().total();
        if (configured.dollars() > 0 && dollars > 0) {
            try {
                limits.spend(today().toString(), dollars);
            } catch (IOException e) {
                throw new IllegalStateException(
                        "what the request cost could not be added to the budget of the fleet", e);
            }
        }
    }
}
