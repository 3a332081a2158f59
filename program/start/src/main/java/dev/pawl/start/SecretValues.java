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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of the secrets, where the settings of the user or of an organisation declare some. */
final class SecretValues {
    private SecretValues() {}

    /** Takes them from their sources; null where there are none. The program does not start without what it must hide. */
    static @Nullable SecretStore open(Places places, Settings settings, NoticePrinter notices) {
        if (!settings.isSet(Keys.SECRETS)) {
            return null;
        }
        var declared = SecretSettings.read(places.folders(), settings);
        SecretStore store;
        try {
            store = SecretStore.open(
                    declared,
                    keys(places),
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

    /** Returns the keys of model providers that the environment and auth.json hold: secrets that nothing may use. */
    private static Map<String, String> keys(Places places) {
        var keys = new LinkedHashMap<String, String>();
        for (var provider : Catalogue.read("index").objects("providers")) {
            var variables = new ArrayList<>(provider.strings("env"));
            variables.addAll(provider.strings("bearer"));
            for (var variable : variables) {
                var value = places.environment().getOrDefault(variable, "");
                if (!value.isEmpty()) {
                    keys.put(variable, value);
                }
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
