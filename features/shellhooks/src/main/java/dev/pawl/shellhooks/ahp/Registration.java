package dev.pawl.shellhooks.ahp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The backends that a file registers, in their order. What is wrong with it, or not known, is an exception that names the place:
 * a registration that is not understood entirely may lack the backend that refuses.
 */
public record Registration(List<Backend> backends) {
    private static final int LARGEST = 8 << 20;
    private static final long LONGEST_MILLIS = 3_600_000;
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(?:\\.\\d{1,3}){3}|\\[::1\\]");

    /** One backend. */
    public record Backend(String id, Transport transport, List<Subscription> subscriptions) {
        /** The subscription to authorise tool calls; null if it only watches. */
        @Nullable
        Intercept interceptor() {
            for (var subscription : subscriptions) {
                if (subscription instanceof Intercept intercept) {
                    return intercept;
                }
            }
            return null;
        }

        /** Returns what it is asked about and told, for people. */
        public String shown() {
            var parts = new ArrayList<String>();
            for (var subscription : subscriptions) {
                var events = String.join(
                        ", ",
                        subscription.events().stream().map(Event.Type::toString).toList());
                parts.add(
                        switch (subscription) {
                            case Intercept(_, var limit, var required, _) ->
                                "decides about " + events + " within " + limit.toMillis() + " ms"
                                        + (required ? ", required" : "");
                            case Observe _ -> "is told of " + events;
                        });
            }
            return id + " " + String.join("; ", parts) + ": " + transport.shown();
        }
    }

    /** How a backend is reached. */
    public sealed interface Transport {
        /** The program and its arguments; none for an address. */
        default List<String> words() {
            return List.of();
        }

        /** Returns what is reached, for people. */
        String shown();
    }

    /**
     * A program.
     *
     * @param persistent whether one program serves the whole session
     * @param cwd the folder in which it works; null for that of the file
     */
    public record Stdio(
            String command,
            List<String> args,
            boolean persistent,
            @Nullable String cwd) implements Transport {
        @Override
        public List<String> words() {
            var words = new ArrayList<String>();
            words.add(command);
            words.addAll(args);
            return words;
        }

        @Override
        public String shown() {
            return String.join(" ", words());
        }
    }

    /**
     * A web service.
     *
     * @param tokenVariable the variable of the environment that holds the bearer token; null if it wants none
     */
    public record Http(URI url, @Nullable String tokenVariable) implements Transport {
        @Override
        public String shown() {
            return url.toString();
        }
    }

    /** What a backend is asked about or told. */
    public sealed interface Subscription {
        Set<Event.Type> events();

        /** Whether events contain the agent's own form of the call. */
        boolean includeNative();
    }

    /**
     * A backend that may deny.
     *
     * @param required whether its failure denies
     */
    public record Intercept(Set<Event.Type> events, Duration limit, boolean required, boolean includeNative)
            implements Subscription {}

    /** A backend that is told. */
    public record Observe(Set<Event.Type> events, boolean includeNative) implements Subscription {}

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it is no registration, with what is wrong
     */
    public static Registration read(Path file) throws IOException {
        return of(JsonObject.parse(RegularFile.read(file, LARGEST)));
    }

    /** Reads a document. */
    static Registration of(JsonObject json) {
        only(json, "", "protocolVersion", "hooks", "extensions");
        if (!Protocol.VERSION.equals(json.get("protocolVersion"))) {
            throw new IllegalArgumentException("protocolVersion must be \"" + Protocol.VERSION + "\"");
        }
        var backends = new ArrayList<Backend>();
        var ids = new HashSet<String>();
        var hooks = objects(json, "", "hooks");
        for (int i = 0; i < hooks.size(); i++) {
            var at = "hooks[" + i + "].";
            var backend = backend(hooks.get(i), at);
            if (!ids.add(backend.id())) {
                throw new IllegalArgumentException(at + "id names " + backend.id() + " a second time");
            }
            backends.add(backend);
        }
        return new Registration(List.copyOf(backends));
    }

    private static Backend backend(JsonObject json, String at) {
        only(json, at, "id", "transport", "subscriptions", "extensions");
        var id = text(json, at, "id");
        if (!Protocol.isOwned(id)) {
            throw new IllegalArgumentException(at + "id must be a name such as com.example.policy");
        }
        if (!(json.get("transport") instanceof JsonObject transport)) {
            throw new IllegalArgumentException(at + "transport must be an object");
        }
        var subscriptions = new ArrayList<Subscription>();
        var asked = EnumSet.noneOf(Event.Type.class);
        var told = EnumSet.noneOf(Event.Type.class);
        var listed = objects(json, at, "subscriptions");
        for (int i = 0; i < listed.size(); i++) {
            var place = at + "subscriptions[" + i + "].";
            var subscription = subscription(listed.get(i), place);
            var before = subscription instanceof Intercept ? asked : told;
            for (var event : subscription.events()) {
                if (!before.add(event)) {
                    throw new IllegalArgumentException(
                            place + "events names " + event + " a second time for this backend and mode");
                }
            }
            subscriptions.add(subscription);
        }
        return new Backend(id, transport(transport, at + "transport."), List.copyOf(subscriptions));
    }

    private static Transport transport(JsonObject json, String at) {
        return switch (text(json, at, "type")) {
            case "stdio" -> {
                only(json, at, "type", "command", "args", "lifecycle", "cwd");
                yield new Stdio(
                        text(json, at, "command"),
                        json.has("args") ? texts(json, at, "args") : List.of(),
                        choice(json, at, "lifecycle", "persistent", "per_event"),
                        json.has("cwd") ? text(json, at, "cwd") : null);
            }
            case "http" -> {
                only(json, at, "type", "url", "authentication");
                yield new Http(address(text(json, at, "url"), at), token(json, at));
            }
            default -> throw new IllegalArgumentException(at + "type must be \"stdio\" or \"http\"");
        };
    }

