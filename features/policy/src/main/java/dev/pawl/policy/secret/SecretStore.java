package dev.pawl.policy.secret;

import dev.pawl.accounts.secret.KeyCommands;
import dev.pawl.accounts.secret.Resolved;
import dev.pawl.accounts.secret.Secret;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.base.secret.SecretFilter;
import dev.pawl.policy.rule.CoveredLines;
import dev.pawl.policy.secret.SecretSettings.Declared;
import dev.pawl.tools.secret.Secrets;
import dev.pawl.tools.text.ToolFailure;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The values of the secrets, taken from their sources once, when the program starts. */
public final class SecretStore implements Secrets {
    /** The name of a variable in which a command gets a value that its line names. */
    static final String VARIABLE = "PAWL_SECRET_";

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Map<String, Declared> declared;
    private final Map<String, Secret> values;
    private final Map<String, String> keys;
    private final Map<String, String> environment;
    private final Path home;
    private final @Nullable String prefix;
    private final BiPredicate<Path, String> ownServers;
    private final SecretFilter filter;
    private final List<String> problems;
    private final List<String> missing;

    private SecretStore(
            Map<String, Declared> declared,
            Map<String, Secret> values,
            Map<String, String> hidden,
            Map<String, String> environment,
            Path home,
            @Nullable String prefix,
            BiPredicate<Path, String> ownServers,
            List<String> problems,
            List<String> missing) {
        this.declared = declared;
        this.values = values;
        this.home = home;
        this.prefix = prefix;
        this.ownServers = ownServers;
        this.problems = List.copyOf(problems);
        this.missing = List.copyOf(missing);
        var all = new LinkedHashMap<String, String>();
        values.forEach((name, secret) -> all.put(name, secret.value()));
        hidden.forEach(all::putIfAbsent);
        this.filter = SecretFilter.of(all);
        this.keys = Map.copyOf(hidden);
        this.environment = Map.copyOf(environment);
    }

    /**
     * Takes the values from their sources.
     *
     * @param hidden keys: other values that nothing may show, by their names
     * @param prefix what the settings put before every command; null for nothing
     * @param ownServers whether a server of tools in a folder is the user's own, and not one that a project names
     */
    public static SecretStore open(
            SecretSettings settings,
            Map<String, String> hidden,
            Map<String, String> environment,
            Path home,
            @Nullable String prefix,
            BiPredicate<Path, String> ownServers)
            throws InterruptedException {
        var values = new LinkedHashMap<String, Secret>();
        var problems = new ArrayList<>(settings.problems());
        var missing = new ArrayList<String>();
        var commands = KeyCommands.once(environment, LIMIT);
        for (var one : settings.secrets().values()) {
            switch (one.source().resolve(one.name(), environment, commands)) {
                case Resolved.Missing(var why) -> missing.add(one.where() + ": " + why);
                case Resolved.Value(var secret) -> {
                    var flaw = Common.flaw(secret.value(), one.variable(), environment);
                    if (flaw == null) {
                        values.put(one.name(), secret);
                    } else {
                        problems.add(one.where() + ": its value " + flaw + ", so it cannot be kept from texts. Use a"
                                + " longer one, or remove the secret.");
                    }
                }
            }
        }
        var usable = new LinkedHashMap<String, String>();
        hidden.forEach((name, value) -> {
            if (Common.flaw(value, null, environment) == null) {
                usable.put(name, value);
            }
        });
        return new SecretStore(
                settings.secrets(), values, usable, environment, home, prefix, ownServers, problems, missing);
    }

    /** Returns why values cannot be used; while there is anything, the program does not start. */
    public List<String> problems() {
        return problems;
    }

    /** Returns why there is no value for a secret, for each that has none. */
    public List<String> missing() {
        return missing;
    }

    /**
     * Returns the environment of the program without the variables that hold values.
     *
     * @param passed variables that stay if what they hold is a key and no secret
     */
    public Map<String, String> environment(Collection<String> passed) {
        var left = new LinkedHashMap<>(environment);
        for (var one : declared.values()) {
            if (one.source() instanceof SecretSource.Variable(var name)) {
                left.remove(name);
            }
        }
        left.values().removeIf(value -> values.values().stream().anyMatch(secret -> value.contains(secret.value())));
        left.entrySet()
                .removeIf(variable -> !passed.contains(variable.getKey())
                        && keys.values().stream().anyMatch(variable.getValue()::contains));
        return left;
    }

    /** Returns the secrets that the settings declare. */
    public List<Declared> declared() {
        return List.copyOf(declared.values());
    }

    /** Returns whether there is a value for a secret. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    @Override
    public SecretFilter filter() {
        return filter;
    }

    @Override
    public JsonObject arguments(ToolAuthorize shown) throws ToolFailure {
        check(shown);
        return shown.command() == null && !named(shown).isEmpty()
                ? filled(shown.call().arguments())
                : shown.call().arguments();
    }

    @Override
    public SpawnRequest command(ToolAuthorize shown, SpawnRequest request) throws ToolFailure {
        check(shown);
        var filled = request;
        for (var name : used(shown)) {
            var variable = declared(name).variable();
            if (variable != null) {
                filled = filled.withVariable(variable, value(name));
            }
        }
        var named = named(shown);
        for (var name : named) {
            filled = filled.withVariable(VARIABLE + name, value(name));
        }
        return named.isEmpty() ? filled : filled.withCommand(PlacedNames.in(request.command()));
    }

    @Override
    public List<String> used(ToolAuthorize shown) {
        var used = new LinkedHashSet<>(named(shown));
        if (shown.command() != null && shown.runBy() == null) {
            for (var one : declared.values()) {
                if (one.variable() != null && values.containsKey(one.name()) && uncovered(one, shown) == null) {
                    used.add(one.name());
                }
            }
        }
        return List.copyOf(used);
    }

    /** Returns the variables for the program of a server of the user: those of the secrets that name it as a sink. */
    public Map<String, String> ofServer(String server) {
        var variables = new LinkedHashMap<String, String>();
        for (var one : declared.values()) {
            if (one.variable() != null
                    && values.containsKey(one.name())
                    && one.servers().contains("mcp__" + server)) {
                variables.put(one.variable(), value(one.name()));
            }
        }
        return variables;
    }

