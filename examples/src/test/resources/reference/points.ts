/** One handler for every point, shown in the reference. */
export default function (pi) {
    // project_trust
    pi.on("project_trust", async (project) => ({
        trusted: project.cwd.startsWith("/srv/reviewed/") ? "yes" : "undecided",
    }));

    // session_start
    pi.on("session_start", async (start, ctx) => {
        if (start.reason === "resume") ctx.ui.notify("Welcome back", "info");
    });

    // resources_discover
    pi.on("resources_discover", async (found) => ({ skillPaths: [`${found.cwd}/team/skills`] }));

    // mcp_servers_change
    pi.on("mcp_servers_change", async (change, ctx) => {
        ctx.ui.setStatus("servers", `${change.servers.length} servers`);
    });

    // input
    pi.on("input", async (input) =>
        input.text.startsWith("?")
            ? { action: "transform", text: "Answer shortly: " + input.text.slice(1) }
            : { action: "continue" });

    // user_bash
    pi.on("user_bash", async (bash) => {
        if (bash.command === "motd") {
            return { result: { output: "Nothing new.", exitCode: 0, cancelled: false, truncated: false } };
        }
    });

    // user_bash_result
    pi.on("user_bash_result", async (bash) => ({ output: bash.output.replaceAll("hunter2", "***") }));

    // before_agent_start
    pi.on("before_agent_start", async (start) => ({
        systemPrompt: start.systemPrompt + "\n\nWrite British English.",
    }));

    // agent_start
    pi.on("agent_start", async (start, ctx) => ctx.ui.setStatus("agent", "working"));

    // turn_start
    pi.on("turn_start", async (turn, ctx) => ctx.ui.setStatus("turn", `turn ${turn.turnIndex}`));

    // message_start
    pi.on("message_start", async (start, ctx) => {
        if (start.message.role === "assistant") ctx.ui.setStatus("answer", "answering");
    });

    // context
    pi.on("context", async (context) => ({
        messages: context.messages.filter((message) => message.customType !== "debug"),
    }));

    // context_with_system
    pi.on("context_with_system", async (context) => ({ messages: context.messages.slice(0, 200) }));

    // request_authorize
    pi.on("request_authorize", async (request) => {
        if (request.sessionUsage.cost.total > 5) {
            return { block: true, reason: "This session has cost 5 dollars." };
        }
    });

    // request_end
    pi.on("request_end", async (end, ctx) => {
        ctx.ui.setStatus("request", `${end.purpose}: ${end.usage.output} tokens`);
    });

    // before_provider_headers
    pi.on("before_provider_headers", async (request) => {
        request.headers["X-Team"] = "payments";
    });

    // before_provider_request
    pi.on("before_provider_request", async (request) => ({ ...request.payload, temperature: 0 }));

    // after_provider_response
    pi.on("after_provider_response", async (response, ctx) => {
        if (response.status === 429) ctx.ui.notify("The provider limits the rate", "warning");
    });

    // provider_stream_event
    pi.on("provider_stream_event", async (event, ctx) => ctx.ui.setStatus("stream", event.data.type));

    // message_update
    pi.on("message_update", async (update, ctx) => {
        ctx.ui.setStatus("blocks", `${update.message.content.length} blocks`);
    });

    // message_end
    pi.on("message_end", async (end) => {
        if (end.message.role === "user" && typeof end.message.content === "string") {
            return { message: { ...end.message, content: end.message.content.trim() } };
        }
    });

    // ttsr_triggered
    pi.on("ttsr_triggered", async (stopped, ctx) => {
        ctx.ui.notify(`Stopped by a rule: ${stopped.rules.length}`, "warning");
    });

    // tool_execution_start
    pi.on("tool_execution_start", async (start, ctx) => ctx.ui.setStatus("tool", start.toolName));

    // tool_call
    pi.on("tool_call", async (call) => {
        if (call.toolName === "bash" && call.input.command.includes("rm -rf")) {
            return { block: true, reason: "Remove files one by one." };
        }
    });

    // tool_authorize
    pi.on("tool_authorize", async (call) => {
        if (call.input.path?.endsWith(".env")) return { block: true, reason: "Secrets stay where they are." };
    });

    // subagent_start
    pi.on("subagent_start", async () => ({ additionalContext: "Do not change files." }));

    // subagent_stop
    pi.on("subagent_stop", async (stop) => {
        if (!stop.stopHookActive && !stop.lastAssistantText.trim()) {
            return { continue: true, additionalContext: "Summarise what you found." };
        }
    });

    // subagent_end
    pi.on("subagent_end", async (end, ctx) => ctx.ui.notify(`${end.agentType} is done`, "info"));

    // tool_execution_update
    pi.on("tool_execution_update", async (update, ctx) => ctx.ui.setStatus("tool", `${update.toolName} goes on`));

    // tool_result
    pi.on("tool_result", async (result) => ({
        content: result.content.map((block) =>
            block.type === "text" ? { ...block, text: block.text.replace(/ghp_\w+/g, "***") } : block),
    }));

    // tool_execution_end
    pi.on("tool_execution_end", async (end, ctx) => {
        if (end.isError) ctx.ui.notify(`${end.toolName} failed`, "warning");
    });

    // turn_end
    pi.on("turn_end", async (turn) => ({
        entries: [...turn.entries, { type: "custom", customType: "turns", data: turn.turnIndex }],
    }));

    // agent_end
    pi.on("agent_end", async (end, ctx) => ctx.ui.setStatus("agent", end.willRetry ? "once more" : undefined));

    // auto_retry_start
    pi.on("auto_retry_start", async (retry, ctx) => {
        ctx.ui.setStatus("retry", `${retry.attempt} of ${retry.maxAttempts}`);
    });

    // auto_retry_end
    pi.on("auto_retry_end", async (retry, ctx) => ctx.ui.setStatus("retry", undefined));

    // todo_reminder
    pi.on("todo_reminder", async (reminder, ctx) => {
        ctx.ui.notify(`${reminder.todos.length} items are open`, "info");
    });

    // session_stop
    pi.on("session_stop", async (stop) => {
        if (!stop.stop_hook_active) return { continue: true, additionalContext: "Run the tests before you stop." };
    });

    // agent_before_settle
    pi.on("agent_before_settle", async (settle) => ({
        entries: [...settle.entries, { type: "custom", customType: "settled", data: settle.entries.length }],
    }));

    // agent_settled
    pi.on("agent_settled", async (settled, ctx) => {
        if (!settled.aborted) ctx.ui.notify("Done", "info");
    });

    // cache_warming_decision
    pi.on("cache_warming_decision", async (decision) => {
        if (decision.warmCost > 0.05) return { action: "stop" };
    });

    // auto_compaction_start
    pi.on("auto_compaction_start", async (start, ctx) => ctx.ui.setStatus("compaction", "compacting"));

    // session_before_compact
    pi.on("session_before_compact", async (compact) => {
        if (compact.branchEntries.length < 10) return { cancel: true };
    });

    // session.compacting
    pi.on("session.compacting", async () => ({ context: ["Keep the names of all files."] }));

    // session_compact
    pi.on("session_compact", async (compact, ctx) => ctx.ui.notify(`Compacted: ${compact.reason}`, "info"));

    // session_compact_failed
    pi.on("session_compact_failed", async (failed, ctx) => {
        ctx.ui.notify(`Not compacted: ${failed.errorMessage}`, "warning");
    });

    // auto_compaction_end
    pi.on("auto_compaction_end", async (end, ctx) => ctx.ui.setStatus("compaction", undefined));

    // session_before_switch
    pi.on("session_before_switch", async (change, ctx) => ({
        cancel: !(await ctx.ui.confirm("Leave this session?", "")),
    }));

    // session_before_fork
    pi.on("session_before_fork", async (fork) => ({ cancel: fork.entryIndex === 0 }));

    // session_before_tree
    pi.on("session_before_tree", async (tree, ctx) => ({ cancel: !ctx.isIdle() }));

    // session_tree
    pi.on("session_tree", async (tree, ctx) => ctx.ui.notify(`Now at ${tree.newLeafId}`, "info"));

    // session_info_changed
    pi.on("session_info_changed", async (info, ctx) => ctx.ui.setStatus("name", info.name));

    // thinking_level_select
    pi.on("thinking_level_select", async (select, ctx) => ctx.ui.setStatus("thinking", select.level));

    // before_model_select
    pi.on("before_model_select", async (select) => {
        if (select.model.provider === "ollama") {
            return { block: true, reason: "Local models are not for this project." };
        }
    });

    // model_select
    pi.on("model_select", async (select, ctx) => ctx.ui.setStatus("model", select.model.id));

    // ui_prompt_start
    pi.on("ui_prompt_start", async (prompt, ctx) => ctx.ui.setStatus("waits", prompt.title));

    // ui_prompt_end
    pi.on("ui_prompt_end", async (prompt, ctx) => ctx.ui.setStatus("waits", undefined));

    // session_shutdown
    pi.on("session_shutdown", async (end) => {
        if (end.reason === "quit") pi.appendEntry("ended", end.reason);
    });
}
