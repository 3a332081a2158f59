package dev.pawl.policy.budget;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.RequestAuthorize.Purpose;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The cost of a session, by model, by tool with requests of its own, and by turn. */
final class CostReport {
    private static final int MOST_TURNS = 20;
    private static final int MOST_PARTS = 20;

    /** The purposes of requests that are not part of the conversation. */
    private static final Map<Purpose, String> PURPOSES = new EnumMap<>(Map.of(
            Purpose.SUBAGENT, "subagents",
            Purpose.HOOK, "requests of hooks",
            Purpose.COMPACTION, "summaries",
            Purpose.BRANCH_SUMMARY, "summaries of branches",
            Purpose.CACHE_WARMING, "keeping caches"));

    private CostReport() {}

    static String of(HookContext ctx, Spending spending) {
        var models = new LinkedHashMap<String, Spent>();
        var tools = new LinkedHashMap<String, Spent>();
        var turns = new LinkedHashMap<String, Spent>();
        var all = Spent.NOTHING;
        int turn = 0;
        for (var entry : ctx.session().entries()) {
            if (entry instanceof Entry.MessageEntry(_, var message, _)) {
                turn += message instanceof Message.User ? 1 : 0;
                var spent = Spent.of(message);
                if (spent.equals(Spent.NOTHING)) {
                    continue;
                }
                all = all.plus(spent);
                turns.merge("turn " + turn, spent, Spent::plus);
                switch (message) {
                    case Message.Assistant answer ->
                        models.merge(answer.provider() + "/" + answer.model(), spent, Spent::plus);
                    case Message.ToolResult result ->
                        tools.merge(result.toolName() + " (subagents and hooks)", spent, Spent::plus);
                    default -> {}
                }
            }
        }
        var text = new StringBuilder("Session: " + all);
        lines(text, models);
        lines(text, tools);
        PURPOSES.forEach((purpose, name) -> {
            var spent = spending.of(purpose);
            if (!spent.equals(Spent.NOTHING)) {
                text.append("\n  ").append(name).append(", since the start: ").append(spent);
                var parts = purpose == Purpose.HOOK
                        ? spending.hooks()
                        : purpose == Purpose.SUBAGENT ? spending.subagents() : Map.<String, Spent>of();
                parts.entrySet().stream().limit(MOST_PARTS).forEach(each -> line(text.append("\n  "), each));
                if (parts.size() > MOST_PARTS) {
                    text.append("\n    and ").append(parts.size() - MOST_PARTS).append(" more");
                }
            }
        });
        int skipped = Math.max(0, turns.size() - MOST_TURNS);
        turns.entrySet().stream().skip(skipped).forEach(each -> line(text, each));
        return text.toString();
    }

    private static void lines(StringBuilder text, Map<String, Spent> parts) {
        parts.entrySet().forEach(each -> line(text, each));
    }

    private static void line(StringBuilder text, Map.Entry<String, Spent> part) {
        text.append(text.charAt(text.length() - 1) == ' ' ? "  " : "\n  ")
                .append(part.getKey())
                .append(": ")
                .append(part.getValue());
    }
}