    private void check(ToolAuthorize shown) throws ToolFailure {
        var why = refusal(shown);
        if (why != null) {
            throw new ToolFailure(why);
        }
    }

    /** Returns why a call may not have a secret that it names; null if it may have all of them. */
    public @Nullable String refusal(ToolAuthorize shown) {
        for (var name : named(shown)) {
            var one = declared.get(name);
            if (one == null) {
                return "There is no secret " + name + ": the setting secrets has "
                        + (declared.isEmpty() ? "none" : String.join(", ", declared.keySet())) + ".";
            }
            if (!values.containsKey(name)) {
                return "The secret " + name + " has no value: "
                        + missing.stream()
                                .filter(text -> text.startsWith(one.where()))
                                .findFirst()
                                .orElse(one.where());
            }
            var why = refused(one, shown);
            if (why != null) {
                return "The secret " + name + " is not given to this call of "
                        + shown.call().toolName() + ", because " + why + ". " + one.where() + " allows " + one.to()
                        + ".";
            }
        }
        return null;
    }

    private @Nullable String refused(Declared one, ToolAuthorize shown) {
        if (shown.command() != null) {
            return shown.runBy() == null
                    ? uncovered(one, shown)
                    : "the command is run by " + shown.runBy() + ", and not by Pawl";
        }
        var call = shown.call();
        var server = call.server();
        if (server != null) {
            var name = server.name();
            boolean allowed = one.servers().stream()
                    .anyMatch(sink -> sink.equals("mcp__" + name) || sink.equals(call.toolName()));
            if (!allowed) {
                return "the server " + name + " is no sink";
            }
            return "builtin:mcp".equals(shown.runBy()) && ownServers.test(shown.cwd(), name)
                    ? null
                    : "the server " + name + " is not the one of your own mcp.json";
        }
        var url = call.arguments().string("url");
        return url == null ? "the tool " + call.toolName() + " is no sink" : host(one, url);
    }

    /** Why a request to an address may not have a secret. Its host must be written there. */
    private static @Nullable String host(Declared one, String url) {
        try {
            var uri = new URI(url.replaceAll("⟦secret:\\w+⟧", "x"));
            var host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
            boolean placed = !url.startsWith(uri.getScheme() + "://" + uri.getRawAuthority());
            boolean safe =
                    "https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && LOOPBACK.contains(host));
            if (host.isEmpty() || placed || uri.getRawUserInfo() != null) {
                return "the host is not written in its url";
            }
            if (one.hosts().stream().noneMatch(allowed -> matches(allowed.toLowerCase(Locale.ROOT), host))) {
                return "the host " + host + " is no sink";
            }
            return safe ? null : "the request is not encrypted";
        } catch (java.net.URISyntaxException e) {
            return "its url cannot be read";
        }
    }

    private static boolean matches(String allowed, String host) {
        return allowed.startsWith("*.") ? host.endsWith(allowed.substring(1)) : host.equals(allowed);
    }

    /** Why a line may not have a secret; names are judged as plain words. */
    private @Nullable String uncovered(Declared one, ToolAuthorize shown) {
        var command = String.valueOf(shown.command());
        if (prefix != null && command.startsWith(prefix + "\n")) {
            command = command.substring(prefix.length() + 1);
        }
        return CoveredLines.of(one.commands(), shown.cwd(), home)
                .uncovered(PlacedNames.asWords(command), shown.cwd(), home, environment(Set.of()));
    }

    private Declared declared(String name) {
        var one = declared.get(name);
        if (one == null) {
            throw new IllegalStateException("there is no secret " + name);
        }
        return one;
    }

    private String value(String name) {
        var secret = values.get(name);
        if (secret == null) {
            throw new IllegalStateException("there is no secret " + name);
        }
        return secret.value();
    }

    private static Set<String> named(ToolAuthorize shown) {
        var names = new LinkedHashSet<String>();
        if (shown.command() != null) {
            names.addAll(SecretFilter.named(shown.command()));
        }
        collect(shown.call().arguments(), names);
        return names;
    }

    private static void collect(@Nullable Object value, Set<String> names) {
        if (value instanceof String text) {
            names.addAll(SecretFilter.named(text));
        } else if (value instanceof JsonObject object) {
            object.asMap().forEach((name, field) -> {
                names.addAll(SecretFilter.named(name));
                collect(field, names);
            });
        } else if (value instanceof List<?> list) {
            list.forEach(one -> collect(one, names));
        }
    }

    private @Nullable Object filled(@Nullable Object value) {
        if (value instanceof String text) {
            var filled = text;
            for (var name : SecretFilter.named(text)) {
                filled = filled.replace(SecretFilter.placeholder(name), value(name));
            }
            return filled;
        }
        if (value instanceof JsonObject object) {
            return filled(object);
        }
        if (value instanceof List<?> list) {
            var all = new ArrayList<@Nullable Object>();
            list.forEach(one -> all.add(filled(one)));
            return all;
        }
        return value;
    }

    private JsonObject filled(JsonObject object) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        object.asMap().forEach((name, field) -> fields.put(name, filled(field)));
        return JsonObject.from(fields);
    }
}
