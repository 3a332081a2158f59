package dev.pawl.policy;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Setting;
import dev.pawl.config.settings.SettingsFeature;
import dev.pawl.policy.permission.ConfinedShell;
import dev.pawl.policy.permission.Grants;
import dev.pawl.policy.sandbox.Sandbox;
import dev.pawl.policy.sandbox.SandboxSettings;
import dev.pawl.policy.sandbox.Unavailable;
import dev.pawl.tools.LocalTools;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The hooks of the policy, and its sandbox, in an agent that a program embeds. */
public final class PolicyFeature implements SettingsFeature {
    private final Grants grants = new Grants();

    @Override
    public Set<Setting<?>> settings() {
        return Set.of(Keys.PERMISSIONS, Keys.BUDGET, Keys.CHECKPOINTS, Keys.SANDBOX);
    }

    @Override
    public Turn turn() {
        return Turn.POLICY;
    }

    @Override
    public Effects at(Place place) throws InterruptedException {
        var settings = place.settings();
        var tools = new LocalTools(place.environment(), place.folders().home());
        var sandbox = SandboxSettings.read(place.folders(), settings);
        if (sandbox.hooks()) {
            throw new IllegalArgumentException(
                    "sandbox.hooks has no effect on this agent: the commands of its hooks run outside of the sandbox."
                            + " Leave it out, and load no hooks whose commands you do not trust.");
        }
        var confined = sandbox.enabled()
                ? new ConfinedShell(place.shell(), place.environment(), shellPath(place), true)
                : null;
        var made = Policy.hooks(
                new PolicySetup(place.folders(), settings, null, grants, tools.programs(null), confined, null));
        if (!made.problems().isEmpty()) {
            throw new IllegalArgumentException(
                    "the settings of the policy cannot be used:\n" + String.join("\n", made.problems()));
        }
        return new Effects(made.hooks(), confined == null ? null : inside(place, sandbox, confined));
    }

    /** Returns the shell in the sandbox, once it was seen to run a command. */
    private static BashOperations inside(Place place, SandboxSettings settings, ConfinedShell rules)
            throws InterruptedException {
        try {
            var sandbox = Sandbox.around(
                    place.shell(),
                    settings,
                    rules::confinement,
                    Folders.canonical(place.folders().cwd()),
                    place.folders().home(),
                    shellPath(place),
                    place.environment());
            sandbox.tryOut();
            return sandbox;
        } catch (Unavailable e) {
            throw new IllegalArgumentException("the agent was not started, because its settings ask for a sandbox: "
                    + e.getMessage() + ", or set sandbox.enabled to false.");
        }
    }

    private static @Nullable String shellPath(Place place) {
        var path = place.settings().shellPath(place.folders());
        return path == null ? null : path.toString();
    }
}
