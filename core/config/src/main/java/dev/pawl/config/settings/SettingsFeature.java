package dev.pawl.config.settings;

import dev.pawl.api.Hook;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.value.SourceInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Settings that a feature applies. An agent that a program embeds finds the features as services, so that a
 * setting holds where the module that applies it is present, and is refused where it is not.
 */
public interface SettingsFeature {
    /** When the hooks of a feature are called: behind those that were given to the agent, in this order. */
    enum Turn {
        /** Hooks that others wrote. */
        FILES,
        /** Hooks that decide by rules, of which some ask the user. */
        POLICY,
        /** Hooks that record what was decided. */
        RECORDS
    }

    /** A hook and the source under which it is shown. */
    record Bundled(Hook hook, SourceInfo source) {
        /** Returns a hook that is part of Pawl. */
        public static Bundled builtin(String name, Hook hook) {
            return new Bundled(hook, new SourceInfo("builtin:" + name, SourceInfo.Scope.BUILTIN, false, null));
        }
    }

    /**
     * The place of an agent.
     *
     * @param environment what commands inherit, and where programs are found
     * @param shell runs commands on this machine
     * @param notices receives sentences about what goes wrong later
     */
    record Place(
            Folders folders,
            Settings settings,
            Map<String, String> environment,
            BashOperations shell,
            Consumer<String> notices) {
        public Place {
            environment = Map.copyOf(environment);
        }
    }

    /**
     * What the settings of a place ask for.
     *
     * @param hooks in the order in which they are called
     * @param shell where commands of the model run; null for the shell of this machine
     */
    record Effects(List<Bundled> hooks, @Nullable BashOperations shell) {
        public Effects {
            hooks = List.copyOf(hooks);
        }

        public static Effects of(List<Bundled> hooks) {
            return new Effects(hooks, null);
        }
    }

    /** Returns the settings that are applied. */
    Set<Setting<?>> settings();

    Turn turn();

    /**
     * Returns what the settings of a place ask for; at least one of those of this feature is there.
     *
     * @throws IllegalArgumentException if one of the settings cannot be used
     */
    Effects at(Place place) throws InterruptedException;
}
