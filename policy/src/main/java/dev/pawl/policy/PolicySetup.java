package dev.pawl.policy;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Settings;
import dev.pawl.policy.permission.Grants;
import dev.pawl.tools.shell.PipedPrograms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the program hands over to make the bundled hooks of.
 *
 * @param mode the permission mode of the command line; null if it names none
 * @param unreadable settings files that cannot be read and may hold rules
 * @param grants what the user allowed for sessions of this program
 * @param programs starts the programs that hooks of the policy need
 */
public record PolicySetup(
        Folders folders,
        Settings settings,
        @Nullable String mode,
        List<String> unreadable,
        Grants grants,
        PipedPrograms programs) {
    public PolicySetup {
        unreadable = List.copyOf(unreadable);
    }
}
