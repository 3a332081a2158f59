package dev.pawl.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.pawl.property.Beside;
import dev.pawl.property.Deep;
import dev.pawl.property.GeneratedDoc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tiers of tests: which test runs when, so that none is left out and the first tier stays short. */
class TiersTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** The classes of the first tier that start the program; all others that do are marked {@link Deep}. */
    private static final List<String> START_THE_PROGRAM = List.of(
            "dev.pawl.house.program.OneOfEachTest",
            "dev.pawl.house.program.SignalsTest",
            "dev.pawl.house.program.StreamsTest",
            "dev.pawl.house.rpc.DialogTest",
            "dev.pawl.house.terminal.LeavingTest");

    /** The one class by which tests start the program. */
    private static final String PROGRAM = "dev.pawl.testkit.ProgramCommand";

    private static final Pattern TEST = Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory)\\b");

    /** Class-level or method-level marks, in the order in which they stand before a test. */
    private static final Pattern MARK = Pattern.compile("@(Deep|Beside|Tag\\(\"figures\"\\))\\s");

    private static final Pattern ABSTRACT = Pattern.compile("^(public )?abstract class ", Pattern.MULTILINE);

    private static final List<String> TIERS = List.of("first", "deep", "beside", "figures");

    private static Stream<Path> testSources() throws IOException {
        try (var all = Files.walk(ROOT)) {
            return all
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> ROOT.relativize(file).toString().contains("src/test/java/"))
                    .toList()
                    .stream();
        }
    }

    @Test
    void every_test_of_every_room_is_counted_in_its_tier() throws IOException {
        var rooms = new TreeMap<String, Map<String, Integer>>();
        for (var file : testSources().toList()) {
            var source = Files.readString(file);
            var counts = counts(source);
            if (!counts.isEmpty()) {
                // Tests of an abstract class run in the classes that extend it.
                if (ABSTRACT.matcher(source).find()) {
                    continue;
                }
                assertThat(file.getFileName().toString())
                        .as("the name of a file with tests, by which they are found: %s", ROOT.relativize(file))
                        .endsWith("Test.java");
                var room = ROOT.relativize(file).toString().replaceFirst("/?src/test/java/.*", "");
                var inRoom = rooms.computeIfAbsent(room, _ -> new TreeMap<>());
                counts.forEach((tier, number) -> inRoom.merge(tier, number, Integer::sum));
            }
        }
        var table = new StringBuilder("| room | first | deep | beside | figures |\n|---|---|---|---|---|\n");
        rooms.forEach((room, counts) -> table.append("| ")
                .append(room)
                .append(TIERS.stream()
                        .map(tier -> " | " + counts.getOrDefault(tier, 0))
                        .collect(Collectors.joining()))
                .append(" |\n"));
        GeneratedDoc.check(ROOT.resolve("docs/tests.md"), "tests", table.toString());
    }

    /** The number of test methods of a source file in each tier. */
    private static Map<String, Integer> counts(String source) {
        var counts = new TreeMap<String, Integer>();
        int body = source.indexOf("{");
        var ofClass = tier(source.substring(0, Math.max(body, 0)));
        var test = TEST.matcher(source);
        while (test.find()) {
            // The annotations of one method stand in adjacent lines.
            int from = source.lastIndexOf("\n\n", test.start());
            int to = source.indexOf("(", source.indexOf("void ", test.start()));
            var ofMethod = tier(source.substring(Math.max(from, 0), Math.max(to, test.end())));
            counts.merge(ofMethod.equals("first") ? ofClass : ofMethod, 1, Integer::sum);
        }
        return counts;
    }

    private static String tier(String annotations) {
        var mark = MARK.matcher(annotations);
        if (!mark.find()) {
            return "first";
        }
        return switch (mark.group(1)) {
            case "Deep" -> "deep";
            case "Beside" -> "beside";
            default -> "figures";
        };
    }

    @Test
    void in_the_first_tier_only_named_classes_start_the_program() throws IOException {
        var found = new ArrayList<String>();
        try (var rooms = Files.list(ROOT)) {
            for (var room : rooms.map(folder -> folder.resolve("target/test-classes"))
                    .filter(Files::isDirectory)
                    .toList()) {
                found.addAll(starters(new ClassFileImporter().importPath(room)));
            }
        }
        assertThat(found)
                .as("classes of the first tier that start the program; mark others with @Deep")
                .containsExactlyInAnyOrderElementsOf(START_THE_PROGRAM);
    }

    private static List<String> starters(JavaClasses tests) {
        return tests.stream()
                .filter(type -> type.isTopLevelClass() && type.getSimpleName().endsWith("Test"))
                .filter(type -> !type.isAnnotatedWith(Deep.class) && !type.isAnnotatedWith(Beside.class))
                .filter(type -> !type.isAnnotatedWith(org.junit.jupiter.api.Tag.class))
                .filter(type -> reaches(tests, type, PROGRAM))
                .map(JavaClass::getName)
                .toList();
    }

    /** Returns whether a class needs another one, directly or through classes of the same tests or of the test kit. */
    private static boolean reaches(JavaClasses tests, JavaClass from, String wanted) {
        var seen = new HashSet<String>(Set.of(from.getName()));
        var next = new ArrayDeque<JavaClass>(List.of(from));
        while (!next.isEmpty()) {
            for (var dependency : next.remove().getDirectDependenciesFromSelf()) {
                var to = dependency.getTargetClass();
                var name = to.getName();
                if (name.equals(wanted)) {
                    return true;
                }
                boolean ofTests = tests.contain(name) || name.startsWith("dev.pawl.testkit");
                if (ofTests && !name.endsWith("Test") && seen.add(name)) {
                    next.add(tests.contain(name) ? tests.get(name) : to);
                }
            }
        }
        return false;
    }
}
