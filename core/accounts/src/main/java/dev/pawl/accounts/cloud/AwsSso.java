package dev.pawl.accounts.cloud;

import dev.pawl.accounts.Fetcher;
import dev.pawl.accounts.oauth.FormFields;
import dev.pawl.accounts.secret.Secret;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** The keys of someone who signed in with {@code aws sso login}: its token is exchanged for keys of a role. */
final class AwsSso {
    private final Fetcher http;
    private final InstantSource clock;

    AwsSso(Fetcher http, InstantSource clock) {
        this.http = http;
        this.clock = clock;
    }

    /**
     * @param profile the settings of the profile
     * @param session those of its {@code sso-session}; empty if it has none
     * @param cache the folder in which the sign-in is kept
     */
    AwsKeys keys(
            Map<String, String> environment,
            String name,
            Map<String, String> profile,
            Map<String, String> session,
            Path cache)
            throws IOException, InterruptedException {
        var all = new LinkedHashMap<>(session);
        all.putAll(profile);
        for (var needed : new String[] {"sso_start_url", "sso_region", "sso_account_id", "sso_role_name"}) {
            if (all.getOrDefault(needed, "").isEmpty()) {
                throw new IOException("the profile \"" + name + "\" signs in by SSO, but has no " + needed + ".");
            }
        }
        var again = "Run: aws sso login --profile " + name;
        var region = all.get("sso_region");
        var signIn = all.get("sso_session");
        var file = cache.resolve(sha1(signIn == null ? all.getOrDefault("sso_start_url", "") : signIn) + ".json");
        var token = token(file, name, again);
        var query = new LinkedHashMap<String, String>();
        query.put("role_name", all.get("sso_role_name"));
        query.put("account_id", all.get("sso_account_id"));
        var address =
                environment.getOrDefault("AWS_ENDPOINT_URL_SSO", "https://portal.sso." + region + ".amazonaws.com");
        var reply = http.fetch(
                URI.create(address + "/federation/credentials?" + FormFields.encode(query)),
                Map.of("x-amz-sso_bearer_token", token.value()),
                null,
                AwsTemporaryCredentials.PATIENCE);
        if (!reply.isGood()) {
            throw new IOException(address + " gave the profile \"" + name + "\" no keys of the role "
                    + all.get("sso_role_name") + ": status " + reply.status() + ". "
                    + (reply.status() == 401 ? again + "." : "Look at its sso_account_id and sso_role_name."));
        }
        JsonObject keys;
        try {
            keys = JsonObject.parse(reply.body()).object("roleCredentials");
        } catch (IllegalArgumentException e) {
            throw new IOException(address + " answered no JSON to the sign-in of the profile \"" + name + "\".");
        }
        return new AwsKeys(
                keys.string("accessKeyId", ""),
                Secret.of(keys.string("secretAccessKey", "")),
                Secret.of(keys.string("sessionToken", "")),
                Instant.ofEpochMilli(keys.number("expiration", 0)),
                profile.get("region"));
    }

    private Secret token(Path file, String name, String again) throws IOException {
        JsonObject kept;
        try {
            kept = JsonObject.parse(CloudFile.text(file));
        } catch (NoSuchFileException e) {
            throw new IOException("no account is signed in for the profile \"" + name + "\" (SSO). " + again + ".");
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is no JSON, so the sign-in of the profile \"" + name + "\" cannot be read. "
                    + again + ".");
        }
        var expires = AwsTemporaryCredentials.moment(kept.string("expiresAt", ""));
        var token = kept.string("accessToken", "");
        if (token.isEmpty() || (expires != null && !clock.instant().isBefore(expires))) {
            throw new IOException("the sign-in of the profile \"" + name + "\" (SSO) has expired. " + again + ".");
        }
        return Secret.of(token);
    }

    /** The name of the file of a sign-in is made so by Amazon's own program. */
    private static String sha1(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-1", e);
        }
    }
}
