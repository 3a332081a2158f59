package dev.pawl.base.glob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@Deep
class IgnoreRulesTest {
    private static final Pattern TWO_STARS_BESIDE = Pattern.compile("[^/]\\*\\*|\\*\\*[^/]");

    private static Path repository;

    @BeforeAll
    static void makeRepository() throws Exception {
        repository = Files.createTempDirectory("ignore");
        run("git", "init", "-q");
    }

    @AfterAll
    static void removeRepository() throws Exception {
        run("rm", "-rf", repository.toString());
    }

    private static String run(String... command) throws Exception {
        var process = new ProcessBuilder(command)
                .directory(repository.toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output;
    }

    /** What git says of every path that could be there: each one is a file in some directories. */
    private static Set<String> ignoredByGit(List<String> rules, List<String> paths) throws Exception {
        run("git", "clean", "-qfdx");
        for (var path : paths) {
            Files.createDirectories(repository.resolve(path).getParent());
            Files.writeString(repository.resolve(path), "");
        }
        Files.writeString(repository.resolve(".gitignore"), String.join("\n", rules) + "\n");
        Files.writeString(repository.resolve(".git/paths"), String.join("\0", paths));
        var output = run("sh", "-c", "git check-ignore -z --no-index --stdin < .git/paths");
        var ignored = new TreeSet<>(List.of(output.split("\0")));
        ignored.remove("");
        return ignored;
    }

    /** What we say of the same paths, going down from directory to directory as a search does. */
    private static Set<String> ignoredByUs(List<String> rules, List<String> paths) {
        var file = IgnoreRules.of((String.join("\n", rules) + "\n").getBytes(UTF_8));
        var ignored = new TreeSet<String>();
        for (var path : paths) {
            for (int slash = path.indexOf('/'); ; slash = path.indexOf('/', slash + 1)) {
                var part = slash < 0 ? path : path.substring(0, slash);
                var verdict = file == null ? Verdict.NONE : file.of(part, 0, part.lastIndexOf('/') + 1, slash >= 0);
                if (verdict == Verdict.IGNORE) {
                    ignored.add(path);
                    break;
                }
                if (slash < 0) {
                    break;
                }
            }
        }
        return ignored;
    }

    @Test
    void we_ignore_what_git_ignores() {
        Property.holds(100, draw -> {
            var rules = draw.list(1, 5, () -> draw.from(IgnoreRulesTest::rules));
            var paths = draw.list(1, 12, () -> draw.from(IgnoreRulesTest::paths));
            var distinct = new ArrayList<String>();
            for (var path : new TreeSet<>(paths)) {
                // No file may be a directory of another one.
                if (distinct.stream().noneMatch(other -> path.startsWith(other + "/"))) {
                    distinct.add(path);
                }
            }

            assertThat(ignoredByUs(rules, distinct))
                    .as("rules %s over %s", rules, distinct)
                    .isEqualTo(ignoredByGit(rules, distinct));
        });
    }

    private static String paths(Draw draw) {
        return String.join(
                "/",
                draw.list(
                        1,
                        4,
                        () -> draw.of("a", "b", "ab", "a.log", "b.txt", ".x", "build", "a b", "[a]", "x#", "!n")));
    }

    private static String body(Draw draw) {
        return draw.pieces(
                1,
                4,
                "a",
                "b",
                "*",
                "**",
                "?",
                "/",
                "/",
                "[ab]",
                "[!a]",
                "[^b]",
                ".log",
                ".",
                "build",
                "\\a",
                "**/",
                "/**",
                "[a-c]",
                "[[:alpha:]]",
                "\\ ",
                " ",
                "\\[",
                "#",
                "[");
    }

    private static String rules(Draw draw) {
        // Of two stars beside other characters git makes one or the other, by how it stores what is before them.
        var rule = body(draw);
        for (int i = 0; i < 20 && TWO_STARS_BESIDE.matcher(rule).find(); i++) {
            rule = body(draw);
        }
        draw.assume(!TWO_STARS_BESIDE.matcher(rule).find());
        return draw.of(rule, rule, "!" + rule, rule + "/");
    }

    @Test
    void comments_blanks_and_strange_endings_are_read_as_git_does() throws IOException {
        var file =
                IgnoreRules.of("\uFEFFfirst\r\n# comment\n\n\\#hash\n\\!bang\ntrailing   \nkept\\ \n".getBytes(UTF_8));

        for (var name : List.of("first", "#hash", "!bang", "trailing", "kept ")) {
            assertThat(file.of(name, 0, 0, false)).as(name).isEqualTo(Verdict.IGNORE);
        }
        for (var name : List.of("# comment", "comment", "kept", "first\r")) {
            assertThat(file.of(name, 0, 0, false)).as(name).isEqualTo(Verdict.NONE);
        }
        assertThat(IgnoreRules.of("# only a comment\n".getBytes(UTF_8))).isNull();
    }
}
