package dev.pawl.config.settings;

import dev.pawl.api.Hook;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Settings that hooks of a feature apply. An agent that a program embeds finds the features as services, so that a
 * setting holds where the module that applies it is present, and is refused where it is not.
 */
public interface SettingsFeature {
    /** A hook and the name under which it is shown. */
    record Bundled(String name, Hook hook) {}

    /**
     * The place of an agent.
     *
     * @param environment what commands inherit, and where programs are found
     */
    record Place(Folders folders, Settings settings, Map<String, String> environment) {
        public Place {
            environment = Map.copyOf(environment);
        }
    }

    /** Returns the settings that the hooks apply. */
    Set<Setting<?>> settings();

    /**
     * Returns the hooks that the settings of a place ask for, in the order in which they are called.
     *
     * @throws IllegalArgumentException if one of the settings cannot be used
     */
    List<Bundled> hooks(Place place);
}
