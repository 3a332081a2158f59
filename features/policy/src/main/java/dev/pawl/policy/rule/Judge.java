package dev.pawl.policy.rule;

import dev.pawl.api.value.PermissionMode;
import dev.pawl.base.glob.Glob;
import dev.pawl.policy.command.ShellPlace;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides about calls: rules that forbid come before rules that ask, those before rules that allow, and the mode decides
 * about the rest.
 */
public final class Judge {
    private final Rules rules;
    private final FileRules files;
    private final CommandJudge commands;
    private final Path cwd;

    /**
     * A judge for a project.
     *
     * @param environment the variables that commands inherit
     * @param shell the shell of the settings; null for bash
     * @param sandbox whether the system can hide files from commands
     */
    public Judge(
            Rules rules,
            Path cwd,
            Path home,
            Map<String, String> environment,
            @Nullable String shell,
            BooleanSupplier sandbox) {
        this.rules = rules;
        this.cwd = cwd;
        this.files = new FileRules(cwd, home);
        this.commands = new CommandJudge(rules, files, new ShellPlace(cwd, cwd, home, environment, shell), sandbox);
    }

    /** A judge for a project on a machine without a sandbox. */
    public Judge(Rules rules, Path cwd, Path home) {
        this(rules, cwd, home, Map.of(), null, () -> false);
    }

    /** How much of a command line is certain, in a sentence. */
    public String shape(String command, Path in) {
        var line = commands.line(command, in);
        return switch (line.shape()) {
            case READS -> "The line is plain, and known to only read.";
            case EDITS -> "The line is plain, and changes files that it names: " + line.why() + ".";
            case LITERAL -> "The line is plain, but more than reading: " + line.why() + ".";
            case OPEN -> "The line is not plain: " + line.why() + ".";
        };
    }

    /** What allows a command line that runs unasked. */
    public String allowedBy(String command, Path in, PermissionMode mode) {
        return mode == PermissionMode.BYPASS
                ? "no rule is against it, and this mode asks only what rules ask"
                : commands.allowedBy(command, in);
    }

    /** What the system keeps from a command that runs. */
    public Confinement confinement(String command, Path in) {
        return commands.confinement(command, in);
    }

    /**
     * Decides about a call.
     *
     * @param granted whether the user allowed exactly this call for the session
     */
    public Verdict judge(CallFacts call, PermissionMode mode, boolean granted) {
        var verdict = byRules(call, mode);
        if (verdict instanceof Verdict.Deny) {
            return verdict;
        }
        if (granted && mode != PermissionMode.PLAN && mode != PermissionMode.ASK_ALL) {
            return new Verdict.Allow();
        }
        if (mode == PermissionMode.ASK_ALL && verdict instanceof Verdict.Allow) {
            return new Verdict.Ask("in this mode every call is asked about", List.of());
        }
        if (rules.isBroken() && mode != PermissionMode.PLAN && verdict instanceof Verdict.Allow) {
            return new Verdict.Ask("a rule in the settings cannot be read, so every call is asked about", List.of());
        }
        return verdict;
    }

    private Verdict byRules(CallFacts call, PermissionMode mode) {
        var kind = ToolKind.of(call.tool());
        return switch (kind) {
            case BASH ->
                call.command() == null
                        ? new Verdict.Ask("it has no command", List.of())
                        : commands.judge(call.command(), call.cwd(), mode);
            case READ, EDIT -> file(call, kind, mode);
            case FETCH, OTHER -> other(call, kind, mode);
        };
    }

