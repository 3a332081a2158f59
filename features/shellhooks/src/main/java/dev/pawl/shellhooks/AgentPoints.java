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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Runs the hooks of subagents and of the choice of models. */
final class AgentPoints {
    private final Firing firing;

    /** Why subagents may ask no model, by their ids. */
    private final Map<String, String> refused = new ConcurrentHashMap<>();

    AgentPoints(Firing firing) {
        this.firing = firing;
    }

    void install(Host host, ShellHook hook) {
        switch (hook.moment()) {
            case SUBAGENT_START -> {
                host.on(HookPoints.SUBAGENT_START, (start, ctx) -> started(hook, start, ctx));
                if (hook.event().blocking() == Blocking.BLOCKS) {
                    host.on(HookPoints.REQUEST_AUTHORIZE, (request, _) -> authorized(request));
                }
            }
            case SUBAGENT_STOP ->
                host.on(HookPoints.SUBAGENT_STOP, (stop, ctx) -> {
                    boolean again = stop.stopHookActive();
                    var text = stop.answer().text();
                    var answer = firing.run(
                            hook,
                            firing.facts(ctx)
                                    .with(Fact.AGENT_ID, stop.agentId())
                                    .with(Fact.AGENT_TYPE, stop.agentType())
                                    .with(Fact.AGENT_TRANSCRIPT, null)
                                    .with(Fact.STOP_ACTIVE, again)
                                    .with(Fact.STATUS, "completed")
                                    .with(Fact.LOOP_COUNT, firing.sentBack(stop.agentId(), again))
                                    .with(Fact.SUMMARY, text)
                                    .with(Fact.LAST_MESSAGE, text),
                            ctx);
                    if (answer.denies()
                            && !answer.ending()
                            && firing.maySendBack(List.of(hook), stop.agentId(), again, ctx)) {
                        return stop.goOn(answer.reason(Firing.GO_ON));
                    }
                    return answer.output() instanceof String other
                            ? stop.withText(other).stop()
                            : stop.stop();
                });
            case PRE_MODEL_SWITCH ->
                host.on(HookPoints.BEFORE_MODEL_SELECT, (select, ctx) -> {
                    var answer =
                            firing.run(hook, facts(select.model(), select.previousModel(), select.source(), ctx), ctx);
                    boolean allowed = switch (answer.verdict()) {
                        case DENY -> false;
                        case ASK ->
                            ctx.ui().hasUser()
                                    && ctx.ui().confirm("Use " + select.model().reference() + "?", answer.reason());
                        case ALLOW, NONE -> true;
                    };
                    return allowed ? select.allow() : select.block(answer.reason());
                });
            case POST_MODEL_SWITCH ->
                host.on(
                        HookPoints.MODEL_SELECT,
                        (select, ctx) -> firing.report(
                                hook, facts(select.model(), select.previousModel(), select.source(), ctx), ctx));
            default -> {}
        }
    }

    /** An agent that is refused begins, but it may ask no model. */
    private SubagentStart started(ShellHook hook, SubagentStart start, HookContext ctx) throws InterruptedException {
        var answer = firing.run(
                hook,
                firing.facts(ctx)
                        .with(Fact.AGENT_ID, start.agentId())
                        .with(Fact.AGENT_TYPE, start.agentType())
                        .with(Fact.TOOL_USE_ID, start.toolCallId())
                        .with(Fact.TASK, start.task().prompt()),
                ctx);
        // No user is asked here: a hook that wants that does not allow it.
        boolean allowed = !answer.refuses() && answer.verdict() != Answer.Verdict.ASK;
        if (!allowed && hook.event().blocking() == Blocking.BLOCKS) {
            refused.put(start.agentId(), answer.reason(Block.DEFAULT_REASON));
        } else if (answer.denies()) {
            firing.warn(ctx, answer.reason());
        }
        return answer.context().isEmpty() ? start : start.addContext(answer.context());
    }

    private Decision<RequestAuthorize, Block> authorized(RequestAuthorize request) {
        var why = request.agentId() == null ? null : refused.get(request.agentId());
        return why == null ? request.allow() : request.block(why);
    }

    private Facts facts(Model to, @Nullable Model from, ModelSelect.Source source, HookContext ctx) {
        var usage = ctx.session().contextUsage();
        var tokens = usage == null ? null : usage.tokens();
        return firing.facts(ctx)
                .with(Fact.TO_MODEL, to.id())
                .with(Fact.FROM_MODEL, from == null ? null : from.id())
                .with(Fact.SOURCE, source == ModelSelect.Source.CYCLE ? "command" : "picker")
                .withKnown(Fact.CONTEXT_TOKENS, tokens)
                .withKnown(
                        Fact.CACHE_WRITE_COST,
                        tokens == null ? null : tokens * to.cost().cacheWrite() / 1e6);
    }
}
