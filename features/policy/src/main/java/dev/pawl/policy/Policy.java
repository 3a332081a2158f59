package dev.pawl.policy;

import dev.pawl.api.value.PermissionMode;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsFeature.Bundled;
import dev.pawl.policy.budget.BudgetHook;
import dev.pawl.policy.budget.BudgetSettings;
import dev.pawl.policy.checkpoint.CheckpointHook;
import dev.pawl.policy.checkpoint.CheckpointSettings;
import dev.pawl.policy.checkpoint.Store;
import dev.pawl.policy.permission.LocalRules;
import dev.pawl.policy.permission.PermissionSettings;
import dev.pawl.policy.permission.PermissionsHook;
import dev.pawl.policy.permission.RulesOfOthers;
import dev.pawl.policy.secret.SecretSettings;
import dev.pawl.policy.secret.SecretsHook;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The bundled hooks that the settings enable, in the order in which they are called. */
public final class Policy {
    private Policy() {}

    /**
     * The hooks, with messages for the user.
     *
     * @param problems rules and limits that cannot be used
     * @param notices settings that are valid but not used
     */
    public record Made(List<Bundled> hooks, List<String> problems, List<String> notices) {
        public Made {
            hooks = List.copyOf(hooks);
            problems = List.copyOf(problems);
            notices = List.copyOf(notices);
        }
    }

    /** Returns whether files of other agents may hold rules that the settings let count. */
    public static boolean hasRulesOfOthers(Settings settings, Folders folders) {
        return Boolean.TRUE.equals(settings.get(Keys.FOREIGN_HOOKS))
                && new RulesOfOthers(folders, settings.projectTrusted()).areThere();
    }

    /** Creates the hooks. */
    public static Made hooks(PolicySetup setup) {
        var hooks = new ArrayList<Bundled>();
        var problems = new ArrayList<String>();
        var notices = new ArrayList<String>();
        var settings = setup.settings();
        var secrets = setup.secrets();
        if (secrets != null) {
            notices.addAll(SecretSettings.read(setup.folders(), settings).notices());
            hooks.add(Bundled.builtin("secrets", new SecretsHook(secrets)));
        }
        boolean unknown = !settings.unreadable().isEmpty();
        boolean enabled = settings.isSet(Keys.PERMISSIONS) || setup.mode() != null || unknown;
        if (enabled || hasRulesOfOthers(settings, setup.folders())) {
            var local = new LocalRules(setup.folders().agentDir(), canonical(setup));
            var permissions = PermissionSettings.read(setup.folders(), settings, local);
            problems.addAll(permissions.rules().problems());
            notices.addAll(permissions.rules().notices());
            if (enabled || permissions.rules().restrict()) {
                hooks.add(Bundled.builtin(
                        "permissions",
                        new PermissionsHook(
                                permissions,
                                setup.grants(),
                                local,
                                setup.folders().home(),
                                settings.get(Layer.USER, Keys.SHELL_COMMAND_PREFIX),
                                setup.mode() == null ? null : PermissionMode.find(setup.mode()),
                                setup.shell())));
            }
        }
        if (settings.isSet(Keys.BUDGET) || unknown) {
            var budget = BudgetSettings.read(setup.folders(), settings);
            problems.addAll(budget.problems());
            hooks.add(Bundled.builtin(
                    "budget", new BudgetHook(budget, setup.folders().agentDir(), InstantSource.system())));
        }
        if (settings.isSet(Keys.CHECKPOINTS) || unknown) {
            var checkpoints = CheckpointSettings.read(setup.folders(), settings);
            problems.addAll(checkpoints.problems());
            if (checkpoints.enabled()) {
                hooks.add(Bundled.builtin("checkpoints", new CheckpointHook(checkpoints, store(setup, checkpoints))));
            }
        }
        return new Made(hooks, problems, notices);
    }

    /** A store for the repository of the project, or for the project if it is in none. */
    private static Store store(PolicySetup setup, CheckpointSettings checkpoints) {
        var folders = setup.folders();
        var within = folders.confines(folders.cwd());
        var root = Folders.canonical(within == null ? folders.cwd() : within);
        var own = Folders.canonical(folders.agentDir());
        var name = UUID.nameUUIDFromBytes(root.toString().getBytes(StandardCharsets.UTF_8));
        var repository = own.resolve("checkpoints").resolve(name.toString());
        return new Store(setup.programs(), root, repository, Set.of(own), checkpoints);
    }

    private static Path canonical(PolicySetup setup) {
        return Folders.canonical(setup.folders().cwd());
    }
}
