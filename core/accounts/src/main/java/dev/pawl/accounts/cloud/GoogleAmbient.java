package dev.pawl.accounts.cloud;

import dev.pawl.accounts.Fetcher;
import dev.pawl.accounts.oauth.FormFields;
import dev.pawl.accounts.secret.Secret;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of Google Cloud: for a service account by its key file, for a user by what gcloud wrote, or from the machine.
 *
 * <p>A token is kept in memory until shortly before it expires.
 */
public final class GoogleAmbient implements Ambient {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration MARGIN = Duration.ofMinutes(2);
    private static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";
    private static final String TOKENS = "https://oauth2.googleapis.com/token";
    private static final String FILE = "GOOGLE_APPLICATION_CREDENTIALS";

    private record Token(Secret value, Instant expires) {}

    private final Fetcher http;
    private final InstantSource clock;
    private final Map<String, Token> kept = new ConcurrentHashMap<>();

    public GoogleAmbient(Fetcher http, InstantSource clock) {
        this.http = http;
        this.clock = clock;
    }

    /** Returns the project that the environment names; null if it names none. */
    public static @Nullable String project(Map<String, String> environment) {
        var project = environment.getOrDefault("GOOGLE_CLOUD_PROJECT", environment.getOrDefault("GCLOUD_PROJECT", ""));
        return project.isBlank() ? null : project.strip();
    }

    /** Returns the location that the environment names; null if it names none. */
    public static @Nullable String location(Map<String, String> environment) {
        var location = environment.getOrDefault("GOOGLE_CLOUD_LOCATION", "");
        return location.isBlank() ? null : location.strip();
    }

    /** A token is good for nothing without a project and a location, so there is none without them. */
    @Override
    public @Nullable String source(Map<String, String> environment) {
        if (project(environment) == null || location(environment) == null) {
            return null;
        }
        if (!environment.getOrDefault(FILE, "").isEmpty()) {
            return FILE;
        }
        if (Files.isRegularFile(usualFile(environment))) {
            return "gcloud";
        }
        return !environment.getOrDefault("GCE_METADATA_HOST", "").isEmpty()
                        || !environment.getOrDefault("K_SERVICE", "").isEmpty()
                ? "the machine's service account"
                : null;
    }

    @Override
    public Access access(Map<String, String> environment) throws IOException, InterruptedException {
        var file = environment.getOrDefault(FILE, "");
        var path = file.isEmpty() ? usualFile(environment) : Path.of(file);
        boolean machine = file.isEmpty() && !Files.isRegularFile(path);
        var host = environment.getOrDefault("GCE_METADATA_HOST", "metadata.google.internal");
        var name = machine ? host : path.toString();
        var token = kept.get(name);
        if (token == null || !clock.instant().isBefore(token.expires().minus(MARGIN))) {
            token = machine ? ofMachine(host) : ofFile(path);
            kept.put(name, token);
        }
        return new Access(token.value(), null, Map.of());
    }

    private static Path usualFile(Map<String, String> environment) {
        var folder = environment.getOrDefault("CLOUDSDK_CONFIG", "");
        var home = environment.getOrDefault("HOME", System.getProperty("user.home", ""));
        return (folder.isEmpty() ? Path.of(home, ".config", "gcloud") : Path.of(folder))
                .resolve("application_default_credentials.json");
    }

    private Token ofMachine(String host) throws IOException, InterruptedException {
        var address = "http://" + host + "/computeMetadata/v1/instance/service-accounts/default/token";
        Fetcher.Fetched reply;
        try {
            reply = http.fetch(URI.create(address), Map.of("metadata-flavor", "Google"), null, PATIENCE);
        } catch (IOException e) {
            throw new IOException("no token came from " + address + ". Is this a machine of Google Cloud?", e);
        }
        return token(reply, address);
    }

    private Token ofFile(Path file) throws IOException, InterruptedException {
        JsonObject json;
        try {
            json = JsonObject.parse(CloudFile.text(file));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(file + " cannot be read as JSON. Run: gcloud auth application-default login", e);
        }
        var address = json.string("token_uri", TOKENS);
        var form = new LinkedHashMap<String, String>();
        switch (json.string("type", "")) {
            case "service_account" -> {
                form.put("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer");
                form.put("assertion", assertion(json, address, file));
            }
            case "authorized_user" -> {
                form.put("grant_type", "refresh_token");
                form.put("client_id", json.string("client_id", ""));
                form.put("client_secret", json.string("client_secret", ""));
                form.put("refresh_token", json.string("refresh_token", ""));
            }
            default ->
                throw new IOException(file + " is of the type \"" + json.string("type", "")
                        + "\"; known here are service_account and authorized_user.");
        }
        var reply = http.fetch(
                URI.create(address),
                Map.of("content-type", "application/x-www-form-urlencoded", "accept", "application/json"),
                FormFields.encode(form),
                PATIENCE);
        if (!reply.isGood()) {
            throw new IOException(address + " did not take the credentials in " + file + " (status " + reply.status()
                    + "). Run gcloud auth application-default login, or renew the key file.");
        }
        return token(reply, address);
    }

    private Token token(Fetcher.Fetched reply, String address) throws IOException {
        JsonObject json;
        try {
            json = JsonObject.parse(reply.body());
        } catch (IllegalArgumentException e) {
            throw new IOException(address + " answered no JSON.");
        }
        var token = json.string("access_token", "");
        if (!reply.isGood() || token.isEmpty()) {
            throw new IOException(address + " gave no token (status " + reply.status() + ").");
        }
        return new Token(Secret.of(token), clock.instant().plusSeconds(json.number("expires_in", 300)));
    }

    /** Returns a sentence about oneself, signed with the account's key. */
    private String assertion(JsonObject json, String audience, Path file) throws IOException {
        long now = clock.instant().getEpochSecond();
        var head = JsonObject.of("alg", "RS256", "typ", "JWT");
        var keyId = json.string("private_key_id");
        var claims = JsonObject.of("iss", json.string("client_email", ""), "scope", SCOPE)
                .with("aud", audience)
                .with("iat", now)
                .with("exp", now + 3600);
        var text = encoded(head.given("kid", keyId)) + "." + encoded(claims);
        var pem = json.string("private_key", "")
                .replaceAll("-----[A-Z ]+-----", "")
                .replaceAll("\\s", "");
        try {
            var key = KeyFactory.getInstance("RSA")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
            var signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return text + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // The words of the exception may hold the key.
            throw new IOException("the private_key in " + file + " is no RSA key in PKCS #8. Download the file again.");
        }
    }

    private static String encoded(JsonObject json) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(json.toString().getBytes(StandardCharsets.UTF_8));
    }
}
