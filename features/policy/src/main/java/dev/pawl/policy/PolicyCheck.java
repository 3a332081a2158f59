package dev.pawl.policy;

import dev.pawl.api.value.PermissionMode;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Settings;
import dev.pawl.policy.permission.ConfinedShell;
import dev.pawl.policy.permission.LocalRules;
import dev.pawl.policy.permission.PermissionSettings;
import dev.pawl.policy.rule.CallFacts;
import dev.pawl.policy.rule.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Tells what would become of a command line: in which mode it runs, is asked about or is refused, and why. */
public final class PolicyCheck {
    private PolicyCheck() {}

    /** The answer, line by line; the mode of the settings is marked. */
    public static List<String> of(String command, Folders folders, Settings settings, ConfinedShell shell) {
        var cwd = Folders.canonical(folders.cwd());
        var permissions = PermissionSettings.read(folders, settings, new LocalRules(folders.agentDir(), cwd));
        var judge = shell.judge(permissions.rules(), cwd, folders.home());
        var lines = new ArrayList<String>();
        permissions.rules().problems().forEach(problem -> lines.add("problem: " + problem));
        lines.add(judge.shape(command, cwd));
        var call = CallFacts.command(command, cwd);
        for (var mode : PermissionMode.values()) {
            var answer = switch (judge.judge(call, mode, false)) {
                case Verdict.Allow() -> "runs unasked: " + judge.allowedBy(command, cwd, mode);
                case Verdict.Ask(var why, _, _) -> "is asked about, and refused without a user: " + why;
                case Verdict.Deny(var why) -> "is refused: " + why;
            };
            lines.add("%-1s %-12s %s".formatted(mode == permissions.mode() ? "*" : "", mode.wire(), answer));
        }
        lines.add(shell.describe(judge.confinement(command, cwd)));
        return lines;
    }
}