    private Verdict file(CallFacts call, ToolKind kind, PermissionMode mode) {
        var file = call.file();
        if (file == null) {
            return mode == PermissionMode.BYPASS && !restricts(kind)
                    ? new Verdict.Allow()
                    : new Verdict.Ask("which file it means is not known", List.of());
        }
        var path = file.path();
        var names = files.names(path, call.written());
        if (names == null) {
            return new Verdict.Ask("which file " + call.written() + " is, is only known when it is opened", List.of());
        }
        boolean edits = kind == ToolKind.EDIT;
        var denied = files.find(rules.deny, kind, call.tool(), names);
        denied = denied == null && edits ? files.find(rules.deny, ToolKind.READ, null, names) : denied;
        if (denied != null) {
            return new Verdict.Deny(
                    call.tool() + " of " + path + " is denied by the rule " + denied + " (" + denied.source() + ").");
        }
        if (edits && mode == PermissionMode.PLAN) {
            return new Verdict.Deny("Plan mode: nothing is written; put the change of " + path
                    + " into the plan, or let the user leave plan mode with /mode.");
        }
        var asked = files.find(rules.ask, kind, call.tool(), names);
        if (asked != null) {
            return new Verdict.Ask("the rule " + asked + " (" + asked.source() + ") asks", List.of());
        }
        var hidden = hidden(call, kind);
        if (hidden != null) {
            return new Verdict.Ask(hidden, List.of());
        }
        if (!edits
                || mode == PermissionMode.BYPASS
                || files.find(rules.allow, kind, call.tool(), path) != null
                || (mode == PermissionMode.ACCEPT_EDITS && files.isEditable(path))) {
            return new Verdict.Allow();
        }
        return new Verdict.Ask("it changes a file", Suggestions.forFile(path, cwd));
    }

    /** Why a path is not sufficient: other names of the file, or files below a folder that is searched. */
    private @Nullable String hidden(CallFacts call, ToolKind kind) {
        var file = call.file();
        if (file == null) {
            return null;
        }
        if (restricts(kind) && file.hasOtherNames()) {
            return "the file has " + file.names() + " names (hard links), and one of the others may be denied";
        }
        if (call.tool().equals("grep")) {
            var below = files.below(rules.deny, file.path(), false);
            below = below == null ? files.below(rules.ask, file.path(), false) : below;
            return below == null ? null : "it would read " + below + ", which a rule restricts; search another folder";
        }
        return null;
    }

    /** Whether a rule forbids or asks about files that a kind of tool uses. */
    private boolean restricts(ToolKind kind) {
        return Stream.concat(rules.deny.stream(), rules.ask.stream())
                .anyMatch(rule -> rule.path() != null && rule.tool() == kind);
    }

    private Verdict other(CallFacts call, ToolKind kind, PermissionMode mode) {
        var denied = named(rules.deny, call, kind);
        if (denied != null) {
            return new Verdict.Deny(
                    "Tool " + call.tool() + " is denied by the rule " + denied + " (" + denied.source() + ").");
        }
        boolean allowed = named(rules.allow, call, kind) != null;
        if (mode == PermissionMode.PLAN && (!call.readOnly() || (call.ofServer() && !allowed))) {
            return new Verdict.Deny("Plan mode: " + call.tool()
                    + " might change something; put it into the plan, or let the user leave plan mode with /mode.");
        }
        var asked = named(rules.ask, call, kind);
        if (asked != null) {
            return new Verdict.Ask("the rule " + asked + " (" + asked.source() + ") asks", List.of());
        }
        if (mode == PermissionMode.BYPASS || allowed || (call.readOnly() && !call.ofServer())) {
            return new Verdict.Allow();
        }
        return new Verdict.Ask("no rule is about it", Suggestions.forTool(call.tool(), kind, host(call)));
    }

    private static @Nullable Rule named(List<Rule> rules, CallFacts call, ToolKind kind) {
        for (var rule : rules) {
            boolean name = rule.tool() == ToolKind.FETCH
                    ? kind == ToolKind.FETCH
                    : rule.tool() == ToolKind.OTHER
                            && Glob.lenient(rule.name(), false).matches(call.tool());
            if (name
                    && (rule.domain() == null || isBelow(host(call), rule.domain()))
                    && (rule.reach() == null || reaches(call, rule.reach()))) {
                return rule;
            }
        }
        return null;
    }

    private static boolean reaches(CallFacts call, String tool) {
        return call.reach().contains("all") || call.reach().contains(tool);
    }

    private static boolean isBelow(@Nullable String host, String domain) {
        var plain = domain.startsWith("*.") ? domain.substring(2) : domain;
        return host != null && (host.equals(plain) || host.endsWith("." + plain));
    }

    private static @Nullable String host(CallFacts call) {
        try {
            var url = call.url();
            var host = url == null ? null : URI.create(url).getHost();
            return host == null ? null : host.toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