    private static URI address(String text, String at) {
        try {
            var url = new URI(text);
            var host = url.getHost();
            boolean plain = "http".equalsIgnoreCase(url.getScheme());
            if (host == null || url.getRawUserInfo() != null || !(plain || "https".equalsIgnoreCase(url.getScheme()))) {
                throw new IllegalArgumentException(
                        at + "url must be an address such as https://policy.example.com/ahp" + " without a user");
            }
            if (plain && !LOOPBACK.matcher(host).matches()) {
                throw new IllegalArgumentException(
                        at + "url must begin with https: only this machine is asked in the clear");
            }
            return url;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(at + "url is no address: " + e.getMessage(), e);
        }
    }

    private static @Nullable String token(JsonObject transport, String at) {
        if (!transport.has("authentication")) {
            return null;
        }
        var place = at + "authentication.";
        if (!(transport.get("authentication") instanceof JsonObject json)) {
            throw new IllegalArgumentException(at + "authentication must be an object");
        }
        only(json, place, "type", "tokenEnv");
        if (!"bearer".equals(json.get("type"))) {
            throw new IllegalArgumentException(place + "type must be \"bearer\"");
        }
        var variable = text(json, place, "tokenEnv");
        if (!VARIABLE.matcher(variable).matches()) {
            throw new IllegalArgumentException(place + "tokenEnv must be the name of a variable, not the token");
        }
        return variable;
    }

    private static Subscription subscription(JsonObject json, String at) {
        boolean intercepts = choice(json, at, "mode", "intercept", "observe");
        if (intercepts) {
            only(json, at, "events", "mode", "timeoutMs", "failurePolicy", "includeNative", "extensions");
        } else {
            only(json, at, "events", "mode", "includeNative", "extensions");
        }
        if (json.has("includeNative") && !(json.get("includeNative") instanceof Boolean)) {
            throw new IllegalArgumentException(at + "includeNative must be true or false");
        }
        boolean includeNative = json.bool("includeNative", false);
        var events = EnumSet.noneOf(Event.Type.class);
        for (var name : texts(json, at, "events")) {
            var type = Event.Type.of(name);
            if (type == null || (intercepts && type != Event.Type.TOOL_BEFORE)) {
                throw new IllegalArgumentException(at + "events: \"" + name + "\" is no event to "
                        + (intercepts ? "intercept" : "observe") + " in version " + Protocol.VERSION);
            }
            if (!events.add(type)) {
                throw new IllegalArgumentException(at + "events names " + name + " a second time");
            }
        }
        if (events.isEmpty()) {
            throw new IllegalArgumentException(at + "events must not be empty");
        }
        return intercepts
                ? new Intercept(
                        events,
                        limit(json, at),
                        choice(json, at, "failurePolicy", "fail-closed", "fail-open"),
                        includeNative)
                : new Observe(events, includeNative);
    }

    private static Duration limit(JsonObject json, String at) {
        if (json.get("timeoutMs") instanceof Number millis
                && millis.doubleValue() == millis.longValue()
                && millis.longValue() > 0
                && millis.longValue() <= LONGEST_MILLIS) {
            return Duration.ofMillis(millis.longValue());
        }
        throw new IllegalArgumentException(at + "timeoutMs must be a whole number of 1 to " + LONGEST_MILLIS);
    }

    private static void only(JsonObject json, String at, String... fields) {
        var unknown = new ArrayList<>(json.names());
        unknown.removeAll(List.of(fields));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    at + unknown.getFirst() + " is no field of a registration of version " + Protocol.VERSION);
        }
        if (json.get("extensions") instanceof JsonObject named && Protocol.areOwned(named.names())) {
            return;
        }
        if (json.has("extensions")) {
            throw new IllegalArgumentException(at + "extensions must be an object of names such as com.example.name");
        }
    }

    /** Whether a field is the first of two values. */
    private static boolean choice(JsonObject json, String at, String field, String yes, String no) {
        var value = json.get(field);
        if (!yes.equals(value) && !no.equals(value)) {
            throw new IllegalArgumentException(at + field + " must be \"" + yes + "\" or \"" + no + "\"");
        }
        return yes.equals(value);
    }

    private static String text(JsonObject json, String at, String field) {
        if (json.get(field) instanceof String text && !text.isBlank() && text.indexOf('\0') < 0) {
            return text;
        }
        throw new IllegalArgumentException(at + field + " must be a text");
    }

    private static List<String> texts(JsonObject json, String at, String field) {
        var texts = new ArrayList<String>();
        if (json.get(field) instanceof List<?> list) {
            for (var each : list) {
                if (each instanceof String text && text.indexOf('\0') < 0) {
                    texts.add(text);
                }
            }
            if (texts.size() == ((Collection<?>) list).size()) {
                return List.copyOf(texts);
            }
        }
        throw new IllegalArgumentException(at + field + " must be a list of texts");
    }

    private static List<JsonObject> objects(JsonObject json, String at, String field) {
        if (json.get(field) instanceof List<?> list
                && !list.isEmpty()
                && list.stream().allMatch(JsonObject.class::isInstance)) {
            return list.stream().map(JsonObject.class::cast).toList();
        }
        throw new IllegalArgumentException(at + field + " must be a list of objects that is not empty");
    }
}
