package dev.pawl.tui.markdown;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A flowchart as a tree of arrows: each node once with what follows it, and only named where it comes again. */
final class Flowchart {
    private static final int DEEPEST = 40;
    private static final Pattern NODE = Pattern.compile(
            "([\\p{L}\\p{N}_]+)(?:\\[\\[(.+?)]]|\\[\\((.+?)\\)]|\\(\\((.+?)\\)\\)|\\(\\[(.+?)]\\)|\\[(.+?)]|\\((.+?)\\)|\\{(.+?)}|>(.+?)])?");
    private static final Pattern ARROW = Pattern.compile(
            "\\s*(?:(?:--|==|-\\.)\\s+([^->|=]+?)\\s+(?:-->|==>|\\.->|---)|(-->|---|==>|-\\.->|--x|--o|<-->)(?:\\|([^|]*)\\|)?)\\s*");
    private static final Pattern SKIPPED =
            Pattern.compile("(?:classDef|class|style|linkStyle|click|direction|end|subgraph)\\b.*|end");

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, List<Edge>> edges = new HashMap<>();
    private final Set<String> targets = new HashSet<>();
    private final List<String> lines = new ArrayList<>();
    private final Set<String> drawn = new HashSet<>();

    private record Edge(String to, String label, boolean arrow) {}

    private Flowchart() {}

    /** Null if a line contains something that is not supported. */
    static @Nullable List<String> draw(List<String> source) {
        var chart = new Flowchart();
        for (var line : source) {
            for (var statement : line.split(";", -1)) {
                if (!chart.read(statement.strip())) {
                    return null;
                }
            }
        }
        chart.drawAll();
        return chart.lines;
    }

    private boolean read(String statement) {
        if (statement.isEmpty() || SKIPPED.matcher(statement).matches()) {
            return true;
        }
        int at = 0;
        List<String> from = List.of();
        String label = "";
        boolean arrow = true;
        while (true) {
            var group = new ArrayList<String>();
            while (true) {
                var node = NODE.matcher(statement).region(at, statement.length());
                if (!node.lookingAt()) {
                    return false;
                }
                group.add(node(node.toMatchResult()));
                at = node.end();
                int next = skipSpaces(statement, at);
                if (next < statement.length() && statement.charAt(next) == '&') {
                    at = skipSpaces(statement, next + 1);
                } else {
                    break;
                }
            }
            for (var one : from) {
                for (var other : group) {
                    edges.computeIfAbsent(one, _ -> new ArrayList<>()).add(new Edge(other, label, arrow));
                    targets.add(other);
                }
            }
            if (skipSpaces(statement, at) == statement.length()) {
                return true;
            }
            var link = ARROW.matcher(statement).region(at, statement.length());
            if (!link.lookingAt()) {
                return false;
            }
            var words = link.group(1) == null ? link.group(3) : link.group(1);
            label = words == null ? "" : unquoted(words);
            arrow = !"---".equals(link.group(2));
            from = group;
            at = link.end();
        }
    }

    private static int skipSpaces(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        return at;
    }

    private String node(java.util.regex.MatchResult found) {
        var id = found.group(1);
        String name = null;
        for (int i = 2; i <= found.groupCount() && name == null; i++) {
            name = found.group(i);
        }
        if (name != null) {
            names.put(id, found.group(8) == null ? unquoted(name) : "<" + unquoted(name) + ">");
        } else {
            names.putIfAbsent(id, id);
        }
        return id;
    }

    private static String unquoted(String text) {
        var plain = text.strip().replaceAll("<br\\s*/?>", " ");
        return plain.length() > 1 && plain.startsWith("\"") && plain.endsWith("\"")
                ? plain.substring(1, plain.length() - 1)
                : plain;
    }

    /** From the nodes that nothing leads to, and then from those that only lead to each other. */
    private void drawAll() {
        names.keySet().stream().filter(id -> !targets.contains(id)).forEach(this::drawFrom);
        names.keySet().forEach(this::drawFrom);
    }

    /** A line to come: what it begins with, the node, and what lines below it begin with. */
    private record Step(String lead, String id, String below, int depth) {}

    private void drawFrom(String root) {
        if (drawn.contains(root)) {
            return;
        }
        var stack = new ArrayDeque<Step>();
        stack.push(new Step("", root, "", 0));
        while (!stack.isEmpty()) {
            var step = stack.pop();
            var name = names.getOrDefault(step.id, step.id);
            if (!drawn.add(step.id)) {
                lines.add(step.lead + name + (edges.containsKey(step.id) ? " ↑" : ""));
                continue;
            }
            lines.add(step.lead + name);
            var out = edges.getOrDefault(step.id, List.of());
            if (step.depth >= DEEPEST && !out.isEmpty()) {
                lines.add(step.below + "…");
                continue;
            }
            for (int i = out.size() - 1; i >= 0; i--) {
                var edge = out.get(i);
                boolean last = i == out.size() - 1;
                var label = edge.label.isEmpty() ? "─" : " " + edge.label + " ─";
                stack.push(new Step(
                        step.below + (last ? "└" : "├") + "─" + label + (edge.arrow ? "▶ " : " "),
                        edge.to,
                        step.below + (last ? "    " : "│   "),
                        step.depth + 1));
            }
        }
    }
}
