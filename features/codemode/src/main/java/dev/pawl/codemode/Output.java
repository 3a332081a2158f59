package dev.pawl.codemode;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import java.util.ArrayList;
import java.util.List;

/** What a script has put out, in order, until it is over. */
final class Output {
    private static final int CHARACTERS_PER_TOKEN = 4;

    private final List<Content> items = new ArrayList<>();
    private final List<String> console = new ArrayList<>();

    void text(String text) {
        items.add(Content.text(text));
    }

    void image(String data, String type) {
        items.add(new Content.Image(data, type, JsonObject.empty()));
    }

    void console(String line) {
        console.add(line);
    }

    /** Returns the items as the model reads them: numbered if there are several, the console behind them. */
    List<Content> laidOut() {
        long total = items.stream().filter(Content.Text.class::isInstance).count();
        var all = new ArrayList<Content>();
        int number = 0;
        for (var item : items) {
            if (item instanceof Content.Text(var text, _, _) && total > 1) {
                number++;
                all.add(Content.text("==> text " + number + "/" + total + " <==\n" + text));
            } else {
                all.add(item);
            }
        }
        if (!console.isEmpty()) {
            all.add(Content.text("<console_output>\n" + String.join("\n", console) + "\n</console_output>"));
        }
        return all;
    }

    /** Joins texts that follow each other; each begins a line. */
    static List<Content> joined(List<Content> items) {
        var joined = new ArrayList<Content>();
        var text = new StringBuilder();
        boolean open = false;
        for (var item : items) {
            if (item instanceof Content.Text(var part, _, _)) {
                if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
                    text.append('\n');
                }
                text.append(part);
                open = true;
            } else {
                if (open) {
                    joined.add(Content.text(text.toString()));
                    text.setLength(0);
                    open = false;
                }
                joined.add(item);
            }
        }
        if (open) {
            joined.add(Content.text(text.toString()));
        }
        return joined;
    }

    /** Returns whether texts are longer than the model is to read. */
    static boolean isTooLong(String all, int tokens) {
        return all.length() > (long) tokens * CHARACTERS_PER_TOKEN;
    }

    /** Returns the beginning and the end of a text that is too long. */
    static String cut(String all, int tokens) {
        int budget = Math.multiplyExact(tokens, CHARACTERS_PER_TOKEN);
        int head = budget / 2;
        int tail = budget - head;
        int removed = all.length() - budget;
        return "Warning: truncated output (original token count: " + tokens(all.length()) + ")\nTotal output lines: "
                + all.split("\n", -1).length + "\n\n" + all.substring(0, head) + "…" + tokens(removed)
                + " tokens truncated…" + all.substring(all.length() - tail);
    }

    private static int tokens(int characters) {
        return Math.ceilDiv(characters, CHARACTERS_PER_TOKEN);
    }
}
