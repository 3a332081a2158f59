package dev.pawl.observe.telemetry;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where telemetry is sent to and what it may contain.
 *
 * @param endpoint the address of the collector, without {@code /v1/traces} and so on
 * @param headers sent with each request; may be secret
 * @param content whether prompts, arguments, answers and reasons are sent
 * @param resource the description of the program for the collector
 * @param parent the span that the program runs in; null if there is none
 * @param network the way to the collector
 * @param atEnd how long the end of the program waits for the collector
 */
public record TelemetrySettings(
        URI endpoint,
        Map<String, String> headers,
        boolean content,
        Map<String, String> resource,
        @Nullable TraceParent parent,
        Network network,
        Duration atEnd) {
    /** The variable that names the collector for all programs that use OpenTelemetry. */
    public static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

    private static final String TIMEOUT = "OTEL_EXPORTER_OTLP_TIMEOUT";

    /** Less than the two seconds that a hook has at the end of the program. */
    private static final long AT_END_MILLIS = 1_500;

    public TelemetrySettings {
        headers = Map.copyOf(headers);
        resource = new LinkedHashMap<>(resource);
    }

    /** Returns whether settings or environment enable telemetry. */
    public static boolean enabled(@Nullable JsonObject settings, Map<String, String> environment) {
        return !environment.getOrDefault("OTEL_SDK_DISABLED", "").equalsIgnoreCase("true")
                && (settings != null || !environment.getOrDefault(ENDPOINT, "").isBlank());
    }

    /**
     * Reads them; the settings take precedence over the environment.
     *
     * @throws IllegalArgumentException if there is no usable address; the message names what is wrong
     */
    public static TelemetrySettings from(
            @Nullable JsonObject settings, Network network, Map<String, String> environment, String version) {
        var own = settings == null ? JsonObject.empty() : settings;
        var written =
                own.string("endpoint", environment.getOrDefault(ENDPOINT, "")).strip();
        var headers = pairs(environment.getOrDefault("OTEL_EXPORTER_OTLP_HEADERS", ""));
        own.object("headers").asMap().forEach((name, value) -> headers.put(name, String.valueOf(value)));
        var resource = new LinkedHashMap<String, String>();
        resource.put("service.name", "pawl");
        resource.put("service.version", version);
        resource.put("os.type", System.getProperty("os.name", "").toLowerCase(java.util.Locale.ROOT));
        resource.putAll(pairs(environment.getOrDefault("OTEL_RESOURCE_ATTRIBUTES", "")));
        var name = environment.getOrDefault("OTEL_SERVICE_NAME", "");
        if (!name.isBlank()) {
            resource.put("service.name", name);
        }
        return new TelemetrySettings(
                address(written),
                headers,
                own.bool("content", false),
                resource,
                TraceParent.parse(environment.get(TraceParent.VARIABLE)),
                network,
                atEnd(environment.getOrDefault(TIMEOUT, "")));
    }

    private static Duration atEnd(String millis) {
        if (millis.isBlank()) {
            return Duration.ofMillis(AT_END_MILLIS);
        }
        try {
            return Duration.ofMillis(Math.max(1, Long.parseLong(millis.strip())));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(TIMEOUT + " is \"" + millis + "\", not a number of milliseconds", e);
        }
    }

    private static URI address(String written) {
        var without = written.endsWith("/") ? written.substring(0, written.length() - 1) : written;
        try {
            var uri = URI.create(without);
            boolean http = List.of("http", "https").contains(String.valueOf(uri.getScheme()));
            if (http && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw new IllegalArgumentException("the setting telemetry, or " + ENDPOINT + ", needs the address of a"
                + " collector that accepts OTLP over HTTP: {\"telemetry\": {\"endpoint\": \"http://localhost:4318\"}}");
    }

    /** The address as it may be printed, without parts that may be secret. */
    public String shown() {
        return endpoint.getScheme() + "://" + endpoint.getHost()
                + (endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort());
    }

    URI address(Signal signal) {
        return URI.create(endpoint + "/v1/" + signal.path);
    }

    /** Names and values as these variables have them: {@code a=1,b=2}, values with percent signs. */
    private static Map<String, String> pairs(String text) {
        var pairs = new LinkedHashMap<String, String>();
        for (var pair : text.split(",", -1)) {
            int sign = pair.indexOf('=');
            if (sign > 0) {
                var value = pair.substring(sign + 1).strip();
                pairs.put(pair.substring(0, sign).strip(), decoded(value));
            }
        }
        return pairs;
    }

    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }
}
