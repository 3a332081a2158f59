package dev.pawl.mcp.config;

import dev.pawl.accounts.secret.KeyCommands;
import dev.pawl.accounts.secret.Resolved;
import dev.pawl.accounts.secret.ValueTemplate;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Values of {@code env}, {@code headers} and secrets: {@code ${NAME}} and {@code !command} replaced. */
public final class ConfigValues {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Pattern DEFAULTED = Pattern.compile("(?<!\\$)\\$\\{([A-Za-z_][A-Za-z0-9_]*):-([^}]*)}");

    private final Map<String, String> environment;
    private final KeyCommands commands;

    public ConfigValues(Map<String, String> environment) {
        this(environment, KeyCommands.once(environment, LIMIT));
    }

    private ConfigValues(Map<String, String> environment, KeyCommands commands) {
        this.environment = environment;
        this.commands = commands;
    }

    /** Returns the same with more variables. */
    public ConfigValues with(Map<String, String> more) {
        if (more.isEmpty()) {
            return this;
        }
        var all = new LinkedHashMap<>(environment);
        all.putAll(more);
        return new ConfigValues(Map.copyOf(all), commands);
    }

    public Map<String, String> environment() {
        return environment;
    }

    /**
     * One value.
     *
     * @param what describes the value in the message if it is missing; the message never contains the value
     */
    public String resolve(String written, String what) throws IOException, InterruptedException {
        var filled = DEFAULTED.matcher(written).replaceAll(found -> {
            var value = environment.getOrDefault(found.group(1), "");
            return java.util.regex.Matcher.quoteReplacement(
                    (value.isEmpty() ? found.group(2) : value).replace("$", "$$"));
        });
        if (filled.indexOf('$') < 0 && !filled.startsWith("!")) {
            return filled;
        }
        return switch (ValueTemplate.of(filled).resolve(environment, commands, what)) {
            case Resolved.Value(var secret) -> secret.value();
            case Resolved.Missing(var why) -> throw new IOException(why);
        };
    }

    /** All values of a map. */
    public Map<String, String> resolveAll(JsonObject values, String what) throws IOException, InterruptedException {
        var resolved = new LinkedHashMap<String, String>();
        for (var name : values.names()) {
            resolved.put(name, resolve(values.string(name, ""), what + " \"" + name + "\""));
        }
        return resolved;
    }
}
