package dev.pawl.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comments of main code are plain technical English: no code that speaks, no persons who are not named. */
class ProseRuleTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern AVOIDED = Pattern.compile(
            "\\b(told|tells?|telling|said|says?|saying|heard|hears?|wish(es|ed)?|nobody|somebody|whoever|anybody"
                    + "|speaks?|ours)\\b",
            Pattern.CASE_INSENSITIVE);

    /** A line of a block comment, or a comment to the end of the line; the two slashes of an address are none. */
    private static final Pattern COMMENT = Pattern.compile("^\\s*/?\\*.*|(?<![:\"])//.*");

    @Test
    void comments_use_plain_words() throws IOException {
        var found = new ArrayList<String>();
        int files = 0;
        for (var file : sources()) {
            files++;
            found.addAll(avoided(ROOT.relativize(file).toString(), Files.readAllLines(file)));
        }
        assertThat(files).isGreaterThan(500);
        assertThat(found)
                .as("name what the code does (returns, reports, sends, contains, specifies) and the subject"
                        + " (the caller, a user, another process, Pawl's)")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/** Tells hooks that it ends. */",
                "     * what the settings say",
                "    return null; // Nobody waits.",
                "// A file of ours."
            })
    void a_comment_with_such_a_word_is_found(String line) {
        assertThat(avoided("A.java", List.of("", line)))
                .singleElement()
                .asString()
                .startsWith("A.java:2: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"var said = 1;", "fail(\"nobody answers\");", "/** Returns hours. */", "\"https://says.example\""
            })
    void code_strings_and_parts_of_words_are_not(String line) {
        assertThat(avoided("A.java", List.of(line))).isEmpty();
    }

    private static List<Path> sources() throws IOException {
        var sources = new ArrayList<Path>();
        try (var rooms = Files.list(ROOT)) {
            for (var main : rooms.map(room -> room.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (var files = Files.walk(main)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        return sources;
    }

    /** The lines of a file whose comment contains an avoided word, each with its number. */
    private static List<String> avoided(String file, List<String> lines) {
        var found = new ArrayList<String>();
        for (int i = 0; i < lines.size(); i++) {
            var comment = COMMENT.matcher(lines.get(i));
            if (comment.find() && AVOIDED.matcher(comment.group()).find()) {
                found.add(file + ":" + (i + 1) + ": " + lines.get(i).strip());
            }
        }
        return found;
    }
}
