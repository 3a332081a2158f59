import module dev.pawl.api;

/** One handler for every point, shown in the reference. */
class Points implements Hook {
    @Override
    public void install(Host pi) {
        // project_trust
        pi.on(
                HookPoints.PROJECT_TRUST,
                (project, ctx) ->
                        project.cwd().startsWith("/srv/reviewed") ? project.trust(false) : project.undecided());

        // session_start
        pi.on(HookPoints.SESSION_START, (start, ctx) -> {
            if (start.reason() == SessionStart.Reason.RESUME) {
                ctx.ui().notify("Welcome back", Severity.INFO);
            }
        });

        // resources_discover
        pi.on(
                HookPoints.RESOURCES_DISCOVER,
                (found, ctx) -> found.withSkills(found.cwd().resolve("team/skills")));

        // mcp_servers_change
        pi.on(
                HookPoints.MCP_SERVERS_CHANGE,
                (change, ctx) -> ctx.ui().setStatus("servers", change.servers().size() + " servers"));

        // input
        pi.on(
                HookPoints.INPUT,
                (input, ctx) -> input.text().startsWith("?")
                        ? input.transform("Answer shortly: " + input.text().substring(1))
                        : input.proceed());

        // user_bash
        pi.on(
                HookPoints.USER_BASH,
                (bash, ctx) ->
                        bash.command().equals("motd") ? bash.answer(BashResult.of("Nothing new.", 0)) : bash.proceed());

        // user_bash_result
        pi.on(HookPoints.USER_BASH_RESULT, (bash, ctx) -> bash.mapText(text -> text.replace("hunter2", "***")));

        // before_agent_start
        pi.on(HookPoints.BEFORE_AGENT_START, (start, ctx) -> start.appendSystemPrompt("Write British English."));

        // agent_start
        pi.on(HookPoints.AGENT_START, (start, ctx) -> ctx.ui().setStatus("agent", "working"));

        // turn_start
        pi.on(HookPoints.TURN_START, (turn, ctx) -> ctx.ui().setStatus("turn", "turn " + turn.index()));

        // message_start
        pi.on(HookPoints.MESSAGE_START, (start, ctx) -> {
            if (start.message() instanceof Message.Assistant) {
                ctx.ui().setStatus("answer", "answering");
            }
        });

        // context
        pi.on(
                HookPoints.CONTEXT,
                (context, ctx) -> context.withMessages(context.messages().stream()
                        .filter(message -> !(message instanceof Message.Custom custom
                                && custom.customType().equals("debug")))
                        .toList()));

        // context_with_system
        pi.on(
                HookPoints.CONTEXT_WITH_SYSTEM,
                (context, ctx) -> context.messages().size() > 200
                        ? context.withMessages(context.messages().subList(0, 200))
                        : context);

        // request_authorize
        pi.on(
                HookPoints.REQUEST_AUTHORIZE,
                (request, ctx) -> request.sessionUsage().cost().total() > 5
                        ? request.block("This session has cost 5 dollars.")
                        : request.allow());

        // request_end
        pi.on(
                HookPoints.REQUEST_END,
                (end, ctx) -> ctx.ui()
                        .setStatus(
                                "request",
                                end.request().purpose() + ": " + end.usage().output() + " tokens"));

        // before_provider_headers
        pi.on(HookPoints.BEFORE_PROVIDER_HEADERS, (headers, ctx) -> headers.with("X-Team", "payments"));

        // before_provider_request
        pi.on(
                HookPoints.BEFORE_PROVIDER_REQUEST,
                (request, ctx) -> request.withPayload(request.payload().with("temperature", 0)));

        // after_provider_response
        pi.on(HookPoints.AFTER_PROVIDER_RESPONSE, (response, ctx) -> {
            if (response.status() == 429) {
                ctx.ui().notify("The provider limits the rate", Severity.WARNING);
            }
        });

        // provider_stream_event
        pi.on(
                HookPoints.PROVIDER_STREAM_EVENT,
                (event, ctx) -> ctx.ui().setStatus("stream", event.data().string("type", "")));

        // message_update
        pi.on(
                HookPoints.MESSAGE_UPDATE,
                (update, ctx) ->
                        ctx.ui().setStatus("blocks", update.message().content().size() + " blocks"));

        // message_end
        pi.on(
                HookPoints.MESSAGE_END,
                (end, ctx) -> end.message() instanceof Message.User user
                        ? end.withMessage(user.withContent(Body.of(user.text().strip())))
                        : end);

        // ttsr_triggered
        pi.on(
                HookPoints.TTSR_TRIGGERED,
                (stopped, ctx) ->
                        ctx.ui().notify("Stopped by a rule: " + stopped.rules().size(), Severity.WARNING));

        // tool_execution_start
        pi.on(HookPoints.TOOL_EXECUTION_START, (start, ctx) -> ctx.ui().setStatus("tool", start.toolName()));

        // tool_call
        pi.on(
                HookPoints.TOOL_CALL,
                (call, ctx) -> call.input() instanceof ToolInput.Bash bash
                                && bash.command().contains("rm -rf")
                        ? call.block("Remove files one by one.")
                        : call.allow());

        // tool_authorize
        pi.on(
                HookPoints.TOOL_AUTHORIZE,
                (shown, ctx) ->
                        shown.call().file() != null && shown.call().file().endsWith(".env")
                                ? shown.block("Secrets stay where they are.")
                                : shown.allow());

        // subagent_start
        pi.on(HookPoints.SUBAGENT_START, (start, ctx) -> start.addContext("Do not change files."));

        // subagent_stop
        pi.on(
                HookPoints.SUBAGENT_STOP,
                (stop, ctx) -> stop.stopHookActive() || !stop.answer().text().isBlank()
                        ? stop.stop()
                        : stop.goOn("Summarise what you found."));

        // subagent_end
        pi.on(HookPoints.SUBAGENT_END, (end, ctx) -> ctx.ui().notify(end.agentType() + " is done", Severity.INFO));

        // tool_execution_update
        pi.on(
                HookPoints.TOOL_EXECUTION_UPDATE,
                (update, ctx) -> ctx.ui().setStatus("tool", update.toolName() + " goes on"));

        // tool_result
        pi.on(
                HookPoints.TOOL_RESULT,
                (result, ctx) -> result.redact(text -> text.replaceAll("ghp_\\w+", "***")),
                OnFailure.STOP);

        // tool_execution_end
        pi.on(HookPoints.TOOL_EXECUTION_END, (end, ctx) -> {
            if (end.isError()) {
                ctx.ui().notify(end.toolName() + " failed", Severity.WARNING);
            }
        });

        // turn_end
        pi.on(HookPoints.TURN_END, (turn, ctx) -> turn.add(new Draft.Custom("turns", turn.index())));

        // agent_end
        pi.on(HookPoints.AGENT_END, (end, ctx) -> ctx.ui().setStatus("agent", end.willRetry() ? "once more" : null));

        // auto_retry_start
        pi.on(
                HookPoints.AUTO_RETRY_START,
                (retry, ctx) -> ctx.ui().setStatus("retry", retry.attempt() + " of " + retry.maxAttempts()));

        // auto_retry_end
        pi.on(HookPoints.AUTO_RETRY_END, (retry, ctx) -> ctx.ui().setStatus("retry", null));

        // todo_reminder
        pi.on(
                HookPoints.TODO_REMINDER,
                (reminder, ctx) -> ctx.ui().notify(reminder.todos().size() + " items are open", Severity.INFO));

        // session_stop
        pi.on(
                HookPoints.SESSION_STOP,
                (stop, ctx) -> stop.stopHookActive() ? stop.stop() : stop.goOn("Run the tests before you stop."));

        // agent_before_settle
        pi.on(
                HookPoints.AGENT_BEFORE_SETTLE,
                (settle, ctx) ->
                        settle.add(new Draft.Custom("settled", settle.entries().size())));

        // agent_settled
        pi.on(HookPoints.AGENT_SETTLED, (settled, ctx) -> {
            if (!settled.aborted()) {
                ctx.ui().notify("Done", Severity.INFO);
            }
        });

        // cache_warming_decision
        pi.on(
                HookPoints.CACHE_WARMING_DECISION,
                (decision, ctx) ->
                        decision.warmCost() > 0.05 ? decision.withAction(CacheWarmingDecision.Action.STOP) : decision);

        // auto_compaction_start
        pi.on(HookPoints.AUTO_COMPACTION_START, (start, ctx) -> ctx.ui().setStatus("compaction", "compacting"));

        // session_before_compact
        pi.on(
                HookPoints.SESSION_BEFORE_COMPACT,
                (compact, ctx) -> compact.branchEntries().size() < 10 ? compact.cancel() : compact.proceed());

        // session.compacting
        pi.on(
                HookPoints.SESSION_COMPACTING,
                (compacting, ctx) ->
                        compacting.answer(List.of("Keep the names of all files."), compacting.prompt(), null));

        // session_compact
        pi.on(
                HookPoints.SESSION_COMPACT,
                (compact, ctx) -> ctx.ui().notify("Compacted: " + compact.reason(), Severity.INFO));

        // session_compact_failed
        pi.on(
                HookPoints.SESSION_COMPACT_FAILED,
                (failed, ctx) -> ctx.ui().notify("Not compacted: " + failed.errorMessage(), Severity.WARNING));

        // auto_compaction_end
        pi.on(HookPoints.AUTO_COMPACTION_END, (end, ctx) -> ctx.ui().setStatus("compaction", null));

        // session_before_switch
        pi.on(
                HookPoints.SESSION_BEFORE_SWITCH,
                (change, ctx) -> ctx.ui().confirm("Leave this session?", "") ? change.proceed() : change.cancel());

        // session_before_fork
        pi.on(HookPoints.SESSION_BEFORE_FORK, (fork, ctx) -> fork.entryIndex() == 0 ? fork.cancel() : fork.proceed());

        // session_before_tree
        pi.on(HookPoints.SESSION_BEFORE_TREE, (tree, ctx) -> ctx.session().isIdle() ? tree.proceed() : tree.cancel());

        // session_tree
        pi.on(HookPoints.SESSION_TREE, (tree, ctx) -> ctx.ui().notify("Now at " + tree.newLeafId(), Severity.INFO));

        // session_info_changed
        pi.on(HookPoints.SESSION_INFO_CHANGED, (info, ctx) -> ctx.ui().setStatus("name", info.name()));

        // thinking_level_select
        pi.on(
                HookPoints.THINKING_LEVEL_SELECT,
                (select, ctx) -> ctx.ui().setStatus("thinking", select.level().wire()));

        // before_model_select
        pi.on(
                HookPoints.BEFORE_MODEL_SELECT,
                (select, ctx) -> select.model().provider().equals("ollama")
                        ? select.block("Local models are not for this project.")
                        : select.allow());

        // model_select
        pi.on(
                HookPoints.MODEL_SELECT,
                (select, ctx) -> ctx.ui().setStatus("model", select.model().id()));

        // ui_prompt_start
        pi.on(HookPoints.UI_PROMPT_START, (prompt, ctx) -> ctx.ui().setStatus("waits", prompt.title()));

        // ui_prompt_end
        pi.on(HookPoints.UI_PROMPT_END, (prompt, ctx) -> ctx.ui().setStatus("waits", null));

        // session_shutdown
        pi.on(HookPoints.SESSION_SHUTDOWN, (end, ctx) -> {
            if (end.reason() == SessionShutdown.Reason.QUIT) {
                ctx.session().append("ended", end.reason().name());
            }
        });
    }
}
