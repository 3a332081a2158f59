package dev.pawl.accounts.signin;

import dev.pawl.accounts.Fetcher;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sign-ins that are built in, by provider; made when one is asked for. */
public final class Accounts {
    private final Fetcher http;
    private final AccountPlaces places;
    private final Map<String, String> environment;
    private final InstantSource clock;
    private final DeviceCode code;

    public Accounts(Fetcher http, AccountPlaces places, Map<String, String> environment, InstantSource clock) {
        this(http, places, environment, clock, Thread::sleep);
    }

    /** @param pause lets time pass between two questions to a provider */
    public Accounts(
            Fetcher http,
            AccountPlaces places,
            Map<String, String> environment,
            InstantSource clock,
            DeviceCode.Pause pause) {
        this.http = http;
        this.places = places;
        this.environment = environment;
        this.clock = clock;
        this.code = new DeviceCode(pause);
    }

    /** Returns the sign-in to a provider; null if it has none. */
    public @Nullable SignIn of(String provider) {
        return switch (provider) {
            case "github-copilot" -> new CopilotAccount(http, places, code);
            case "openai-codex" -> new CodexAccount(http, places, host(), code, clock);
            case "openrouter" -> new OpenRouterAccount(http, places.openRouter(), host());
            case "xai" -> new XaiAccount(http, places.xai(), code, clock);
            default -> null;
        };
    }

    /** Returns where the page for browsers listens, if not at the loopback address. */
    private @Nullable String host() {
        var host = environment.getOrDefault("PI_OAUTH_CALLBACK_HOST", "");
        return host.isEmpty() ? null : host;
    }
}
