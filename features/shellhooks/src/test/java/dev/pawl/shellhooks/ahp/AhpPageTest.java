package dev.pawl.shellhooks.ahp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Patience;
import dev.pawl.shellhooks.run.WebPosts;
import dev.pawl.tools.LocalTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about policy services: its example runs, and its table names tests that are there. */
class AhpPageTest {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (AHP-[A-Z]+-\\d{3}) \\|[^|]*\\| ([^|]*) \\| held \\|$");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    /** The requirements of the draft, and the two that its later state adds. */
    private static final List<String> REQUIREMENTS = List.of(
            "AHP-CORE-001",
            "AHP-CORE-002",
            "AHP-CORE-003",
            "AHP-CORE-004",
            "AHP-RPC-001",
            "AHP-RPC-002",
            "AHP-VER-001",
            "AHP-EXT-001",
            "AHP-REG-001",
            "AHP-REG-002",
            "AHP-SEC-001",
            "AHP-TB-001",
            "AHP-CAP-001",
            "AHP-CAP-002",
            "AHP-DEC-001",
            "AHP-DEC-002",
            "AHP-DEC-003",
            "AHP-COMP-001",
            "AHP-FAIL-001",
            "AHP-FAIL-002",
            "AHP-STDIO-001",
            "AHP-HTTP-001");

    @TempDir
    Path dir;

    private static String page() throws Exception {
        return Files.readString(Checkout.file("docs/ahp.md"));
    }

    private static List<String> blocks(String language) throws Exception {
        return Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```")
                .matcher(page())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void every_registration_that_it_shows_is_one() throws Exception {
        assertThat(blocks("json"))
                .hasSize(2)
                .allSatisfy(text -> assertThat(
                                Registration.of(JsonObject.parse(text)).backends())
                        .isNotEmpty());
    }

    @Test
    void the_example_runs_and_denies_what_it_says() throws Exception {
        var file = Files.writeString(dir.resolve("ahp.json"), blocks("json").getFirst());
        var guard = Files.writeString(dir.resolve("guard.sh"), blocks("sh").getFirst());
        Files.setPosixFilePermissions(guard, PosixFilePermissions.fromString("rwx------"));
        var backend = Registration.read(file).backends().getFirst();
        var programs = new LocalTools(System.getenv(), dir, dir).programs(null);
        try (var posts = new WebPosts(Network::direct);
                var channels = new Channels(programs, words -> words, posts);
                var channel = channels.to(backend, dir)) {
            var deadline = Deadline.in(Duration.ofSeconds(Patience.SECONDS));
            assertThat(channel.ask(BackendsTest.event("one", "git status"), deadline))
                    .isNull();
            assertThat(channel.ask(BackendsTest.event("two", "git push origin"), deadline))
                    .isEqualTo(new Denial("Pushing is left to people.", null));
        }
    }

    @Test
    void the_claim_names_role_bindings_and_profiles_AHP_CORE_001_AHP_CORE_002() throws Exception {
        assertThat(page().replaceAll("\\s+", " "))
                .contains("Pawl is a harness of version `" + Protocol.VERSION
                        + "`, with the bindings stdio and http and the profiles base, tool-interception and"
                        + " lifecycle-observation, and a backend with the same bindings and the profiles base and"
                        + " tool-interception.");
    }

    /** Every requirement has a row, and each test of the row names it. */
    @Test
    void every_requirement_has_tests_that_name_it() throws Exception {
        var rows = ROW.matcher(page()).results().toList();
        assertThat(rows).extracting(row -> row.group(1)).containsExactlyInAnyOrderElementsOf(REQUIREMENTS);
        for (var row : rows) {
            var tests = NAME.matcher(row.group(2))
                    .results()
                    .map(name -> name.group(1))
                    .toList();
            assertThat(tests).as(row.group(1)).isNotEmpty();
            for (var test : tests) {
                var folder = test.equals("PolicyServicesTest")
                        ? "program/app/src/test/java/dev/pawl/app/"
                        : "features/shellhooks/src/test/java/dev/pawl/shellhooks/ahp/";
                var source = Files.readString(Checkout.file(folder + test + ".java"));
                var id = row.group(1);
                assertThat(source.contains(id) || source.contains(id.replace('-', '_')))
                        .as("%s names %s", test, id)
                        .isTrue();
            }
        }
    }
}
