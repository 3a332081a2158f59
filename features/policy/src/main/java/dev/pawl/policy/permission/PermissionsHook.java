package dev.pawl.policy.permission;

import dev.pawl.api.Command;
import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.Shortcut;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.context.PermissionQuestion;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.PermissionMode;
import dev.pawl.policy.rule.CallFacts;
import dev.pawl.policy.rule.Judge;
import dev.pawl.policy.rule.Verdict;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Checks every tool call against the rules and the mode, and asks the user if they do not decide. */
public final class PermissionsHook implements Hook {
    private static final String PLAN = """
        Plan mode is on: look at whatever you need, and change nothing. Calls that write are refused, also those of
        subagents. Answer with a plan of small steps; the user says when to begin.\
        """;

    private static final List<PermissionMode> CYCLE =
            List.of(PermissionMode.DEFAULT, PermissionMode.ACCEPT_EDITS, PermissionMode.PLAN);

    private final PermissionSettings settings;
    private final Grants grants;
    private final LocalRules local;
    private final Path home;
    private final @Nullable String prefix;
    private final @Nullable ConfinedShell shell;
    private final AtomicBoolean told = new AtomicBoolean();
    private final Modes modes;

    /**
     * A hook for one project.
     *
     * @param prefix the prefix that the user's settings add to every command; null for none
     * @param commandLineMode the mode that the command line names; null if it names none
     * @param shell confines commands; null if another program runs them
     */
    public PermissionsHook(
            PermissionSettings settings,
            Grants grants,
            LocalRules local,
            Path home,
            @Nullable String prefix,
            @Nullable PermissionMode commandLineMode,
            @Nullable ConfinedShell shell) {
        this.settings = settings;
        this.grants = grants;
        this.local = local;
        this.home = home;
        this.prefix = prefix;
        this.shell = shell;
        this.modes = new Modes(
                commandLineMode == null ? settings.mode() : commandLineMode,
                commandLineMode != null,
                settings.loosest());
    }

    @Override
    public void install(Host pi) {
        if (shell != null) {
            shell.confineBy((command, cwd) -> {
                var confinement = judge(cwd).confinement(withoutPrefix(command), cwd);
                return modes.isPlan() ? confinement.withoutWriting() : confinement;
            });
        }
        var questions = new Questions(pi.events(), grants, settings.rules(), local);
        pi.on(HookPoints.SESSION_START, this::started);
        pi.on(
                HookPoints.BEFORE_AGENT_START,
                (start, ctx) -> modes.now(ctx) == PermissionMode.PLAN ? start.appendSystemPrompt(PLAN) : start);
        pi.on(HookPoints.TOOL_AUTHORIZE, (call, ctx) -> authorize(call, questions, ctx));
        pi.on(
                HookPoints.TOOL_EXECUTION_END,
                (end, ctx) -> grants.done(ctx.session().id(), end.toolCallId()));
        pi.on(HookPoints.USER_BASH, (command, ctx) -> userCommand(command, questions, ctx));
        pi.command(new Command(
                "mode",
                "Show or change the permission mode",
                this::command,
                userCommand -> PermissionMode.words().stream()
                        .filter(name -> name.startsWith(userCommand))
                        .map(Command.Completion::of)
                        .toList()));
        pi.shortcut(new Shortcut("shift+tab", "Next permission mode", this::next));
    }

    private void started(SessionStart start, HookContext ctx) {
        modes.restore(ctx, start.reason() == SessionStart.Reason.STARTUP);
        grants.rules(ctx.session().id()).forEach(rule -> settings.rules().allow(rule, "this session"));
    }

    private Decision<ToolAuthorize, Block> authorize(ToolAuthorize shown, Questions questions, HookContext ctx)
            throws InterruptedException {
        var facts = new CallFacts(
                shown.call().toolName(),
                shown.command() == null ? null : withoutPrefix(shown.command()),
                shown.cwd(),
                shown.call().target(),
                written(shown),
                shown.call().arguments().string("url"),
                isReadOnly(shown.call().toolName(), ctx),
                shown.call().server() != null,
                shown.call().input() instanceof ToolInput.Script script ? script.reach() : List.of());
        var question = new PermissionQuestion.Call(
                shown.call().arguments(),
                shown.call().toolCallId(),
                shown.call().parentToolCallId());
        var refused = refused(facts, question, questions, ctx);
        return refused == null ? shown.allow() : shown.block(refused);
    }

