package dev.pawl.policy;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Settings;
import dev.pawl.policy.permission.ConfinedShell;
import dev.pawl.policy.permission.Grants;
import dev.pawl.policy.secret.SecretStore;
import dev.pawl.tools.shell.PipedPrograms;
import org.jspecify.annotations.Nullable;

/**
 * What the bundled hooks need from the program.
 *
 * @param mode the permission mode of the command line; null if it names none
 * @param grants what the user allowed for sessions of this program
 * @param programs starts the programs that hooks of the policy need
 * @param shell confines the commands of the model; null if another program runs them
 * @param secrets the values that nothing may show; null if there are none
 */
public record PolicySetup(
        Folders folders,
        Settings settings,
        @Nullable String mode,
        Grants grants,
        PipedPrograms programs,
        @Nullable ConfinedShell shell,
        @Nullable SecretStore secrets) {
    /** Without secrets, and without a shell of this machine whose commands could be confined. */
    public PolicySetup(
            Folders folders, Settings settings, @Nullable String mode, Grants grants, PipedPrograms programs) {
        this(folders, settings, mode, grants, programs, null, null);
    }
}
