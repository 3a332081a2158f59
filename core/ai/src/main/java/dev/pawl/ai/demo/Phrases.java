package dev.pawl.ai.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Texts by name, from a file in which a line {@code %% name} is above each; {@code {word}} is filled in. */
final class Phrases {
    private final Map<String, String> texts = new LinkedHashMap<>();

    Phrases(String resource) {
        try (var in = Phrases.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing in the program");
            }
            read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(String file) {
        var name = "";
        var text = new StringBuilder();
        for (var line : file.split("\n")) {
            if (line.startsWith("%% ")) {
                texts.put(name, text.toString().strip());
                name = line.substring(3).strip();
                text.setLength(0);
            } else {
                text.append(line).append('\n');
            }
        }
        texts.put(name, text.toString().strip());
        texts.remove("");
    }

    /** The names, in the order of the file. */
    Iterable<String> names() {
        return texts.keySet();
    }

    /** A text; after its name come words to fill in and what to put there, in turn. */
    String text(String name, String... filled) {
        var text = texts.get(name);
        if (text == null) {
            throw new IllegalArgumentException("no phrase is called " + name);
        }
        var filledIn = new StringBuilder();
        int from = 0;
        // In one pass, so that what is filled in is not looked at again.
        for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
            int close = text.indexOf('}', open);
            filledIn.append(text, from, open);
            filledIn.append(value(text.substring(open + 1, close), filled));
            from = close + 1;
        }
        return filledIn.append(text, from, text.length()).toString();
    }

    private static String value(String word, String... filled) {
        for (int i = 0; i + 1 < filled.length; i += 2) {
            if (filled[i].equals(word)) {
                return filled[i + 1];
            }
        }
        throw new IllegalArgumentException("nothing is given for {" + word + "}");
    }
}
