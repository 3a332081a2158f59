package dev.pawl.policy;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Setting;
import dev.pawl.config.settings.Settings;
import dev.pawl.policy.permission.Grants;
import dev.pawl.tools.shell.PipedPrograms;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the bundled hooks need from the program.
 *
 * @param mode the permission mode of the command line; null if it names none
 * @param unreadable settings files that cannot be read, by the names of the settings that they may contain
 * @param grants what the user allowed for sessions of this program
 * @param programs starts the programs that hooks of the policy need
 */
public record PolicySetup(
        Folders folders,
        Settings settings,
        @Nullable String mode,
        Map<String, List<String>> unreadable,
        Grants grants,
        PipedPrograms programs) {
    public PolicySetup {
        unreadable = Map.copyOf(unreadable);
    }

    /** Files that mention a setting and cannot be read. */
    public List<String> unreadable(Setting<?> setting) {
        return unreadable.getOrDefault(setting.name(), List.of());
    }
}
