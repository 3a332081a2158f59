package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the documentation shows is there, and runs. */
class DocsTest {
    private static final Pattern JAVA_BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#)([^)#]+)[^)]*\\)");

    record Shown(Path document, String text) {
        @Override
        public String toString() {
            return document.getFileName() + ": " + text.lines().findFirst().orElse("");
        }
    }

    static List<Path> documents() throws IOException {
        try (var docs = Files.list(Checkout.file("docs"))) {
            return Stream.concat(
                            docs.filter(file -> file.toString().endsWith(".md")),
                            Stream.of(Path.of("README.md"), Checkout.file("README.md")))
                    .sorted()
                    .toList();
        }
    }

    static List<Shown> javaBlocks() throws IOException {
        return found(JAVA_BLOCK);
    }

    static List<Shown> links() throws IOException {
        return found(LINK);
    }

    @ParameterizedTest
    @MethodSource("javaBlocks")
    void every_java_block_stands_in_a_file_that_is_tested(Shown block) throws Exception {
        try (var files = Files.walk(Path.of("."))) {
            assertThat(files.filter(file -> file.toString().endsWith(".java")))
                    .as("files with this block of %s, leading spaces aside:%n%s", block.document(), block.text())
                    .anyMatch(file -> unindented(read(file)).contains(unindented(block.text())));
        }
    }

    @ParameterizedTest
    @MethodSource("links")
    void every_link_leads_to_a_file(Shown link) {
        assertThat(link.document().resolveSibling(link.text())).exists();
    }

    @Test
    void the_guide_shows_code() throws Exception {
        assertThat(javaBlocks()).hasSizeGreaterThan(5);
    }

    private static List<Shown> found(Pattern pattern) throws IOException {
        return documents().stream()
                .flatMap(document -> pattern.matcher(read(document))
                        .results()
                        .map((MatchResult match) -> new Shown(document, match.group(1))))
                .toList();
    }

    private static String unindented(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
