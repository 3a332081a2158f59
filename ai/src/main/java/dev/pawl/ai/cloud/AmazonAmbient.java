package dev.pawl.ai.cloud;

import dev.pawl.ai.bedrock.Region;
import dev.pawl.ai.http.Http;
import dev.pawl.ai.secret.KeyCommands;
import dev.pawl.ai.secret.Resolved;
import dev.pawl.ai.secret.Secret;
import dev.pawl.ai.secret.ValueTemplate;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys of Amazon: of the environment, a profile, a token file that is exchanged for keys, or the container.
 *
 * <p>Keys that are lent are kept in memory until shortly before they expire.
 */
public final class AmazonAmbient implements Ambient {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration MARGIN = Duration.ofMinutes(2);
    private static final String CONTAINER = "http://169.254.170.2";

    private final Http http;
    private final InstantSource clock;
    private final KeyCommands commands;
    private final Map<String, AwsKeys> lent = new ConcurrentHashMap<>();

    public AmazonAmbient(Http http, InstantSource clock, KeyCommands commands) {
        this.http = http;
        this.clock = clock;
        this.commands = commands;
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
        var region = keys.region();
        if (region != null && !has(environment, "AWS_REGION") && !has(environment, "AWS_DEFAULT_REGION")) {
            known.put("AWS_REGION", region);
        }
        var all = new HashMap<>(environment);
        all.putAll(known);
        return new Access(null, model -> new SigV4(keys, Region.of(model, all), "bedrock"), known);
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
        if (source.equals("AWS_PROFILE")) {
            return profile(environment, environment.getOrDefault("AWS_PROFILE", ""));
        }
        var name = source + " " + environment.getOrDefault(source, "");
        var before = lent.get(name);
        var expires = before == null ? null : before.expires();
        if (before != null && (expires == null || clock.instant().isBefore(expires.minus(MARGIN)))) {
            return before;
        }
        var fresh = source.equals("AWS_WEB_IDENTITY_TOKEN_FILE") ? exchanged(environment) : container(environment);
        lent.put(name, fresh);
        return fresh;
    }

    // A profile

    private AwsKeys profile(Map<String, String> environment, String name) throws IOException, InterruptedException {
        var home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", "")), ".aws");
        var credentials = path(environment, "AWS_SHARED_CREDENTIALS_FILE", home.resolve("credentials"));
        var config = path(environment, "AWS_CONFIG_FILE", home.resolve("config"));
        var settings = new LinkedHashMap<String, String>();
        settings.putAll(IniFile.read(config).getOrDefault(name, Map.of()));
        settings.putAll(IniFile.read(credentials).getOrDefault(name, Map.of()));
        var region = settings.get("region");
        if (settings.containsKey("aws_access_key_id") && settings.containsKey("aws_secret_access_key")) {
            var session = settings.get("aws_session_token");
            return new AwsKeys(
                    settings.get("aws_access_key_id"),
                    Secret.of(settings.get("aws_secret_access_key")),
                    session == null ? null : Secret.of(session),
                    null,
                    region);
        }
        var command = settings.get("credential_process");
        if (command != null) {
            return printed(environment, name, command, region);
        }
        throw new IOException(
                settings.isEmpty()
                        ? "the profile \"" + name + "\" (AWS_PROFILE) is in neither " + credentials + " nor " + config
                                + ". Add it, or set AWS_PROFILE to one that is there."
                        : "the profile \"" + name
                                + "\" (AWS_PROFILE) has neither keys nor a credential_process; roles and"
                                + " SSO are not followed here. Run: aws configure export-credentials --profile " + name
                                + " --format env, and set what it prints.");
    }

    private AwsKeys printed(Map<String, String> environment, String name, String command, @Nullable String region)
            throws IOException, InterruptedException {
        var what = "The credential_process of the profile \"" + name + "\"";
        var found = ValueTemplate.of("!keys=$(" + command + ") && printf %s \"$keys\" | tr -d '\\r\\n'")
                .resolve(environment, commands, what);
        if (found instanceof Resolved.Value value) {
            try {
                return read(JsonObject.parse(value.secret().value()), region);
            } catch (IllegalArgumentException e) {
                throw new IOException(what + " printed no JSON.");
            }
        }
        throw new IOException(((Resolved.Missing) found).why());
    }

