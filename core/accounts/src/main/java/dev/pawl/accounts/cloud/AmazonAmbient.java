package dev.pawl.accounts.cloud;

import dev.pawl.accounts.Fetcher;
import dev.pawl.accounts.secret.KeyCommands;
import dev.pawl.accounts.secret.Secret;
import dev.pawl.api.model.Model;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The keys of Amazon: of the environment, a profile with its roles and sign-ins, a token file that is exchanged for
 * keys, or the container.
 *
 * <p>Keys that are lent are kept in memory until shortly before they expire.
 */
public final class AmazonAmbient implements Ambient {
    private static final Duration MARGIN = Duration.ofMinutes(2);

    private final InstantSource clock;
    private final BiFunction<Model, Map<String, String>, String> region;
    private final AwsTemporaryCredentials loans;
    private final AwsProfiles profiles;
    private final Map<String, AwsKeys> lent = new ConcurrentHashMap<>();

    /** @param region returns the region in which a model is asked, which the environment may name */
    public AmazonAmbient(
            Fetcher http,
            InstantSource clock,
            KeyCommands commands,
            BiFunction<Model, Map<String, String>, String> region) {
        this.region = region;
        this.clock = clock;
        this.loans = new AwsTemporaryCredentials(http, clock);
        this.profiles = new AwsProfiles(loans, new AwsSso(http, clock), commands);
    }

    @Override
    public @Nullable String source(Map<String, String> environment) {
        if (has(environment, "AWS_ACCESS_KEY_ID") && has(environment, "AWS_SECRET_ACCESS_KEY")) {
            return "AWS_ACCESS_KEY_ID";
        }
        for (var name : new String[] {
            "AWS_PROFILE",
            "AWS_WEB_IDENTITY_TOKEN_FILE",
            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
            "AWS_CONTAINER_CREDENTIALS_FULL_URI"
        }) {
            if (has(environment, name)) {
                return name;
            }
        }
        return null;
    }

    @Override
    public Access access(Map<String, String> environment) throws IOException, InterruptedException {
        var keys = keys(environment);
        var known = new HashMap<String, String>();
        var named = keys.region();
        if (named != null && !has(environment, "AWS_REGION") && !has(environment, "AWS_DEFAULT_REGION")) {
            known.put("AWS_REGION", named);
        }
        var all = new HashMap<>(environment);
        all.putAll(known);
        return new Access(null, model -> new SigV4(keys, region.apply(model, all), "bedrock"), known);
    }

    private AwsKeys keys(Map<String, String> environment) throws IOException, InterruptedException {
        var source = source(environment);
        if (source == null) {
            throw new IOException("there are no keys of Amazon here. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY,"
                    + " AWS_PROFILE, or AWS_BEARER_TOKEN_BEDROCK.");
        }
        if (source.equals("AWS_ACCESS_KEY_ID")) {
            var session = environment.getOrDefault("AWS_SESSION_TOKEN", "");
            return new AwsKeys(
                    environment.getOrDefault("AWS_ACCESS_KEY_ID", ""),
                    Secret.of(environment.getOrDefault("AWS_SECRET_ACCESS_KEY", "")),
                    session.isEmpty() ? null : Secret.of(session),
                    null,
                    null);
        }
        var name = source + " " + environment.getOrDefault(source, "");
        var before = lent.get(name);
        var expires = before == null ? null : before.expires();
        if (before != null && expires != null && clock.instant().isBefore(expires.minus(MARGIN))) {
            return before;
        }
        var fresh = switch (source) {
            case "AWS_PROFILE" -> profiles.keys(environment, environment.getOrDefault("AWS_PROFILE", ""));
            case "AWS_WEB_IDENTITY_TOKEN_FILE" -> loans.forToken(environment);
            default -> loans.ofContainer(environment);
        };
        lent.put(name, fresh);
        return fresh;
    }

    private static boolean has(Map<String, String> environment, String name) {
        return !environment.getOrDefault(name, "").isEmpty();
    }
}
