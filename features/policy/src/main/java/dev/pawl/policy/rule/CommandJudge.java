package dev.pawl.policy.rule;

import dev.pawl.api.value.PermissionMode;
import dev.pawl.policy.command.CommandLine;
import dev.pawl.policy.command.CommandLine.Shape;
import dev.pawl.policy.command.Part;
import dev.pawl.policy.command.ShellPlace;
import dev.pawl.policy.command.Target;
import dev.pawl.policy.command.TrackedFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides about command lines.
 *
 * <p>A line runs unasked if it only reads, and that is certain. Rules that forbid and ask are held against everything that
 * can be seen in a line; and as soon as there is one, a line of which not everything can be seen is asked about. So what is
 * not understood costs a question and no promise.
 */
final class CommandJudge {
    private final Rules rules;
    private final FileRules files;
    private final ShellPlace place;
    private final BooleanSupplier sandbox;

    /** @param sandbox whether the system can hide files from commands */
    CommandJudge(Rules rules, FileRules files, ShellPlace place, BooleanSupplier sandbox) {
        this.rules = rules;
        this.files = files;
        this.place = place;
        this.sandbox = sandbox;
    }

    CommandLine line(String command, Path cwd) {
        return CommandLine.of(
                command, new ShellPlace(cwd, place.project(), place.home(), place.environment(), place.shell()));
    }

    /** What the system keeps from a command that runs. */
    Confinement confinement(String command, Path cwd) {
        var hidden = files.matching(rules.deny, ToolKind.READ);
        var fixed = files.matching(rules.deny, ToolKind.EDIT);
        return new Confinement(
                line(command, cwd).shape() == Shape.READS,
                hidden == null ? List.of() : hidden,
                fixed == null ? List.of() : fixed);
    }

    Verdict judge(String command, Path cwd, PermissionMode mode) {
        var line = line(command, cwd);
        var denied = denied(line);
        if (denied != null) {
            return new Verdict.Deny(denied);
        }
        if (mode == PermissionMode.PLAN && line.shape() != Shape.READS) {
            return new Verdict.Deny(
                    "Plan mode: only commands that are known to only read run, and this is not one, because "
                            + line.why() + "; put it into the plan, or let the user leave plan mode with /mode.");
        }
        var asked = asked(line);
        if (asked != null) {
            return asked;
        }
        var restricting = restricting();
        var mentioned = mentioned(line, restricting);
        if (mentioned != null) {
            return mentioned;
        }
        boolean exact = line.shape() == Shape.READS || line.shape() == Shape.EDITS;
        var unclear = exact ? unclear(line) : unseen();
        if (unclear != null) {
            return new Verdict.Ask(exact ? unclear : line.why() + ", and " + unclear, List.of());
        }
        if (restricting.isEmpty() && (mode == PermissionMode.BYPASS || allowsAll())) {
            return new Verdict.Allow();
        }
        if (line.shape() == Shape.OPEN) {
            return new Verdict.Ask(
                    line.why() + (restricting.isEmpty() ? "" : ", and " + restricts(restricting.getFirst())),
                    List.of());
        }
        if (mode == PermissionMode.BYPASS && line.mentions().code()) {
            return new Verdict.Ask(
                    "it has a text that may be a program, and " + restricts(restricting.getFirst()), List.of());
        }
        var open =
                line.parts().stream().filter(part -> !allowed(part, line, mode)).toList();
        var written = mode == PermissionMode.BYPASS
                ? List.<Target>of()
                : line.targets().stream()
                        .filter(target -> !writable(target, mode))
                        .toList();
        if (open.isEmpty() && written.isEmpty()) {
            return new Verdict.Allow();
        }
        var about = Stream.concat(
                        open.stream().map(Part::toString),
                        written.stream().map(target -> target.path().toString()))
                .toList();
        return new Verdict.Ask(why(open, written), written.isEmpty() ? Suggestions.forParts(open) : List.of(), about);
    }