    private @Nullable Path written(ToolAuthorize shown) {
        var path =
                shown.call().target() == null ? null : shown.call().arguments().string("path");
        try {
            return path == null ? null : CallFile.resolve(path, shown.cwd(), home);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** Checks commands of clients always; those of the user on the screen if the settings specify it. */
    private Decision<UserBash, UserBash.Answer> userCommand(UserBash command, Questions questions, HookContext ctx)
            throws InterruptedException {
        if (ctx.ui().mode() == Mode.TUI && !settings.userBash()) {
            return command.proceed();
        }
        var facts = CallFacts.command(command.command(), command.cwd());
        var question = new PermissionQuestion.Call(JsonObject.of("command", command.command()), null, null);
        var refused = refused(facts, question, questions, ctx);
        return refused == null ? command.proceed() : Decision.stop(new UserBash.Answer.Refused(refused));
    }

    private @Nullable String refused(
            CallFacts call, PermissionQuestion.Call question, Questions questions, HookContext ctx)
            throws InterruptedException {
        var granted = grants.hasCall(ctx.session().id(), Questions.key(call, question));
        var verdict = judge(ctx.project().cwd()).judge(call, modes.now(ctx), granted);
        if (call.command() != null && shell != null && !(verdict instanceof Verdict.Deny)) {
            tellOnce(shell, ctx);
        }
        return switch (verdict) {
            case Verdict.Allow() -> null;
            case Verdict.Deny(var why) -> why;
            case Verdict.Ask ask ->
                modes.now(ctx) != PermissionMode.ASK_ALL
                                && grants.hasCallsOf(
                                        ctx.session().id(), question.parentToolCallId(), Questions.about(call, ask))
                        ? null
                        : questions.ask(call, ask, question, ctx);
        };
    }

    private Judge judge(Path cwd) {
        return shell == null ? new Judge(settings.rules(), cwd, home) : shell.judge(settings.rules(), cwd, home);
    }

    /** Says that the rules alone hold, where the system does not help. */
    private void tellOnce(ConfinedShell confined, HookContext ctx) {
        var trouble = confined.trouble();
        if (trouble != null && told.compareAndSet(false, true)) {
            ctx.ui()
                    .notify(
                            "Commands run without a sandbox, so rules are held by reading command lines alone: "
                                    + trouble + ".",
                            "warning");
        }
    }

    /** The command without the prefix of the user's settings. */
    private String withoutPrefix(String command) {
        return prefix != null && command.startsWith(prefix + "\n") ? command.substring(prefix.length() + 1) : command;
    }

    private static boolean isReadOnly(String tool, HookContext ctx) {
        return ctx.tools().all().stream()
                .anyMatch(info -> info.name().equals(tool) && info.traits().changesNothing());
    }

    // The mode

    private Outcome command(CommandContext ctx) {
        if (ctx.args().isEmpty()) {
            return Outcome.status("Permission mode: " + modes.now(ctx).wire() + ". There are: "
                    + String.join(", ", PermissionMode.words()));
        }
        var mode = PermissionMode.find(ctx.args().getFirst());
        if (mode == null) {
            return Outcome.status("There is no permission mode " + ctx.args().getFirst() + ". There are: "
                    + String.join(", ", PermissionMode.words()));
        }
        modes.change(mode, ctx);
        return Outcome.status("Permission mode: " + mode.wire());
    }

    /** Cycles through the modes that are safe to select by accident; the others must be named. */
    private void next(HookContext ctx) {
        int at = CYCLE.indexOf(modes.now(ctx));
        var mode = CYCLE.get((at + 1) % CYCLE.size());
        modes.change(mode, ctx);
        ctx.ui().notify("Permission mode: " + mode.wire());
    }

    /** The permission mode of the session, stored as an entry of it. */
    private static final class Modes {
        private final PermissionMode start;
        private final boolean fromCommandLine;
        private final PermissionMode loosest;
        private volatile PermissionMode now;
        private volatile @Nullable String lastEntry;

        /**
         * @param fromCommandLine whether the command line names the mode: then it replaces that of the session
         * @param loosest what holds in place of each mode that is less strict
         */
        Modes(PermissionMode start, boolean fromCommandLine, PermissionMode loosest) {
            this.loosest = loosest;
            this.start = allowed(start);
            this.fromCommandLine = fromCommandLine;
            this.now = this.start;
        }

        private PermissionMode allowed(PermissionMode mode) {
            return mode.compareTo(loosest) > 0 ? loosest : mode;
        }

        /** Sets the last mode of the session, on any branch; the mode of the command line takes precedence. */
        void restore(HookContext ctx, boolean startup) {
            now = start;
            lastEntry = null;
            if (fromCommandLine && startup) {
                change(start, ctx);
            } else {
                now(ctx);
            }
            show(ctx);
        }

        /** The current mode: hooks and clients change it by an entry, too. */
        PermissionMode now(HookContext ctx) {
            var last = ctx.session().lastCustom(OpenSession.PERMISSION_MODE);
            if (last != null && !last.node().id().equals(lastEntry)) {
                lastEntry = last.node().id();
                var mode = PermissionMode.find(last.as(Kept.class).mode());
                // An unknown mode must not allow more.
                now = allowed(mode == null ? PermissionMode.ASK_ALL : mode);
                show(ctx);
            }
            return now;
        }

        /** Whether the mode that was in force when a call was judged last is plan. */
        boolean isPlan() {
            return now == PermissionMode.PLAN;
        }

        void change(PermissionMode next, HookContext ctx) {
            ctx.session().setPermissionMode(next.wire());
            now(ctx);
        }

        private void show(HookContext ctx) {
            ctx.ui().setStatus(OpenSession.PERMISSION_MODE, "mode: " + now.wire());
        }

        /** The data of the entry. */
        record Kept(String mode) {}
    }
}
