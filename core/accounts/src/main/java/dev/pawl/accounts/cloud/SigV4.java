package dev.pawl.accounts.cloud;

import dev.pawl.base.Sha256;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests as Amazon asks for it: version 4, over method, address, headers and body. */
final class SigV4 implements Signer {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final AwsKeys keys;
    private final String region;
    private final String service;

    public SigV4(AwsKeys keys, String region, String service) {
        this.keys = keys;
        this.region = region;
        this.service = service;
    }

    @Override
    public Map<String, String> headers(URI address, String contentType, byte[] body, Instant now) {
        return headers("POST", address, contentType, body, now);
    }

    Map<String, String> headers(String method, URI address, String contentType, byte[] body, Instant now) {
        var moment = MOMENT.format(now);
        var day = moment.substring(0, 8);
        var signed = new TreeMap<String, String>();
        signed.put("content-type", contentType);
        signed.put("host", host(address));
        signed.put("x-amz-date", moment);
        var session = keys.session();
        if (session != null) {
            signed.put("x-amz-security-token", session.value());
        }
        var names = String.join(";", signed.keySet());
        var lines = new StringBuilder();
        signed.forEach((name, value) ->
                lines.append(name).append(':').append(value.strip()).append('\n'));
        var query = address.getRawQuery();
        var request =
                String.join("\n", method, path(address), query == null ? "" : query, lines, names, Sha256.hex(body));
        var scope = day + "/" + region + "/" + service + "/aws4_request";
        var text = String.join("\n", ALGORITHM, moment, scope, Sha256.hex(request));
        var key = mac(
                mac(mac(mac(("AWS4" + keys.secret().value()).getBytes(StandardCharsets.UTF_8), day), region), service),
                "aws4_request");
        var headers = new LinkedHashMap<String, String>();
        headers.put("x-amz-date", moment);
        if (session != null) {
            headers.put("x-amz-security-token", session.value());
        }
        headers.put(
                "authorization",
                ALGORITHM + " Credential=" + keys.id() + "/" + scope + ", SignedHeaders=" + names + ", Signature="
                        + hex(mac(key, text)));
        return headers;
    }

    @Override
    public Map<String, String> secrets() {
        var secrets = new LinkedHashMap<String, String>();
        secrets.put("secret", keys.secret().value());
        var session = keys.session();
        if (session != null) {
            secrets.put("session", session.value());
        }
        return secrets;
    }

    /** As the HTTP client writes it: with the port, unless it is the usual one. */
    private static String host(URI address) {
        int port = address.getPort();
        boolean usual = port < 0 || port == ("https".equals(address.getScheme()) ? 443 : 80);
        return usual ? address.getHost() : address.getHost() + ":" + port;
    }

    /** The path is encoded a second time: of what is in the address, only letters, digits and -._~/ stay. */
    private static String path(URI address) {
        var path = address.getRawPath();
        if (path == null || path.isEmpty()) {
            return "/";
        }
        var encoded = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = c < 128 && (Character.isLetterOrDigit(c) || "-._~/".indexOf(c) >= 0);
            encoded.append(
                    plain
                            ? String.valueOf(c)
                            : "%" + HexFormat.of().withUpperCase().toHexDigits(b));
        }
        return encoded.toString();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] mac(byte[] key, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HMAC with SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "SigV4[" + region + "/" + service + "]";
    }
}
