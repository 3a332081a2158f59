package dev.pawl.field;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;

/** Writes the table as a page, and the evidence of each situation beside its hooks. */
record Page(List<AgentProfile> agents, List<Situation> situations, Table table) {
    private static final String BEGIN = "<!-- table:begin -->\n";
    private static final String END = "<!-- table:end -->";

    /** Replaces the table of the page, which keeps its other text. */
    void write(Path page) throws IOException {
        var text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        Files.writeString(page, text.substring(0, begin) + versions() + groups() + text.substring(text.indexOf(END)));
        for (var situation : situations) {
            Files.writeString(situation.folder().resolve("evidence.txt"), evidence(situation));
        }
    }

    private String versions() {
        var text = new StringBuilder("""
            | agent | version | tried on | held | leaked | not offered | not tried |
            |---|---|---|---|---|---|---|
            """);
        for (var agent : agents) {
            var kinds = new LinkedHashMap<String, Integer>();
            var last = JsonObject.empty();
            for (var situation : situations) {
                var cell = table.cell(agent, situation);
                if (cell != null) {
                    kinds.merge(cell.string("verdict", ""), 1, Integer::sum);
                    last = cell;
                }
            }
            text.append("| ")
                    .append(agent.name())
                    .append(" | ")
                    .append(last.string("version", "–"))
                    .append(" | ")
                    .append(last.string("date", "–"));
            for (var kind : List.of("held", "leaked", "not offered", "not tried")) {
                text.append(" | ").append(kinds.getOrDefault(kind, 0));
            }
            text.append(" |\n");
        }
        return text.toString();
    }

    private String groups() {
        var text = new StringBuilder();
        var group = "";
        for (var situation : situations) {
            if (!situation.group().equals(group)) {
                group = situation.group();
                text.append("\n### ").append(heading(group)).append("\n\n| situation |");
                agents.forEach(agent -> text.append(' ').append(agent.name()).append(" |"));
                text.append("\n|---|").append("---|".repeat(agents.size())).append('\n');
            }
            text.append("| [")
                    .append(situation.title())
                    .append("](../testing/field/situations/")
                    .append(situation.id())
                    .append("/) |");
            for (var agent : agents) {
                var cell = table.cell(agent, situation);
                var verdict = cell == null ? "–" : cell.string("verdict", "");
                text.append(" [")
                        .append(verdict.equals("leaked") ? "**leaked**" : verdict)
                        .append("](../testing/field/situations/")
                        .append(situation.id())
                        .append("/evidence.txt) |");
            }
            text.append('\n');
        }
        return text.append('\n').toString();
    }

    private String evidence(Situation situation) {
        var text = new StringBuilder("# ").append(situation.title()).append("\n\nWritten by `testing/field/run`.\n");
        for (var agent : agents) {
            var cell = table.cell(agent, situation);
            text.append("\n## ").append(agent.id()).append("\n\n");
            if (cell == null) {
                text.append("Not run.\n");
                continue;
            }
            text.append(agent.name())
                    .append(' ')
                    .append(cell.string("version", ""))
                    .append(", ")
                    .append(cell.string("date", ""))
                    .append(": ")
                    .append(cell.string("verdict", ""))
                    .append(", ")
                    .append(cell.string("reason", ""))
                    .append(".\n");
            if (!cell.string("evidence", "").isEmpty()) {
                text.append("\n~~~\n")
                        .append(cell.string("evidence", "").strip().replace("~~~", "~ ~ ~"))
                        .append("\n~~~\n");
            }
        }
        return text.toString();
    }

    private static String heading(String group) {
        var words = group.substring(group.indexOf('-') + 1).replace('-', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
