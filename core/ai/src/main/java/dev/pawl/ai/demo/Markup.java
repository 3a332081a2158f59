package dev.pawl.ai.demo;

import java.util.List;

/** Other people's text, put into Markdown so that it stays what it is. */
final class Markup {
    private static final int LONGEST = 300;

    private Markup() {}

    /** A code block with the first lines of a text. */
    static String fenced(String text, int most) {
        var fence = "```";
        while (text.contains(fence)) {
            fence += "`";
        }
        var lines = text.lines().toList();
        var block = new StringBuilder(fence).append("text\n");
        for (int i = 0; i < Math.min(lines.size(), most); i++) {
            block.append(cut(lines.get(i))).append('\n');
        }
        block.append(fence);
        return lines.size() <= most ? block.toString() : block + "\n\n… and " + lines(lines.size() - most) + " more.";
    }

    static String quoted(String text) {
        return "> " + String.join("\n> ", text.lines().limit(8).map(Markup::cut).toList());
    }

    /** The title and the first paragraph. */
    static String opening(List<String> lines) {
        var opening = new StringBuilder();
        int paragraphs = 0;
        boolean inside = false;
        for (var line : lines) {
            if (line.isBlank()) {
                paragraphs += inside ? 1 : 0;
                inside = false;
                if (paragraphs == 3 || opening.length() > 600) {
                    break;
                }
            } else {
                inside = true;
            }
            opening.append(line).append('\n');
        }
        return fenced(opening.toString().strip(), 15);
    }

    static String lines(int count) {
        return count == 1 ? "one line" : count + " lines";
    }

    private static String cut(String line) {
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
