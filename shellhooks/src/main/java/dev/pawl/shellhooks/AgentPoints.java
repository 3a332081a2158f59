package dev.pawl.shellhooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.ModelSelect;
import dev.pawl.api.model.Model;
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
            case SUBAGENT_START ->
                host.on(HookPoints.SUBAGENT_START, (start, ctx) -> {
                    var answer = firing.run(
                            hook,
                            Facts.of(ctx, project)
                                    .with(Fact.AGENT_ID, start.agentId())
                                    .with(Fact.AGENT_TYPE, start.agentType())
                                    .with(Fact.TOOL_USE_ID, start.toolCallId())
                                    .with(Fact.TASK, start.task().prompt()),
                            ctx);
                    if (answer != null && answer.denies()) {
                        firing.warn(ctx, answer.reason());
                    }
                    return answer == null || answer.context().isEmpty() ? start : start.addContext(answer.context());
                });
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
                            ctx.hasUi()
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

    private static Facts models(
            Facts facts, Model to, @Nullable Model from, ModelSelect.Source source, HookContext ctx) {
        var usage = ctx.contextUsage();
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
