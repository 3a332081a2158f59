package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.WindowPart;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.screen.look.Cached;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Draws what fills the model's window, by kind, and lists what each hook put there. */
final class ContextReport extends Cached {
    private static final int CELLS = 60;
    private static final int TITLE = 22;
    private static final int MOST = 8;

    /** The points at which hooks change what the model reads. */
    private static final Set<String> READ = Set.of("before_agent_start", "context", "context_with_system");

    private final Look look;
    private final long window;
    private final String head;
    private final Map<Shown, Map<String, Long>> parts = new EnumMap<>(Shown.class);
    private final Map<String, String> changes = new LinkedHashMap<>();

    /** The kinds as they are drawn, each in its colour. */
    private enum Shown {
        PROMPT("System prompt", "accent"),
        FILES("Files and skills", "mdHeading"),
        TOOLS("Tools", "success"),
        HOOKS("Added by hooks", "warning"),
        USER("Your messages", "mdLink"),
        ANSWERS("Answers", "syntaxKeyword"),
        RESULTS("Results of tools", "syntaxString"),
        SUMMARIES("Summaries", "muted");

        final String title;
        final String colour;

        Shown(String title, String colour) {
            this.title = title;
            this.colour = colour;
        }
    }

    ContextReport(Look look, Agent agent) {
        this.look = look;
        var tools = new HashMap<String, SourceInfo>();
        agent.context().tools().all().forEach(tool -> tools.put(tool.name(), tool.source()));
        for (var part : agent.windowParts()) {
            add(part, tools);
        }
        var usage = agent.contextUsage();
        var counted = usage == null ? null : usage.tokens();
        long used = counted == null || counted == 0 ? sum() : counted;
        this.window = usage == null ? sum() : usage.contextWindow();
        this.head = String.format(
                Locale.ROOT,
                "%,d of %,d tokens%s; the parts are estimates",
                used,
                window,
                counted == null || counted == 0 ? " (estimated)" : "");
        for (var trace : agent.engine().traces().effects()) {
            if (READ.contains(trace.point()) && !trace.isRemark()) {
                for (var step : trace.steps()) {
                    if (step.effect() == Effect.CHANGED) {
                        changes.put(look.path(step.hook()) + " at " + trace.point(), String.valueOf(step.note()));
                    }
                }
            }
        }
    }

    private void add(WindowPart part, Map<String, SourceInfo> tools) {
        var name = part.name();
        var source = tools.get(name);
        var hook = part.kind() == WindowPart.Kind.TOOL && source != null && source.scope() != SourceInfo.Scope.BUILTIN
                ? source.path()
                : null;
        var kind = switch (part.kind()) {
            case PROMPT -> Shown.PROMPT;
            case FILE -> Shown.FILES;
            case TOOL -> hook == null ? Shown.TOOLS : Shown.HOOKS;
            case HOOK_PROMPT, HOOK_MESSAGE -> Shown.HOOKS;
            case USER -> Shown.USER;
            case ANSWER -> Shown.ANSWERS;
            case RESULT -> Shown.RESULTS;
            case SUMMARY -> Shown.SUMMARIES;
        };
        var shown = switch (part.kind()) {
            case HOOK_PROMPT -> name.isEmpty() ? "text of the prompt" : "section " + name;
            case HOOK_MESSAGE -> "messages " + name;
            case TOOL -> hook == null ? name : "tools of " + look.path(hook);
            case FILE -> look.path(name);
            default -> name;
        };
        parts.computeIfAbsent(kind, _ -> new LinkedHashMap<>()).merge(shown, part.tokens(), Long::sum);
    }

    private long sum() {
        return parts.values().stream().mapToLong(ContextReport::sum).sum();
    }

    private static long sum(Map<String, Long> parts) {
        return parts.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    protected List<String> draw(int width) {
        int pad = Math.min(look.outputPad, width / 4);
        int room = Math.max(1, width - 2 * pad);
        var lines = new ArrayList<String>();
        lines.add(look.bold("Context") + "  " + look.muted(head));
        lines.add(bar(Math.min(CELLS, room)));
        parts.forEach((kind, of) -> lines.add(look.fg(kind.colour, "■ ")
                + Lines.pad(kind.title, TITLE - 2)
                + Lines.pad(share(sum(of)), 14)
                + look.muted(names(of))));
        lines.add(look.dim("□ ") + Lines.pad("Free", TITLE - 2) + share(Math.max(0, window - sum())));
        if (!changes.isEmpty()) {
            lines.add("");
            lines.add(look.accent("Changed by hooks before it was sent"));
            changes.forEach((hook, note) -> lines.add(Untrusted.line(hook) + "  " + look.muted(Untrusted.line(note))));
        }
        return lines.stream()
                .map(line -> " ".repeat(pad) + Lines.truncate(line, room))
                .toList();
    }

    /** The window as one line; what is there at all has at least a cell. */
    private String bar(int cells) {
        var bar = new StringBuilder();
        int[] left = {cells};
        parts.forEach((kind, of) -> {
            int size = (int) Math.min(left[0], Math.max(1, Math.round((double) sum(of) * cells / Math.max(1, window))));
            left[0] -= size;
            bar.append(look.fg(kind.colour, "█".repeat(size)));
        });
        return bar + look.dim("░".repeat(left[0]));
    }

    private String share(long tokens) {
        return Figures.tokens(tokens) + " (" + Figures.oneDecimal(100.0 * tokens / Math.max(1, window)) + "%)";
    }

    /** The largest first. */
    private static String names(Map<String, Long> of) {
        var named = of.entrySet().stream()
                .filter(part -> !part.getKey().isEmpty())
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .toList();
        var text = new ArrayList<String>();
        named.stream()
                .limit(MOST)
                .forEach(part -> text.add(Untrusted.line(part.getKey()) + " " + Figures.tokens(part.getValue())));
        if (named.size() > MOST) {
            text.add((named.size() - MOST) + " more");
        }
        return String.join(", ", text);
    }
}
