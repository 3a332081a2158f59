package dev.pawl.policy.rule;

import dev.pawl.policy.command.CommandLine;
import dev.pawl.policy.command.Part;
import dev.pawl.policy.command.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides about command lines: every program in them and every file they name. */
final class CommandJudge {
    /** Programs that only change the files in their arguments, which mode {@code acceptEdits} allows. */
    private static final Set<String> FILE_PROGRAMS = Set.of("mkdir", "touch", "cp", "mv", "tee", "rmdir", "ln");

    private final Rules rules;
    private final FileRules files;
    private final Path home;

    CommandJudge(Rules rules, FileRules files, Path home) {
        this.rules = rules;
        this.files = files;
        this.home = home;
    }

    Verdict judge(String command, Path cwd, PermissionMode mode) {
        var line = CommandLine.of(command, cwd, home);
        var denied = denied(line);
        if (denied != null) {
            return new Verdict.Deny(denied);
        }
        if (mode == PermissionMode.PLAN && !line.readOnly()) {
            return new Verdict.Deny("Plan mode: this command is not known to be read-only (" + notReadOnly(line)
                    + "). Put it into the plan.");
        }
        var asked = asked(line, mode == PermissionMode.BYPASS);
        if (asked != null) {
            return new Verdict.Ask(asked, List.of());
        }
        if (mode == PermissionMode.BYPASS || allowsAll()) {
            return new Verdict.Allow();
        }
        var open =
                line.parts().stream().filter(part -> !allowed(part, line, mode)).toList();
        var written = line.targets().stream()
                .filter(target -> !writable(target, line, mode))
                .toList();
        if (open.isEmpty() && written.isEmpty()) {
            return new Verdict.Allow();
        }
        return new Verdict.Ask(why(open, written), written.isEmpty() ? Suggestions.forParts(open) : List.of());
    }

    private @Nullable String denied(CommandLine line) {
        for (var rule : rules.deny) {
            if (rule.tool() == ToolKind.BASH) {
                for (var part : line.parts()) {
                    if (rule.command() == null
                            || (!part.isUnknown() && rule.command().matches(part))) {
                        return "\"" + part + "\" is denied by the rule " + rule + " (" + rule.source() + ").";
                    }
                }
            }
        }
        for (var target : line.targets()) {
            var rule = about(rules.deny, target);
            if (rule != null) {
                return "The command names " + target.path() + ", which is denied by the rule " + rule + " ("
                        + rule.source() + ").";
            }
        }
        return null;
    }

    /** The first rule that certainly matches a file. */
    private @Nullable Rule about(List<Rule> all, Target target) {
        if (!namePaths(all)) {
            return null;
        }
        for (var path : files.paths(target)) {
            var rule = files.find(all, ToolKind.READ, null, path);
            if (rule == null && (target.writes() || target.access() == Target.Access.TOUCH)) {
                rule = files.find(all, ToolKind.EDIT, null, path);
            }
            if (rule != null) {
                return rule;
            }
        }
        return null;
    }

    private @Nullable String asked(CommandLine line, boolean certainOnly) {
        for (var part : line.parts()) {
            for (var rule : rules.ask) {
                if (rule.tool() == ToolKind.BASH
                        && (rule.command() == null
                                || (!part.isUnknown() && rule.command().matches(part)))) {
                    return "the rule " + rule + " asks about \"" + part + "\"";
                }
            }
        }
        for (var target : line.targets()) {
            var rule = about(rules.ask, target);
            if (rule != null) {
                return "the rule " + rule + " asks about " + target.path();
            }
        }
        return certainOnly ? null : maybe(line);
    }

