import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Formats every Java file of the tree, or says which ones are not formatted: {@code Format.java check|apply root}.
 *
 * <p>A program of ours because the formatter must run on the JDK whose syntax it reads, which Maven's own may not be,
 * because it does not know all of that syntax yet, and because it knows no way to leave a hand-aligned table alone.
 */
class Format {
    private static final Pattern LEFT_ALONE = Pattern.compile("// format:off\\b.*?// format:on\\b", Pattern.DOTALL);

    // What the formatter does not know is put in other words for it: a module import as a star import that sorts
    // first, and the bare _ of a record pattern as var _.
    private static final Pattern MODULE_IMPORT = Pattern.compile("(?m)^import module ([\\w.]+);");
    private static final Pattern STAR_IMPORT = Pattern.compile("(?m)^import A_MODULE\\.([\\w.]+)\\.\\*;");
    private static final String IN_A_PATTERN = "(?<=\\b(case|instanceof)\\b((?!->)[^;{}&|]){1,400}[(,]\\s{0,100}%s)";
    private static final Pattern BARE = Pattern.compile("\\b_(?=\\s*[,)])" + IN_A_PATTERN.formatted("_"));
    private static final Pattern VAR = Pattern.compile("\\bvar _(?=\\s*[,)])" + IN_A_PATTERN.formatted("var _"));

    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());

    public static void main(String[] args) throws IOException {
        var apply = args[0].equals("apply");
        var root = Path.of(args[1]);
        Queue<String> complaints = new ConcurrentLinkedQueue<>();
        sources(root).parallelStream().forEach(file -> {
            try {
                var before = Files.readString(file);
                var after = format(before);
                if (after.equals(before)) {
                    return;
                }
                if (apply) {
                    Files.writeString(file, after);
                } else {
                    complaints.add(root.relativize(file) + ": not formatted");
                }
            } catch (FormatterException e) {
                complaints.add(root.relativize(file) + ": " + e.getMessage());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        if (!complaints.isEmpty()) {
            complaints.stream().sorted().forEach(System.err::println);
            System.err.println("mvn -pl build verify -Dpawl.format=apply formats all files");
            System.exit(1);
        }
    }

    private static List<Path> sources(Path root) throws IOException {
        try (Stream<Path> rooms = Files.find(root, 2, (folder, _) -> Files.exists(folder.resolve("pom.xml")))) {
            return Stream.concat(Stream.of(root.resolve("build")), rooms.map(room -> room.resolve("src")))
                    .filter(Files::isDirectory)
                    .flatMap(Format::javaFiles)
                    .toList();
        }
    }

    private static Stream<Path> javaFiles(Path directory) {
        try {
            return Files.walk(directory).filter(file -> file.toString().endsWith(".java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String format(String source) throws FormatterException {
        var known = MODULE_IMPORT.matcher(source).replaceAll("import A_MODULE.$1.*;");
        known = BARE.matcher(known).replaceAll("var _");
        var formatted = FORMATTER.formatSourceAndFixImports(known);
        formatted = STAR_IMPORT.matcher(formatted).replaceAll("import module $1;");
        formatted = VAR.matcher(formatted).replaceAll("_");
        // The markers are comments and survive in order: the n-th region goes back where the n-th came from.
        var kept = LEFT_ALONE.matcher(source);
        return LEFT_ALONE
                .matcher(formatted)
                .replaceAll(region -> Matcher.quoteReplacement(kept.find() ? kept.group() : region.group()));
    }
}
