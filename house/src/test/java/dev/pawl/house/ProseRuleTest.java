package dev.pawl.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comments and messages of main code are plain technical English: no personified code, no unnamed persons. */
class ProseRuleTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern AVOIDED = Pattern.compile(
            "\\b(told|tells?|telling|said|says?|saying|heard|hears?|wish(es|ed)?|nobody|somebody|whoever|anybody"
                    + "|speaks?|spoken|ours|anew|deeds?)\\b",
            Pattern.CASE_INSENSITIVE);

    /** Words that no message needs; a message may quote what a user or a file says. */
    private static final Pattern AVOIDED_IN_MESSAGES = Pattern.compile(
            "\\b(told|tells|heard|hears|nobody|somebody|whoever|anybody|speaks|spoken|ours|anew)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");

    /** Texts that imitate users and models, and rooms that only tests use. */
    private static final List<String> WITHOUT_MESSAGES =
            List.of("ai/src/main/java/dev/pawl/ai/demo", "testkit", "property");

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

    @Test
    void messages_use_plain_words() throws IOException {
        var found = new ArrayList<String>();
        for (var file : sources()) {
            var name = ROOT.relativize(file).toString();
            if (WITHOUT_MESSAGES.stream().noneMatch(name::startsWith)) {
                found.addAll(found(name, Files.readAllLines(file), ProseRuleTest::hasAvoidedMessage));
            }
        }
        assertThat(found)
                .as("a message names the user, the program, the hook or the server, and what it does")
                .isEmpty();
    }

    @Test
    void a_message_with_such_a_word_is_found() {
        var lines = List.of("fail(\"nobody\", \"x y\");", "fail(\"a\", \"and nobody is there\");");
        assertThat(found("A.java", lines, ProseRuleTest::hasAvoidedMessage))
                .singleElement()
                .asString()
                .startsWith("A.java:2: ");
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
        return found(file, lines, line -> {
            var comment = COMMENT.matcher(line);
            return comment.find() && AVOIDED.matcher(comment.group()).find();
        });
    }

    /** Whether a literal of more than one word contains an avoided word; a single word is a key or a name. */
    private static boolean hasAvoidedMessage(String line) {
        return LITERAL.matcher(line)
                .results()
                .map(MatchResult::group)
                .anyMatch(text ->
                        text.contains(" ") && AVOIDED_IN_MESSAGES.matcher(text).find());
    }

    private static List<String> found(String file, List<String> lines, Predicate<String> isAvoided) {
        var found = new ArrayList<String>();
        for (int i = 0; i < lines.size(); i++) {
            if (isAvoided.test(lines.get(i))) {
                found.add(file + ":" + (i + 1) + ": " + lines.get(i).strip());
            }
        }
        return found;
    }
}
