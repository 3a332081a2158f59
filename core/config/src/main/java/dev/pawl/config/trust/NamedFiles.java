package dev.pawl.config.trust;

import dev.pawl.api.shell.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The files that the text of a gate names, in whatever language it is written: a gate may decide by each of them, wherever in
 * the text the name stands, also by whether it is there at all.
 */
final class NamedFiles {
    private static final int MOST_FOLDERS = 32;
    private static final int LONGEST = 256;

    /** Lines that only people read. */
    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*(?:#|//)[ \\t].*$");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{[!#]?\\w*(?:\\[[^]]*])?:?[-=+?]?|#\\{|\\$\\w+|\\$.");
    private static final Pattern BETWEEN = Pattern.compile("[\\s\"'`;|&<>()\\[\\]{}=,:\\\\]+");
    private static final Pattern BEFORE_NAME = Pattern.compile("^(?:@|-[A-Za-z](?=.*[/.])|/+(?!@))");
    private static final Pattern NAME = Pattern.compile("[\\w.@+~-][\\w./@+~-]*[\\w@+~-]");
    private static final Pattern QUOTED_NAME = Pattern.compile("([\"'`])([\\w@+~-]{1,64})\\1");
    private static final Pattern NUMBER = Pattern.compile("[\\d.]+");
    private static final Pattern WILD = Pattern.compile("[*?\\[]|\\{(?=.*[,.])");
    /** The values of a loop or a list of the shell. */
    private static final Pattern VALUES = Pattern.compile("\\bfor\\s+\\w+\\s+in\\s+([^;\\n]*)|\\w=\\(([^)]*)\\)");

    private final Reach reach;

    NamedFiles(Reach reach) {
        this.reach = reach;
    }

    /**
     * Adds what a text for a shell names, but for what it only writes, as the records that a gate keeps: of a file whose name
     * the shell has read as one that it opens for writing, it counts only whether it can be written.
     */
    void add(Script script, String text, Set<String> functions, Set<Path> from) {
        var rest = new StringBuilder(text);
        if (WriteOnly.overwrites(script, text)) {
            for (var span : WriteOnly.names(script, text, functions)) {
                records(text.substring(span.from(), span.to()), from);
                rest.replace(span.from(), span.to(), " ".repeat(span.to() - span.from()));
            }
        }
        add(rest.toString(), from);
    }

    private void records(String written, Set<Path> from) {
        for (var word : written.startsWith("/") && !written.startsWith(Reach.HERE) ? Set.of(written) : words(written)) {
            reach.each(from, word, path -> reach.add(path, Extent.RECORD));
        }
    }

    /** Adds what a text names below some folders, and below those that it names itself. */
    void add(String text, Set<Path> from) {
        var words = words(text);
        var bases = new LinkedHashSet<>(from);
        for (var word : words) {
            reach.each(from, word, path -> {
                if (Files.isDirectory(path)) {
                    bases.add(path);
                    reach.add(path, Extent.FOLDER); // A gate may decide by whether it is there.
                }
            });
        }
        if (bases.size() > MOST_FOLDERS + from.size()) {
            reach.unknown("a text that names more than " + MOST_FOLDERS + " folders");
            return;
        }
        for (var word : words) {
            reach.each(bases, word, path -> {
                if (Files.isRegularFile(path)) {
                    reach.add(path, Extent.FILE);
                }
            });
            if (NAME.matcher(word).matches() && (word.contains(".") || word.contains("/"))) {
                reach.each(from, word, this::mayCome);
            }
        }
        VALUES.matcher(text).results().forEach(list -> {
            for (var word : list.group().split("[\\s\"'()]+", -1)) {
                pattern(word, bases);
            }
        });
    }

    /** Adds what a text in another language than the shell's names, where a name in quotes needs no ending: {@code 'off'}. */
    void addQuoted(String text, Set<Path> from) {
        add(text, from);
        var bases = new LinkedHashSet<>(from);
        for (var word : words(text)) {
            reach.each(from, word, path -> {
                if (Files.isDirectory(path) && bases.size() < MOST_FOLDERS) {
                    bases.add(path);
                }
            });
        }
        QUOTED_NAME.matcher(text).results().forEach(name -> reach.each(bases, name.group(2), this::mayCome));
    }

    /** A file by which a gate may decide, whether it is there or not; a number is none until it is there. */
    void mayCome(Path path) {
        boolean isNumber = NUMBER.matcher(path.getFileName().toString()).matches() && !Files.exists(path);
        if (!isNumber && !Files.isDirectory(path)) {
            reach.add(path, Extent.FILE);
        }
    }

    /** Adds the folder of the files that a pattern means. */
    void pattern(String written, Set<Path> bases) {
        var word = VARIABLE.matcher(written).replaceAll("");
        var wild = WILD.matcher(word);
        if (!wild.find()) {
            return;
        }
        var before = word.substring(0, wild.start());
        var folder = before.contains("/") ? before.substring(0, before.lastIndexOf('/')) : "";
        var extent = word.contains("**") ? Extent.WHOLE : Extent.DIRECT;
        if (folder.isEmpty()) {
            bases.forEach(base -> reach.add(base, extent));
        }
        reach.each(bases, folder.replaceFirst("^/+(?!@)", ""), path -> {
            if (Files.isDirectory(path)) {
                reach.add(path, extent);
            }
        });
    }

    static Set<String> words(String text) {
        var words = new LinkedHashSet<String>();
        var plain = VARIABLE.matcher(COMMENT.matcher(text).replaceAll(" ")).replaceAll(" ");
        for (var part : BETWEEN.split(plain)) {
            if (!part.isEmpty() && part.length() <= LONGEST) {
                words.add(part);
                words.add(BEFORE_NAME.matcher(part).replaceFirst(""));
            }
        }
        return words;
    }
}
