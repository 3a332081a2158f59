package dev.pawl.mcp;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.Severity;
import dev.pawl.base.Words;
import dev.pawl.mcp.client.Connection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Asks the user about tools that changed since they were approved; until then the model does not see them. */
final class Approvals {
    private static final int LONGEST = 1_500;
    private static final String APPROVE = "Approve";
    private static final String KEEP_OUT = "Keep them from the model";

    private final ToolPins pins;
    private final Map<Connection, List<ToolPins.Change>> open = new LinkedHashMap<>();
    private final Set<String> reported = new HashSet<>();

    Approvals(ToolPins pins) {
        this.pins = pins;
    }

    /** The tools of a server that are kept from the model. */
    Set<String> changedTools(Connection connection) throws InterruptedException {
        List<ToolPins.Change> changes;
        try {
            changes = pins.changes(connection);
        } catch (IOException e) {
            // Without the file no tool can be compared, so every tool counts as changed.
            changes = connection.tools().stream()
                    .map(tool -> new ToolPins.Change(
                            tool.string("name", ""), "cannot be compared: mcp-tools.json: " + e.getMessage()))
                    .toList();
        }
        synchronized (this) {
            if (changes.isEmpty()) {
                open.remove(connection);
            } else {
                open.put(connection, changes);
            }
        }
        return changes.stream().map(ToolPins.Change::tool).collect(Collectors.toSet());
    }

    /** Shows the changes if there is a user, and returns the servers whose tools were approved. */
    List<Connection> ask(HookContext ctx) throws InterruptedException {
        Map<Connection, List<ToolPins.Change>> now;
        synchronized (this) {
            now = new LinkedHashMap<>(open);
        }
        var approved = new ArrayList<Connection>();
        for (var one : now.entrySet()) {
            var server = one.getKey().entry().name();
            var names = one.getValue().stream().map(ToolPins.Change::tool).collect(Collectors.joining(", "));
            if (!reported.add(server + " " + one.getValue())) {
                continue;
            }
            if (!ctx.ui().hasUser()) {
                ctx.ui()
                        .notify(
                                "MCP server \"" + server + "\": " + names + " changed since you approved it, so it is"
                                        + " kept from the model. Start pawl in a terminal to review it.",
                                Severity.WARNING);
            } else if (isApproved(ctx, server, one.getValue())) {
                try {
                    pins.approve(one.getKey());
                    approved.add(one.getKey());
                } catch (IOException e) {
                    ctx.ui().notify("the approval could not be saved: " + e.getMessage(), Severity.ERROR);
                }
            }
        }
        return approved;
    }

    private static boolean isApproved(HookContext ctx, String server, List<ToolPins.Change> changes)
            throws InterruptedException {
        var text = changes.stream()
                .map(change -> change.tool() + ": " + change.now())
                .collect(Collectors.joining("\n\n"));
        var chosen = ctx.ui()
                .select(
                        "MCP server \"" + server
                                + "\" changed since you approved it. It now describes its tools as follows:\n\n"
                                + Words.excerpt(text, LONGEST),
                        List.of(KEEP_OUT, APPROVE),
                        DialogOptions.preselected(KEEP_OUT));
        return chosen.isPresent() && chosen.get().equals(APPROVE);
    }
}
