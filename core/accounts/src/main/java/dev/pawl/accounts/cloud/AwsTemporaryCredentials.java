package dev.pawl.accounts.cloud;

import dev.pawl.accounts.Fetcher;
import dev.pawl.accounts.oauth.FormFields;
import dev.pawl.accounts.secret.Secret;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Keys that Amazon lends for some time: for a token, for a role, or to a container. */
final class AwsTemporaryCredentials {
    static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String CONTAINER = "http://169.254.170.2";
    private static final String FORM = "application/x-www-form-urlencoded";

    private final Fetcher http;
    private final InstantSource clock;

    AwsTemporaryCredentials(Fetcher http, InstantSource clock) {
        this.http = http;
        this.clock = clock;
    }

    AwsKeys ofContainer(Map<String, String> environment) throws IOException, InterruptedException {
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
        var what = address + " (the container's credentials)";
        Fetcher.Fetched reply;
        try {
            reply = http.fetch(URI.create(address), headers, null, PATIENCE);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException("no credentials came from " + what + ".", e);
        }
        if (!reply.isGood()) {
            throw new IOException(what + " answered with status " + reply.status() + ".");
        }
        try {
            return read(JsonObject.parse(reply.body()), null);
        } catch (IllegalArgumentException e) {
            throw new IOException(what + " answered no JSON.");
        }
    }

    /** The keys of {@code AWS_ROLE_ARN} for the token in {@code AWS_WEB_IDENTITY_TOKEN_FILE}. */
    AwsKeys forToken(Map<String, String> environment) throws IOException, InterruptedException {
        var file = environment.getOrDefault("AWS_WEB_IDENTITY_TOKEN_FILE", "");
        var role = environment.getOrDefault("AWS_ROLE_ARN", "");
        if (role.isEmpty()) {
            throw new IOException("AWS_WEB_IDENTITY_TOKEN_FILE is set, but AWS_ROLE_ARN is not. Set both.");
        }
        return forToken(
                environment,
                file,
                "AWS_WEB_IDENTITY_TOKEN_FILE",
                role,
                environment.getOrDefault("AWS_ROLE_SESSION_NAME", "pawl"));
    }

    /** @param named where the name of the token's file stands */
    AwsKeys forToken(Map<String, String> environment, String file, String named, String role, String session)
            throws IOException, InterruptedException {
        var form = roleForm("AssumeRoleWithWebIdentity", role, session);
        form.put("WebIdentityToken", CloudFile.text(Path.of(file)).strip());
        var address = sts(environment, region(environment, null));
        var reply = http.fetch(address, Map.of("content-type", FORM), FormFields.encode(form), PATIENCE);
        if (!reply.isGood()) {
            throw new IOException(refused(address, "the token in " + file + " (" + named + ")", role, reply));
        }
        return lent(reply, null);
    }

    /**
     * Returns the keys of a role, for the keys of someone who may take it.
     *
     * @param profile the settings of the profile that names the role
     */
    AwsKeys ofRole(Map<String, String> environment, AwsKeys source, Map<String, String> profile)
            throws IOException, InterruptedException {
        var role = profile.getOrDefault("role_arn", "");
        var form = roleForm("AssumeRole", role, profile.getOrDefault("role_session_name", "pawl"));
        var external = profile.getOrDefault("external_id", "");
        if (!external.isEmpty()) {
            form.put("ExternalId", external);
        }
        var seconds = profile.getOrDefault("duration_seconds", "");
        if (!seconds.isEmpty()) {
            form.put("DurationSeconds", seconds);
        }
        var region = region(environment, profile.getOrDefault("region", source.region()));
        var address = sts(environment, region);
        var body = FormFields.encode(form);
        var headers = new HashMap<String, String>();
        headers.put("content-type", FORM);
        headers.putAll(new SigV4(source, region, "sts")
                .headers(address, FORM, body.getBytes(StandardCharsets.UTF_8), clock.instant()));
        var reply = http.fetch(address, headers, body, PATIENCE);
        if (!reply.isGood()) {
            throw new IOException(refused(address, "the keys of " + source.id(), role, reply));
        }
        return lent(reply, profile.get("region"));
    }

    private static String region(Map<String, String> environment, @Nullable String usual) {
        var otherwise = usual == null ? "us-east-1" : usual;
        return environment.getOrDefault("AWS_REGION", environment.getOrDefault("AWS_DEFAULT_REGION", otherwise));
    }

    private static URI sts(Map<String, String> environment, String region) {
        return URI.create(
                environment.getOrDefault("AWS_ENDPOINT_URL_STS", "https://sts." + region + ".amazonaws.com") + "/");
    }

    private static Map<String, String> roleForm(String action, String role, String session) {
        var form = new LinkedHashMap<String, String>();
        form.put("Action", action);
        form.put("Version", "2011-06-15");
        form.put("RoleArn", role);
        form.put("RoleSessionName", session);
        return form;
    }

    private static String refused(URI address, String what, String role, Fetcher.Fetched reply) {
        return address.resolve("/").toString().replaceAll("/$", "") + " did not take " + what + " for " + role
                + ": status " + reply.status() + " " + element(reply.body(), "Code") + ".";
    }

    private static AwsKeys lent(Fetcher.Fetched reply, @Nullable String region) {
        return new AwsKeys(
                element(reply.body(), "AccessKeyId"),
                Secret.of(element(reply.body(), "SecretAccessKey")),
                Secret.of(element(reply.body(), "SessionToken")),
                moment(element(reply.body(), "Expiration")),
                region);
    }

    private static String element(String xml, String name) {
        var found = Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(xml);
        return found.find() ? found.group(1).strip() : "";
    }

    /** Keys in the JSON that containers and programs answer with. */
    static AwsKeys read(JsonObject json, @Nullable String region) throws IOException {
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

    static @Nullable Instant moment(String text) {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