    /** Why an unknown part may match a rule; null if it cannot. */
    private @Nullable String maybe(CommandLine line) {
        for (var all : List.of(rules.deny, rules.ask)) {
            if (namePaths(all) && files.isRenamed(line)) {
                return "it gives files other names and uses them, and a rule may be about one of them";
            }
            for (var part : line.parts()) {
                for (var rule : all) {
                    if (rule.tool() == ToolKind.BASH
                            && rule.command() != null
                            && rule.command().mayMatch(part)) {
                        return part.isUnknown()
                                ? part.why() + ", and the rule " + rule + " may be about it"
                                : "\"" + part + "\" may be what the rule " + rule + " is about";
                    }
                }
            }
            for (var target : line.targets()) {
                var rule = mayBeAbout(all, target);
                if (rule != null) {
                    return target.path() + " may be a file that the rule " + rule + " is about";
                }
                var below = target.access() == Target.Access.TREE ? below(all, target) : null;
                if (below != null) {
                    return "it would read " + below + ", which a rule restricts";
                }
            }
        }
        return null;
    }

    /** Without a rule that names a path, no path has to be resolved on the disk. */
    private static boolean namePaths(List<Rule> all) {
        return all.stream().anyMatch(rule -> rule.path() != null);
    }

    private @Nullable Path below(List<Rule> all, Target target) {
        if (!namePaths(all)) {
            return null;
        }
        for (var path : files.paths(target)) {
            var below = files.below(all, path);
            if (below != null) {
                return below;
            }
        }
        return null;
    }

    private @Nullable Rule mayBeAbout(List<Rule> all, Target target) {
        if (!namePaths(all)
                || target.access() == Target.Access.TOUCH
                || !files.paths(target).isEmpty()) {
            return null;
        }
        return files.maybe(all, target.writes() ? ToolKind.EDIT : ToolKind.READ, target);
    }

    private boolean allowsAll() {
        return rules.allow.stream().anyMatch(rule -> rule.tool() == ToolKind.BASH && rule.isWhole());
    }

    private boolean allowed(Part part, CommandLine line, PermissionMode mode) {
        if (part.readOnly() || part.wrapper()) {
            return true;
        }
        if (part.isUnknown()) {
            return false;
        }
        for (var rule : rules.allow) {
            if (rule.command() != null && rule.command().allows(part)) {
                return true;
            }
        }
        return mode == PermissionMode.ACCEPT_EDITS
                && !files.isRenamed(line)
                && FILE_PROGRAMS.contains(part.words().getFirst().text())
                && part.words().stream()
                        .noneMatch(
                                word -> word.text().equals("-t") || word.text().startsWith("--"))
                && line.targets().stream()
                        .filter(Target::writes)
                        .allMatch(target -> !files.paths(target).isEmpty()
                                && files.paths(target).stream().allMatch(files::isEditable));
    }

    /** Whether the shell may open a file to write it. */
    private boolean writable(Target target, CommandLine line, PermissionMode mode) {
        if (target.access() != Target.Access.REDIRECT) {
            return true;
        }
        var paths = files.paths(target);
        return !paths.isEmpty()
                && !files.isRenamed(line)
                && paths.stream()
                        .allMatch(path -> files.find(rules.allow, ToolKind.EDIT, "edit", path) != null
                                || (mode == PermissionMode.ACCEPT_EDITS && files.isEditable(path)));
    }

    private static String why(List<Part> open, List<Target> written) {
        var reasons = new ArrayList<String>();
        open.stream()
                .limit(3)
                .forEach(part -> reasons.add(
                        part.isUnknown() ? String.valueOf(part.why()) : "no rule is about \"" + part + "\""));
        written.stream().limit(3).forEach(target -> reasons.add("it writes " + target.path()));
        return String.join("; ", reasons);
    }

    private static String notReadOnly(CommandLine line) {
        var reasons = new ArrayList<String>();
        for (var part : line.parts()) {
            if (!part.readOnly() && !part.wrapper()) {
                reasons.add(part.isUnknown() ? String.valueOf(part.why()) : part.toString());
            }
        }
        line.targets().stream().filter(Target::writes).forEach(target -> reasons.add("writes " + target.path()));
        return String.join("; ", reasons.subList(0, Math.min(3, reasons.size())));
    }
}
