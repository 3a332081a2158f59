/** Rules, modes, budgets, checkpoints and the sandbox: bundled hooks, written against the public API. */
@org.jspecify.annotations.NullMarked
module dev.pawl.policy {
    requires dev.pawl.accounts;
    requires dev.pawl.base;
    requires transitive dev.pawl.config;
    requires transitive dev.pawl.hooks;
    requires transitive dev.pawl.tools;

    exports dev.pawl.policy;
    exports dev.pawl.policy.budget;
    exports dev.pawl.policy.foreign;
    exports dev.pawl.policy.permission;
    exports dev.pawl.policy.rule;
    exports dev.pawl.policy.sandbox;
    exports dev.pawl.policy.secret;

    provides dev.pawl.config.settings.SettingsFeature with
            dev.pawl.policy.PolicyFeature;
}
