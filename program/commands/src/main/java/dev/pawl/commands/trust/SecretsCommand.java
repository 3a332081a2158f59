package dev.pawl.commands.trust;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.policy.secret.SecretSettings;
import dev.pawl.policy.secret.SecretStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The command {@code pawl secrets}: which secrets there are, and whether they can be used. It never prints a value. */
public final class SecretsCommand {
    private static final String USAGE = """
        pawl secrets list                        the secrets of the settings: where they come from, where they may go
        pawl secrets check                       whether each has a value that can be kept from texts
        pawl secrets add NAME SOURCE [USES]      declare one in your settings
            SOURCE: --env VARIABLE, --file FILE [--field FIELD], --command COMMAND or --keychain ITEM
            USES:   --sink "Bash(gh *)", --sink mcp__SERVER, --host HOST (each as often as needed),
                    --variable NAME, in which the commands get it\
        """;

    private static final Set<String> SINGLE = Set.of("env", "file", "field", "command", "keychain", "variable");
    private static final Map<String, String> SEVERAL = Map.of("sink", "sinks", "host", "hosts");

    private SecretsCommand() {}

    /**
     * Carries out a command.
     *
     * @param words what follows {@code secrets}
     */
    public static int run(List<String> words, Places places, Streams streams) throws IOException, InterruptedException {
        var first = words.isEmpty() ? "--help" : words.getFirst();
        return switch (first) {
            case "list" -> list(places, streams);
            case "check" -> check(places, streams);
            case "add" -> add(words.subList(1, words.size()), places, streams);
            default -> {
                streams.out().println(USAGE);
                yield first.equals("--help") ? 0 : 2;
            }
        };
    }

    private static SecretSettings read(Places places) {
        return SecretSettings.read(
                places.folders(), SettingsStore.in(places.folders()).read(false));
    }

    private static int list(Places places, Streams streams) {
        var settings = read(places);
        if (settings.secrets().isEmpty() && settings.problems().isEmpty()) {
            streams.out().println("There are no secrets. pawl secrets add NAME declares one.");
        }
        for (var one : settings.secrets().values()) {
            streams.out()
                    .println(one.name() + ": from " + one.from() + "; to " + one.to()
                            + (one.variable() == null ? "" : "; in the variable " + one.variable()) + " ("
                            + places.shown(one.where()) + ")");
        }
        settings.problems().forEach(streams.err()::println);
        return settings.problems().isEmpty() ? 0 : 1;
    }

    private static int check(Places places, Streams streams) throws InterruptedException {
        var settings = read(places);
        var store = SecretStore.open(settings, Map.of(), places.environment(), places.home(), null, (_, _) -> false);
        for (var one : store.declared()) {
            if (store.has(one.name())) {
                streams.out().println(one.name() + ": has a value");
            }
        }
        store.missing().forEach(streams.err()::println);
        store.problems().forEach(streams.err()::println);
        return store.missing().isEmpty() && store.problems().isEmpty() ? 0 : 1;
    }

    private static int add(List<String> words, Places places, Streams streams)
            throws IOException, InterruptedException {
        if (words.isEmpty() || words.getFirst().startsWith("-")) {
            throw Refusal.ofArguments("secrets add needs a name:\n" + USAGE);
        }
        var name = words.getFirst();
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 1; i < words.size(); i += 2) {
            var option = words.get(i).startsWith("--") ? words.get(i).substring(2) : "";
            if (i + 1 == words.size() || (!SINGLE.contains(option) && !SEVERAL.containsKey(option))) {
                throw Refusal.ofArguments("secrets add does not know " + words.get(i)
                        + (i + 1 == words.size() ? ", or its value is missing" : "") + ":\n" + USAGE);
            }
            var value = words.get(i + 1);
            var list = SEVERAL.get(option);
            if (list == null) {
                fields.put(option, value);
            } else {
                var values = new ArrayList<@Nullable Object>(
                        fields.get(list) instanceof List<?> before ? before : List.of());
                values.add(value);
                fields.put(list, values);
            }
        }
        var one = JsonObject.from(fields);
        var trial =
                SecretSettings.read(places.folders(), Settings.of(JsonObject.of("secrets", JsonObject.of(name, one))));
        if (!trial.problems().isEmpty()) {
            throw Refusal.ofArguments("the secret was not added: " + String.join("; ", trial.problems()));
        }
        var path = new ArrayList<>(Keys.SECRETS.path());
        path.add(name);
        SettingsStore.in(places.folders()).change(Layer.USER, JsonEdit.nothing().with(path, one));
        for (var added : trial.secrets().values()) {
            streams.out()
                    .println(name + ": from " + added.from() + "; to " + added.to()
                            + ". pawl secrets check looks for its value.");
        }
        return 0;
    }
}
