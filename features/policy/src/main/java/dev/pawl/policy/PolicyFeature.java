package dev.pawl.policy;

import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Setting;
import dev.pawl.config.settings.SettingsFeature;
import dev.pawl.policy.permission.Grants;
import dev.pawl.tools.LocalTools;
import java.util.List;
import java.util.Set;

/** The hooks of the policy in an agent that a program embeds; the sandbox is not among them. */
public final class PolicyFeature implements SettingsFeature {
    private final Grants grants = new Grants();

    @Override
    public Set<Setting<?>> settings() {
        return Set.of(Keys.PERMISSIONS, Keys.BUDGET, Keys.CHECKPOINTS);
    }

    @Override
    public List<Bundled> hooks(Place place) {
        var settings = place.settings();
        var tools = new LocalTools(place.environment(), place.folders().home());
        var made = Policy.hooks(new PolicySetup(place.folders(), settings, null, grants, tools.programs(null)));
        if (!made.problems().isEmpty()) {
            throw new IllegalArgumentException(
                    "the settings of the policy cannot be used:\n" + String.join("\n", made.problems()));
        }
        return made.hooks();
    }
}