    /** What allows a line that runs unasked. */
    String allowedBy(String command, Path cwd) {
        var line = line(command, cwd);
        if (line.shape() == Shape.READS) {
            return "it is known to only read";
        }
        var by = new TreeSet<String>();
        for (var rule : rules.allow) {
            boolean matches = rule.tool() == ToolKind.BASH
                    && (rule.isWhole()
                            || line.parts().stream()
                                    .anyMatch(part -> rule.command() != null
                                            && !part.isUnknown()
                                            && rule.command().allows(part)));
            if (matches
                    || (rule.tool() == ToolKind.EDIT && line.targets().stream().anyMatch(Target::writes))) {
                by.add("the rule " + rule + " (" + rule.source() + ")");
            }
        }
        return by.isEmpty() ? "it changes only files of the project" : String.join(", ", by) + " allows it";
    }

    private @Nullable String denied(CommandLine line) {
        for (var rule : rules.deny) {
            var part = matching(rule, line);
            if (part != null) {
                return "\"" + part + "\" is denied by the rule " + rule + " (" + rule.source() + ").";
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

    private Verdict.@Nullable Ask asked(CommandLine line) {
        for (var rule : rules.ask) {
            var part = matching(rule, line);
            if (part != null) {
                return asks(named(rule) + " asks about \"" + part + "\"", part);
            }
        }
        for (var target : line.targets()) {
            var rule = about(rules.ask, target);
            if (rule != null) {
                return asks(
                        named(rule) + " asks about " + target.path(),
                        target.path().toString());
            }
        }
        return null;
    }

    private static Verdict.Ask asks(String why, String about) {
        return new Verdict.Ask(why, List.of(), List.of(about));
    }

    /** Why a program that is on no list may run what a rule forbids or asks about; null if no word shows that. */
    private static Verdict.@Nullable Ask mentioned(CommandLine line, List<Rule> restricting) {
        for (var rule : restricting) {
            for (var call : line.mentions().calls()) {
                if (call.isUnknown()
                        || (rule.command() != null && rule.command().mayMatch(call))) {
                    return asks(
                            (call.isUnknown() ? call.why() : "another program may run \"" + call + "\"") + ", and "
                                    + restricts(rule),
                            call.toString());
                }
            }
        }
        return null;
    }

    /** The program of a line that a rule certainly matches; null if there is none. */
    private static @Nullable String matching(Rule rule, CommandLine line) {
        if (rule.tool() != ToolKind.BASH) {
            return null;
        }
        for (var part : line.parts()) {
            if (rule.command() == null || (!part.isUnknown() && rule.command().matches(part))) {
                return part.toString();
            }
        }
        return rule.command() == null ? "bash" : null;
    }

    /** The first rule that certainly matches a file. */
    private @Nullable Rule about(List<Rule> all, Target target) {
        var named = namesPaths(all, null) ? files.named(target) : null;
        if (named == null) {
            return null;
        }
        for (var names : named) {
            var rule = files.find(all, ToolKind.READ, null, names);
            if (rule == null && (target.writes() || target.access() == Target.Access.TOUCH)) {
                rule = files.find(all, ToolKind.EDIT, null, names);
            }
            if (rule != null) {
                return rule;
            }
        }
        return null;
    }

    /** Why a line of which everything is known may still use a file that a rule is about; null if it cannot. */
    private @Nullable String unclear(CommandLine line) {
        for (var all : List.of(rules.deny, rules.ask)) {
            boolean reading = namesPaths(all, ToolKind.READ);
            if (reading && !line.unclear().isEmpty()) {
                return line.unclear().getFirst() + ", and " + named(restrictingFiles(all)) + " restricts files";
            }
            for (var target : line.targets()) {
                if (!reading && !(namesPaths(all, ToolKind.EDIT) && line.shape() == Shape.EDITS)) {
                    continue;
                }
                var paths = files.paths(target);
                if (paths == null) {
                    return "which file " + target.path() + " is, is only known when it runs, and "
                            + named(restrictingFiles(all)) + " restricts files";
                }
                for (var path : paths) {
                    if (files.hasOtherNames(path)) {
                        return path + " has other names (hard links), and one of them may be denied";
                    }
                    var below = switch (target.access()) {
                        case TREE -> files.below(all, path, false);
                        case LINKED_TREE -> files.below(all, path, true);
                        case READ, REDIRECT, WRITE, WRITE_TREE, TOUCH -> null;
                    };
                    if (below != null) {
                        return "it would read " + below + ", which a rule restricts";
                    }
                }
            }
        }
        return null;
    }

    /** Why a program that may do anything may use a file that a rule is about; null if the system hides them all. */
    private @Nullable String unseen() {
        if (namesPaths(rules.ask, null)) {
            return "it may use a file that " + named(restrictingFiles(rules.ask)) + " asks about";
        }
        if (!namesPaths(rules.deny, null)) {
            return null;
        }
        if (!sandbox.getAsBoolean()) {
            return named(restrictingFiles(rules.deny))
                    + " restricts files, which can only be hidden from commands in a sandbox";
        }
        var hidden = files.matching(rules.deny, ToolKind.READ);
        if (hidden == null || files.matching(rules.deny, ToolKind.EDIT) == null) {
            return "there are too many files to find those that rules restrict";
        }
        var linked = files.withOtherNames(hidden);
        if (linked != null) {
            return linked + ", which a rule restricts, has other names (hard links), which cannot be hidden";
        }
        return TrackedFiles.why(hidden);
    }

    private static boolean namesPaths(List<Rule> all, @Nullable ToolKind kind) {
        return all.stream().anyMatch(rule -> rule.path() != null && (kind == null || rule.tool() == kind));
    }

    /** The rules that forbid or ask about commands. */
    private List<Rule> restricting() {
        return Stream.concat(rules.deny.stream(), rules.ask.stream())
                .filter(rule -> rule.tool() == ToolKind.BASH)
                .toList();
    }

    private static String restricts(Rule rule) {
        return named(rule) + " restricts commands";
    }

    private static Rule restrictingFiles(List<Rule> all) {
        return all.stream().filter(rule -> rule.path() != null).findFirst().orElseThrow();
    }

    /** A rule as users find it. */
    private static String named(Rule rule) {
        return "the rule " + rule + " (" + rule.source() + ")";
    }

    private boolean allowsAll() {
        return rules.allow.stream().anyMatch(rule -> rule.tool() == ToolKind.BASH && rule.isWhole());
    }

    private boolean allowed(Part part, CommandLine line, PermissionMode mode) {
        if (mode == PermissionMode.BYPASS) {
            return !part.isUnknown();
        }
        return switch (part.kind()) {
            case READS, STARTS -> true;
            case EDITS, RENAMES ->
                isAllowed(part)
                        || (mode == PermissionMode.ACCEPT_EDITS
                                && line.targets().stream()
                                        .filter(Target::writes)
                                        .allMatch(this::isEditable));
            case ANY -> isAllowed(part);
        };
    }

    private boolean isAllowed(Part part) {
        return !part.isUnknown()
                && rules.allow.stream()
                        .anyMatch(
                                rule -> rule.command() != null && rule.command().allows(part));
    }

    private boolean isEditable(Target target) {
        var paths = files.paths(target);
        return paths != null
                && !paths.isEmpty()
                && paths.stream()
                        .allMatch(path -> files.isEditable(path)
                                && !files.hasOtherNames(path)
                                && (target.access() != Target.Access.WRITE_TREE || files.isPlainTree(path)));
    }

    /** Whether the shell may open a file to write it. */
    private boolean writable(Target target, PermissionMode mode) {
        if (target.access() != Target.Access.REDIRECT) {
            return true;
        }
        var paths = files.paths(target);
        return paths != null
                && !paths.isEmpty()
                && paths.stream()
                        .allMatch(path -> !files.hasOtherNames(path)
                                && (files.find(rules.allow, ToolKind.EDIT, "edit", path) != null
                                        || (mode == PermissionMode.ACCEPT_EDITS && files.isEditable(path))));
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
}
