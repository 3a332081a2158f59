package dev.pawl.loader.depend;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The dependencies and options that the sources of a hook ask for in lines such as {@code //DEPS
 * group:artifact:version}, in the words of JBang.
 *
 * @param dependencies Maven coordinates
 * @param repositories where they are looked for besides the usual places: {@code id=url}, {@code url} or a known id
 * @param sources further source files, as they are written
 * @param files resources, as they are written: {@code a.txt} or {@code name=a.txt}
 * @param options for the compiler
 * @param java the Java that is needed, such as {@code 25+}; null if none is named
 * @param description what the hook is for; null if it has none
 * @param passedOver the names of directives that mean nothing to a hook
 */
public record Directives(
        List<String> dependencies,
        List<String> repositories,
        List<String> sources,
        List<String> files,
        List<String> options,
        @Nullable String java,
        @Nullable String description,
        List<String> passedOver) {
    /** A hook without requirements, as nearly all are. */
    public static final Directives NONE =
            new Directives(List.of(), List.of(), List.of(), List.of(), List.of(), null, null, List.of());

    // format:off
    private static final Set<String> WITHOUT_MEANING = Set.of(
            "RUNTIME_OPTIONS", "JAVA_OPTIONS", "MAIN", "MODULE", "PREVIEW", "CDS", "NATIVE_OPTIONS", "MANIFEST",
            "JAVAAGENT", "KOTLIN", "GROOVY", "DOCS");
    // format:on

    /** Reads the directives of a source file; with none in it, which costs one look at its lines, {@link #NONE}. */
    public static Directives in(byte[] source) {
        @Nullable Reader reader = null;
        for (int start = 0; start >= 0 && start < source.length; start = afterLine(source, start)) {
            if (isDirective(source, start)) {
                int end = start;
                while (end < source.length && source[end] != '\n') {
                    end++;
                }
                reader = reader == null ? new Reader() : reader;
                reader.line(new String(source, start + 2, end - start - 2, StandardCharsets.UTF_8));
            }
        }
        return reader == null ? NONE : reader.directives();
    }

    private static boolean isDirective(byte[] source, int at) {
        return at + 3 < source.length
                && source[at] == '/'
                && source[at + 1] == '/'
                && source[at + 2] >= 'A'
                && source[at + 2] <= 'Z';
    }

    private static int afterLine(byte[] source, int from) {
        for (int i = from; i < source.length; i++) {
            if (source[i] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    /** Returns those of this file and those of another one of the same hook. */
    public Directives with(Directives other) {
        if (other == NONE) {
            return this;
        }
        return new Directives(
                both(dependencies, other.dependencies),
                both(repositories, other.repositories),
                both(sources, other.sources),
                both(files, other.files),
                both(options, other.options),
                java == null ? other.java : java,
                description == null ? other.description : description,
                both(passedOver, other.passedOver));
    }

    private static List<String> both(List<String> one, List<String> other) {
        var all = new ArrayList<>(one);
        other.stream().filter(text -> !all.contains(text)).forEach(all::add);
        return List.copyOf(all);
    }

    /** Collects the directives of one file. */
    private static final class Reader {
        private final List<String> dependencies = new ArrayList<>();
        private final List<String> repositories = new ArrayList<>();
        private final List<String> sources = new ArrayList<>();
        private final List<String> files = new ArrayList<>();
        private final List<String> options = new ArrayList<>();
        private final List<String> passedOver = new ArrayList<>();
        private @Nullable String java;
        private @Nullable String description;

        void line(String line) {
            int end = 0;
            while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
                end++;
            }
            var name = line.substring(0, end);
            var value = line.substring(end).strip();
            switch (name) {
                case "DEPS" -> dependencies.addAll(words(value));
                case "REPOS" -> repositories.addAll(words(value));
                case "SOURCES" -> sources.addAll(words(value));
                case "FILES" -> files.addAll(words(value));
                case "COMPILE_OPTIONS", "JAVAC_OPTIONS" -> options.addAll(words(value));
                case "JAVA" -> java = java == null && !value.isEmpty() ? value : java;
                case "DESCRIPTION" -> description = description == null ? value : description + " " + value;
                default -> {
                    if (WITHOUT_MEANING.contains(name)) {
                        passedOver.add(name);
                    }
                }
            }
        }

        private static List<String> words(String value) {
            var words = new ArrayList<String>();
            for (var word : value.split("[\\s,;]+")) {
                if (!word.isEmpty()) {
                    words.add(word);
                }
            }
            return words;
        }

        Directives directives() {
            return new Directives(
                    List.copyOf(dependencies),
                    List.copyOf(repositories),
                    List.copyOf(sources),
                    List.copyOf(files),
                    List.copyOf(options),
                    java,
                    description,
                    List.copyOf(passedOver));
        }
    }
}
