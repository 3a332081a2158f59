package dev.pawl.shellhooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ModelSelect;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.SubagentStart;
import dev.pawl.api.model.Model;
import dev.pawl.api.value.Decision;
import dev.pawl.shellhooks.answer.Answer;
import dev.pawl.shellhooks.dialect.EventForm.Blocking;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Runs the hooks of subagents and of the choice of models. */
final class AgentPoints {
    private AgentPoints() {}

    static void install(Host host, ShellHook hook, Firing firing, Path project) {
        switch (hook.moment()) {
            case SUBAGENT_START -> {
                host.on(HookPoints.SUBAGENT_START, (start, ctx) -> started(hook, start, firing, project, ctx));
                if (hook.event().blocking() == Blocking.BLOCKS) {
                    host.on(HookPoints.REQUEST_AUTHORIZE, (request, _) -> authorized(request, firing));
                }
            }
            case SUBAGENT_STOP ->
                host.on(HookPoints.SUBAGENT_STOP, (stop, ctx) -> {
                    var answer = firing.run(
                            hook,
                            Facts.of(ctx, project)
                                    .with(Fact.AGENT_ID, stop.agentId())
                                    .with(Fact.AGENT_TYPE, stop.agentType())
                                    .with(Fact.AGENT_TRANSCRIPT, null)
                                    .with(Fact.STOP_ACTIVE, stop.stopHookActive())
                                    .with(Fact.STATUS, "completed")
                                    .with(Fact.LOOP_COUNT, firing.sentBack(stop.agentId(), stop.stopHookActive()))
                                    .with(Fact.SUMMARY, stop.answer().text())
                                    .with(Fact.LAST_MESSAGE, stop.answer().text()),
                            ctx);
                    if (answer != null
                            && answer.denies()
                            && !answer.ending()
                            && firing.mayGoOn(hook, stop.agentId(), stop.stopHookActive(), ctx)) {
                        return stop.goOn(answer.reason().isBlank() ? "A hook wants you to go on." : answer.reason());
                    }
                    return answer != null && answer.output() instanceof String text
                            ? stop.withText(text).stop()
                            : stop.stop();
                });
            case PRE_MODEL_SWITCH ->
                host.on(HookPoints.BEFORE_MODEL_SELECT, (select, ctx) -> {
                    var before = select.previousModel();
                    var answer = firing.run(
                            hook, models(Facts.of(ctx, project), select.model(), before, select.source(), ctx), ctx);
                    if (answer == null) {
                        return select.allow();
                    }
                    return switch (answer.verdict()) {
                        case DENY -> select.block(answer.reason());
                        case ASK ->
                            ctx.ui().hasUser()
                                            && ctx.ui()
                                                    .confirm(
                                                            "Use "
                                                                    + select.model()
                                                                            .reference() + "?",
                                                            answer.reason())
                                    ? select.allow()
                                    : select.block(answer.reason());
                        case ALLOW, NONE -> select.allow();
                    };
                });
            case POST_MODEL_SWITCH ->
                host.on(HookPoints.MODEL_SELECT, (select, ctx) -> {
                    var before = select.previousModel();
                    firing.late(
                            hook,
                            firing.run(
                                    hook,
                                    models(Facts.of(ctx, project), select.model(), before, select.source(), ctx),
                                    ctx),
                            ctx);
                });
            default -> {}
        }
    }

    /** An agent that is refused begins, but it may ask no model. */
    private static SubagentStart started(
            ShellHook hook, SubagentStart start, Firing firing, Path project, HookContext ctx)
            throws InterruptedException {
        var answer = firing.run(
                hook,
                Facts.of(ctx, project)
                        .with(Fact.AGENT_ID, start.agentId())
                        .with(Fact.AGENT_TYPE, start.agentType())
                        .with(Fact.TOOL_USE_ID, start.toolCallId())
                        .with(Fact.TASK, start.task().prompt()),
                ctx);
        if (answer == null) {
            return start;
        }
        // No user is asked here: a hook that wants that does not allow it.
        boolean allowed = !answer.denies() && !answer.ending() && answer.verdict() != Answer.Verdict.ASK;
        if (!allowed && hook.event().blocking() == Blocking.BLOCKS) {
            firing.refuse(start.agentId(), answer.reason().isBlank() ? Block.DEFAULT_REASON : answer.reason());
        } else if (answer.denies()) {
            firing.warn(ctx, answer.reason());
        }
        return answer.context().isEmpty() ? start : start.addContext(answer.context());
    }

    private static Decision<RequestAuthorize, Block> authorized(RequestAuthorize request, Firing firing) {
        var why = firing.refusal(request.agentId());
        return why == null ? request.allow() : request.block(why);
    }

    private static Facts models(
            Facts facts, Model to, @Nullable Model from, ModelSelect.Source source, HookContext ctx) {
        var usage = ctx.session().contextUsage();
        var tokens = usage == null ? null : usage.tokens();
        return facts.with(Fact.TO_MODEL, to.id())
                .with(Fact.FROM_MODEL, from == null ? null : from.id())
                .with(Fact.SOURCE, source == ModelSelect.Source.CYCLE ? "command" : "picker")
                .withKnown(Fact.CONTEXT_TOKENS, tokens)
                .withKnown(
                        Fact.CACHE_WRITE_COST,
                        tokens == null ? null : tokens * to.cost().cacheWrite() / 1e6);
    }
}