    private static Path path(Map<String, String> environment, String variable, Path usual) {
        var given = environment.getOrDefault(variable, "");
        return given.isEmpty() ? usual : Path.of(given);
    }

    // Lent keys

    private AwsKeys container(Map<String, String> environment) throws IOException, InterruptedException {
        var relative = environment.getOrDefault("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "");
        var full = environment.getOrDefault("AWS_CONTAINER_CREDENTIALS_FULL_URI", "");
        var address = relative.isEmpty() ? full : CONTAINER + relative;
        var headers = new HashMap<String, String>();
        var file = environment.getOrDefault("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", "");
        var token = file.isEmpty()
                ? environment.getOrDefault("AWS_CONTAINER_AUTHORIZATION_TOKEN", "")
                : CloudFile.text(Path.of(file)).strip();
        if (!token.isEmpty()) {
            headers.put("authorization", token);
        }
        var reply = fetched(address, headers);
        try {
            return read(JsonObject.parse(reply.body()), null);
        } catch (IllegalArgumentException e) {
            throw new IOException(address + " (the container's credentials) answered no JSON.");
        }
    }

    private Http.Fetched fetched(String address, Map<String, String> headers) throws IOException, InterruptedException {
        Http.Fetched reply;
        try {
            reply = http.fetch(URI.create(address), headers, null, PATIENCE);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException("no credentials came from " + address + " (the container's credentials).", e);
        }
        if (!reply.isGood()) {
            throw new IOException(
                    address + " (the container's credentials) answered with status " + reply.status() + ".");
        }
        return reply;
    }

    private AwsKeys exchanged(Map<String, String> environment) throws IOException, InterruptedException {
        var file = environment.getOrDefault("AWS_WEB_IDENTITY_TOKEN_FILE", "");
        var role = environment.getOrDefault("AWS_ROLE_ARN", "");
        if (role.isEmpty()) {
            throw new IOException("AWS_WEB_IDENTITY_TOKEN_FILE is set, but AWS_ROLE_ARN is not. Set both.");
        }
        var region =
                environment.getOrDefault("AWS_REGION", environment.getOrDefault("AWS_DEFAULT_REGION", "us-east-1"));
        var address = environment.getOrDefault("AWS_ENDPOINT_URL_STS", "https://sts." + region + ".amazonaws.com");
        var form = new LinkedHashMap<String, String>();
        form.put("Action", "AssumeRoleWithWebIdentity");
        form.put("Version", "2011-06-15");
        form.put("RoleArn", role);
        form.put("RoleSessionName", environment.getOrDefault("AWS_ROLE_SESSION_NAME", "pawl"));
        form.put("WebIdentityToken", CloudFile.text(Path.of(file)).strip());
        var reply = http.fetch(
                URI.create(address + "/"),
                Map.of("content-type", "application/x-www-form-urlencoded"),
                Http.form(form),
                PATIENCE);
        if (!reply.isGood()) {
            throw new IOException(address + " did not take the token in " + file + " (AWS_WEB_IDENTITY_TOKEN_FILE) for "
                    + role + ": status " + reply.status() + " " + element(reply.body(), "Code") + ".");
        }
        return new AwsKeys(
                element(reply.body(), "AccessKeyId"),
                Secret.of(element(reply.body(), "SecretAccessKey")),
                Secret.of(element(reply.body(), "SessionToken")),
                moment(element(reply.body(), "Expiration")),
                null);
    }

    private static String element(String xml, String name) {
        var found = Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(xml);
        return found.find() ? found.group(1).strip() : "";
    }

    private static AwsKeys read(JsonObject json, @Nullable String region) throws IOException {
        var id = json.string("AccessKeyId", "");
        var secret = json.string("SecretAccessKey", "");
        if (id.isEmpty() || secret.isEmpty()) {
            throw new IOException("what came has no AccessKeyId and SecretAccessKey.");
        }
        var session = json.string("SessionToken", json.string("Token", ""));
        return new AwsKeys(
                id,
                Secret.of(secret),
                session.isEmpty() ? null : Secret.of(session),
                moment(json.string("Expiration", "")),
                region);
    }

    private static @Nullable Instant moment(String text) {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static boolean has(Map<String, String> environment, String name) {
        return !environment.getOrDefault(name, "").isEmpty();
    }
}
