import module dev.pawl.api;

/** Draws flowcharts and sequences that are written in Mermaid as text. */
class Mermaid implements Hook {
    private static final int MOST_LINES = 200;
    private static final int LONGEST_LINE = 500;
    private static final int MARGIN = 4;
    private static final Pattern FENCE =
            Pattern.compile("(?ms)^ {0,3}(```+|~~~+) *[Mm]ermaid *\\n(.*?)^ {0,3}\\1[`~]* *$");

    public void install(Host pi) {
        pi.markdownTransformer((text, shown) -> FENCE.matcher(text).replaceAll(fence -> {
            var drawn = draw(fence.group(2), shown.availableWidth() - MARGIN);
            return Matcher.quoteReplacement(drawn == null ? fence.group() : "```\n" + String.join("\n", drawn) + "\n```");
        }));
    }

    /** The lines of a diagram; null if it is of another kind, contains something not supported, or is too wide. */
    private static List<String> draw(String source, int room) {
        var lines = source.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("%%"))
                .toList();
        if (lines.isEmpty()
                || lines.size() > MOST_LINES
                || lines.stream().anyMatch(line -> line.length() > LONGEST_LINE)) {
            return null;
        }
        var rest = lines.subList(1, lines.size());
        var drawn = switch (lines.getFirst().split("\\s+", 2)[0]) {
            case "graph", "flowchart" -> new Flowchart().draw(rest);
            case "sequenceDiagram" -> new Sequence().draw(rest);
            default -> null;
        };
        return drawn == null || drawn.isEmpty() || drawn.stream().anyMatch(line -> columns(line) > room) ? null : drawn;
    }

    /** The columns that a text takes: two for the characters of East Asia and for emoji. */
    private static int columns(String text) {
        return text.codePoints()
                .map(c -> Character.isEmojiPresentation(c) || Character.isIdeographic(c) || isKana(c) ? 2 : 1)
                .sum();
    }

    private static boolean isKana(int c) {
        return switch (Character.UnicodeScript.of(c)) {
            case HIRAGANA, KATAKANA, HANGUL -> true;
            default -> false;
        };
    }

    /** A flowchart as a tree of arrows: each node once with its successors, and only named where it comes again. */
    private static final class Flowchart {
        private static final int DEEPEST = 40;
        private static final Pattern NODE = Pattern.compile(
                "([\\p{L}\\p{N}_]+)(?:\\[\\[(.+?)]]|\\[\\((.+?)\\)]|\\(\\((.+?)\\)\\)|\\(\\[(.+?)]\\)|\\[(.+?)]|\\((.+?)\\)|\\{(.+?)}|>(.+?)])?");
        private static final Pattern ARROW = Pattern.compile(
                "\\s*(?:(?:--|==|-\\.)\\s+([^->|=]+?)\\s+(?:-->|==>|\\.->|---)|(-->|---|==>|-\\.->|--x|--o|<-->)(?:\\|([^|]*)\\|)?)\\s*");
        private static final Pattern AND = Pattern.compile("\\s*&\\s*");
        private static final Pattern SKIPPED =
                Pattern.compile("(?:classDef|class|style|linkStyle|click|direction|end|subgraph)\\b.*|end");

        private final Map<String, String> names = new LinkedHashMap<>();
        private final Map<String, List<Edge>> edges = new HashMap<>();
        private final Set<String> targets = new HashSet<>();
        private final List<String> lines = new ArrayList<>();
        private final Set<String> drawn = new HashSet<>();

        private record Edge(String to, String label, boolean arrow) {}

        /** A line to draw: its beginning, the node, and the beginning of the lines below it. */
        private record Step(String lead, String id, String below, int depth) {}

        List<String> draw(List<String> source) {
            for (var line : source) {
                for (var statement : line.split(";")) {
                    if (!read(statement.strip())) {
                        return null;
                    }
                }
            }
            // From the nodes without predecessors, and then from those that only lead to each other.
            names.keySet().stream().filter(id -> !targets.contains(id)).forEach(this::drawFrom);
            names.keySet().forEach(this::drawFrom);
            return lines;
        }

        private boolean read(String statement) {
            if (statement.isEmpty() || SKIPPED.matcher(statement).matches()) {
                return true;
            }
            List<String> from = List.of();
            String label = "";
            boolean arrow = true;
            int at = 0;
            while (true) {
                var group = new ArrayList<String>();
                while (true) {
                    var node = NODE.matcher(statement).region(at, statement.length());
                    if (!node.lookingAt()) {
                        return false;
                    }
                    group.add(node(node));
                    var and = AND.matcher(statement).region(node.end(), statement.length());
                    at = and.lookingAt() ? and.end() : node.end();
                    if (at == node.end()) {
                        break;
                    }
                }
                for (var one : from) {
                    for (var other : group) {
                        edges.computeIfAbsent(one, _ -> new ArrayList<>()).add(new Edge(other, label, arrow));
                        targets.add(other);
                    }
                }
                if (statement.substring(at).isBlank()) {
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

        private String node(MatchResult found) {
            var id = found.group(1);
            var name = IntStream.rangeClosed(2, found.groupCount())
                    .mapToObj(found::group)
                    .filter(Objects::nonNull)
                    .findFirst();
            if (name.isPresent()) {
                names.put(id, found.group(8) == null ? unquoted(name.get()) : "<" + unquoted(name.get()) + ">");
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

        private void drawFrom(String root) {
            if (drawn.contains(root)) {
                return;
            }
            var stack = new ArrayDeque<Step>();
            stack.push(new Step("", root, "", 0));
            while (!stack.isEmpty()) {
                var step = stack.pop();
                boolean again = !drawn.add(step.id);
                lines.add(step.lead + names.get(step.id) + (again && edges.containsKey(step.id) ? " ↑" : ""));
                var out = again ? List.<Edge>of() : edges.getOrDefault(step.id, List.of());
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

    /** A sequence of messages between participants, each of whom has a line downwards. */
    private static final class Sequence {
        private static final int GAP = 4;
        private static final Pattern PARTICIPANT = Pattern.compile("(?:participant|actor)\\s+(\\S+)(?:\\s+as\\s+(.+))?");
        private static final Pattern MESSAGE =
                Pattern.compile("([^-+<>:]+?)\\s*(--?>>?|--?[x)])\\s*[+-]?\\s*([^-+<>:]+?)\\s*:\\s*(.*)");
        private static final Pattern NOTE = Pattern.compile("[Nn]ote\\s+.*?:\\s*(.*)");
        private static final Pattern BLOCK =
                Pattern.compile("((?:loop|alt|else|opt|par|and|critical|break|rect)\\b.*)");
        private static final Pattern SKIPPED =
                Pattern.compile("(?:activate|deactivate|autonumber|title|create|destroy)\\b.*|end");

        private final Map<String, String> names = new LinkedHashMap<>();
        private final List<Step> steps = new ArrayList<>();
        private List<String> ids = List.of();
        private int[] columns = {};

        /** A message; without participants, words about the steps that follow. */
        private record Step(String from, String to, String text, boolean dotted) {}

        List<String> draw(List<String> source) {
            for (var line : source) {
                if (!read(line)) {
                    return null;
                }
            }
            if (names.isEmpty()) {
                return null;
            }
            ids = List.copyOf(names.keySet());
            place();
            var lines = new ArrayList<String>();
            var head = new StringBuilder();
            for (int i = 0; i < columns.length; i++) {
                var name = names.get(ids.get(i));
                head.repeat(' ', Math.max(0, columns[i] - columns(name) / 2 - columns(head.toString())))
                        .append(name);
            }
            lines.add(head.toString());
            steps.forEach(step -> add(step, lines));
            lines.add(lifelines());
            return lines;
        }

        private boolean read(String line) {
            var participant = PARTICIPANT.matcher(line);
            if (participant.matches()) {
                var shown = participant.group(2);
                names.put(participant.group(1), shown == null ? participant.group(1) : shown.strip());
                return true;
            }
            if (SKIPPED.matcher(line).matches()) {
                return true;
            }
            var note = NOTE.matcher(line);
            var block = BLOCK.matcher(line);
            if (note.matches() || block.matches()) {
                steps.add(new Step(null, null, note.matches() ? note.group(1) : "[" + line.strip() + "]", false));
                return true;
            }
            var message = MESSAGE.matcher(line);
            if (!message.matches()) {
                return false;
            }
            names.putIfAbsent(message.group(1), message.group(1));
            names.putIfAbsent(message.group(3), message.group(3));
            boolean dotted = message.group(2).startsWith("--");
            steps.add(new Step(message.group(1), message.group(3), message.group(4), dotted));
            return true;
        }

        /** Each line downwards has room for the names beside it and for the messages that cross the gap. */
        private void place() {
            columns = new int[ids.size()];
            for (int i = 0; i < columns.length; i++) {
                int width = columns(names.get(ids.get(i)));
                columns[i] = i == 0
                        ? width / 2
                        : columns[i - 1] + columns(names.get(ids.get(i - 1))) / 2 + GAP + (width + 1) / 2;
                for (var step : steps) {
                    if (step.from == null) {
                        continue;
                    }
                    int from = ids.indexOf(step.from);
                    int to = ids.indexOf(step.to);
                    if (Math.max(from, to) == i && from != to) {
                        columns[i] = Math.max(columns[i], columns[Math.min(from, to)] + columns(step.text) + 5);
                    }
                }
            }
        }

        private String lifelines() {
            var line = new StringBuilder();
            for (int column : columns) {
                line.repeat(' ', column - line.length()).append('│');
            }
            return line.toString();
        }

        private void add(Step step, List<String> lines) {
            if (step.from == null) {
                lines.add(over(columns[0] + 2, step.text));
                return;
            }
            int from = columns[ids.indexOf(step.from)];
            int to = columns[ids.indexOf(step.to)];
            if (from == to) {
                lines.add(over(from + 1, "─┐ " + step.text));
                lines.add(over(from + 1, "◀┘"));
                return;
            }
            int left = Math.min(from, to);
            var shaft = (step.dotted ? "╌" : "─").repeat(Math.abs(from - to) - 2);
            lines.add(over(left + 2, step.text));
            lines.add(over(left + 1, to > from ? shaft + "▶" : "◀" + shaft));
        }

        /** A text laid over the lines downwards from a column on. */
        private String over(int column, String text) {
            var line = lifelines();
            int end = column + columns(text);
            var before = line.substring(0, Math.min(column, line.length()));
            return (before + " ".repeat(column - before.length()) + text + line.substring(Math.min(end, line.length())))
                    .stripTrailing();
        }
    }
}
