package dev.pawl.start;

import dev.pawl.ai.catalogue.Catalogue;
import dev.pawl.ai.credentials.AuthFile;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.mcp.config.McpConfig;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.policy.secret.SecretSettings;
import dev.pawl.policy.secret.SecretStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The environment of all that is started: hooks and tool servers inherit no value of a secret, and commands no key either. */
final class StartedEnvironment {
    /** With these, what runs in a session could answer for others. */
    private static final Set<String> OF_FLEETS = Set.of("PAWL_FLEET", "PAWL_FLEET_TOKEN");

    private final Map<String, String> own;
    private final Set<String> keys;
    private final @Nullable SecretStore secrets;

    private StartedEnvironment(Map<String, String> own, Set<String> keys, @Nullable SecretStore secrets) {
        this.own = own;
        this.keys = keys;
        this.secrets = secrets;
    }

    /** Takes the values of secrets from their sources. The program does not start without what it must hide. */
    static StartedEnvironment of(Places places, Settings settings, Workplace workplace, NoticePrinter notices) {
        var keys = new HashSet<>(OF_FLEETS);
        keys.addAll(workplace.secrets());
        return new StartedEnvironment(places.environment(), keys, secrets(places, settings, keys, notices));
    }

    /** Returns the values that nothing may show; null where neither the user nor an organisation declares any. */
    @Nullable
    SecretStore secrets() {
        return secrets;
    }

    /** Returns what hooks and tool servers inherit. */
    Map<String, String> ofPrograms() {
        return secrets == null ? own : secrets.environment(Set.of());
    }

    /**
     * Returns what commands inherit.
     *
     * @param models the variables that may hold keys of model providers
     * @param passed the keys that the user lets commands have
     */
    Map<String, String> ofCommands(Set<String> models, Collection<String> passed) {
        var withheld = new HashSet<>(models);
        withheld.addAll(keys);
        passed.forEach(withheld::remove);
        var variables = new HashMap<>(secrets == null ? own : secrets.environment(passed));
        variables.keySet().removeAll(withheld);
        return variables;
    }

    private static @Nullable SecretStore secrets(
            Places places, Settings settings, Set<String> keys, NoticePrinter notices) {
        if (!settings.isSet(Keys.SECRETS)) {
            return null;
        }
        var declared = SecretSettings.read(places.folders(), settings);
        SecretStore store;
        try {
            store = SecretStore.open(
                    declared,
                    hidden(places, keys),
                    places.environment(),
                    places.home(),
                    settings.get(Layer.USER, Keys.SHELL_COMMAND_PREFIX),
                    (cwd, server) -> isOwn(places.folders().at(cwd), server));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Refusal.because("nothing was started: it was interrupted while the secrets were read");
        }
        if (!store.problems().isEmpty()) {
            throw Refusal.because("nothing was started, because the setting secrets cannot be used: "
                    + String.join(" ", store.problems()));
        }
        store.missing().forEach(why -> notices.report(Notice.of(why)));
        return store;
    }

    /** Returns whether a server is the user's, whatever a project says about a server of that name. */
    private static boolean isOwn(Folders folders, String server) {
        return McpConfig.read(folders, true).servers().stream()
                .anyMatch(entry -> entry.name().equals(server) && entry.scope() == ServerEntry.Scope.USER);
    }

    /** Returns the keys that the environment and auth.json hold: secrets that nothing shows. */
    private static Map<String, String> hidden(Places places, Set<String> others) {
        var names = new ArrayList<>(others);
        for (var provider : Catalogue.read("index").objects("providers")) {
            names.addAll(provider.strings("env"));
            names.addAll(provider.strings("bearer"));
        }
        var keys = new LinkedHashMap<String, String>();
        for (var name : names) {
            var value = places.environment().getOrDefault(name, "");
            if (!value.isEmpty()) {
                keys.put(name, value);
            }
        }
        var stored = new AuthFile(
                        ModelsSetup.of(places.agentDir(), places.environment()).authFile())
                .snapshot()
                .entries();
        for (var provider : stored.names()) {
            for (var field : List.of("key", "access", "refresh")) {
                var value = stored.object(provider).string(field, "");
                if (!value.isEmpty() && !value.startsWith("$") && !value.startsWith("!")) {
                    keys.put(provider.replaceAll("[^A-Za-z0-9]", "_") + "_" + field, value);
                }
            }
        }
        return keys;
    }
}
