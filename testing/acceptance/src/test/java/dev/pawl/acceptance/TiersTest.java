package dev.pawl.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Checkout;
import dev.pawl.machine.GeneratedDoc;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
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
import org.junit.jupiter.api.Test;

/** The tiers of tests: which test runs when, so that none is left out and the first tier stays short. */
class TiersTest {
    private static final Path ROOT = Checkout.ROOT;

    /** The classes of the first tier that start the program; all others that do are marked {@code @Deep}. */
    private static final List<String> START_THE_PROGRAM = List.of(
            "dev.pawl.acceptance.program.OneOfEachTest",
            "dev.pawl.acceptance.program.SignalsTest",
            "dev.pawl.acceptance.rpc.DialogTest",
            "dev.pawl.acceptance.terminal.LeavingTest");

    /** The one class by which tests start the program. */
    private static final String PROGRAM = "dev.pawl.testkit.program.ProgramCommand";

    private static final Pattern TEST = Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory)\\b");

    /** Class-level or method-level marks, in the order in which they stand before a test. */
    private static final Pattern MARK = Pattern.compile("@(Deep|Beside|Tag\\(\"(?:figures|campaign|image)\"\\))\\s");

    private static final Pattern TYPE = Pattern.compile("^(public |final |abstract )*class ", Pattern.MULTILINE);

    private static final Pattern ABSTRACT = Pattern.compile("^(public )?abstract class ", Pattern.MULTILINE);

    private static final List<String> TIERS = List.of("first", "deep", "beside", "by hand");

    private static List<Path> testSources() throws IOException {
        var sources = new ArrayList<Path>();
        for (var room : Checkout.rooms()) {
            if (Files.isDirectory(room.resolve("src/test/java"))) {
                try (var files = Files.walk(room.resolve("src/test/java"))) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        return sources;
    }

    @Test
    void every_test_of_every_room_is_counted_in_its_tier() throws IOException {
        var rooms = new TreeMap<String, Map<String, Integer>>();
        for (var file : testSources()) {
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
        var table = new StringBuilder("| room | first | deep | beside | by hand |\n|---|---|---|---|---|\n");
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
        var type = TYPE.matcher(source);
        var ofClass = tier(type.find() ? source.substring(0, type.start()) : "");
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
            default -> "by hand";
        };
    }

    @Test
    void in_the_first_tier_only_named_classes_start_the_program() throws IOException {
        var found = new ArrayList<String>();
        var kit = read(Checkout.file("testing/testkit/target/classes"));
        for (var room : Checkout.rooms()) {
            if (Files.isDirectory(room.resolve("target/test-classes"))) {
                var tests = read(room.resolve("target/test-classes"));
                tests.values().stream()
                        .filter(one -> one.name().endsWith("Test") && !one.isMarked())
                        .map(ReadClass::name)
                        .filter(name -> reaches(name, tests, kit))
                        .forEach(found::add);
            }
        }
        assertThat(found)
                .as("classes of the first tier that start the program; mark others with @Deep")
                .containsExactlyInAnyOrderElementsOf(START_THE_PROGRAM);
    }

    /** A class file: the classes it names, and whether a mark puts all of its tests into another tier than the first. */
    private record ReadClass(String name, Set<String> needs, boolean isMarked) {}

    private static final Set<String> MARKS =
            Set.of("Ldev/pawl/machine/Deep;", "Ldev/pawl/machine/Beside;", "Lorg/junit/jupiter/api/Tag;");

    private static Map<String, ReadClass> read(Path folder) throws IOException {
        var classes = new TreeMap<String, ReadClass>();
        try (var files = Files.walk(folder)) {
            for (var file :
                    files.filter(one -> one.toString().endsWith(".class")).toList()) {
                var parsed = ClassFile.of().parse(file);
                var needs = new HashSet<String>();
                for (var entry : parsed.constantPool()) {
                    if (entry instanceof ClassEntry named) {
                        needs.add(named.asInternalName().replace('/', '.'));
                    }
                }
                boolean marked = parsed.findAttribute(Attributes.runtimeVisibleAnnotations())
                        .map(all -> all.annotations().stream()
                                .anyMatch(one -> MARKS.contains(one.className().stringValue())))
                        .orElse(false);
                var name = parsed.thisClass().asInternalName().replace('/', '.');
                classes.put(name, new ReadClass(name, needs, marked));
            }
        }
        return classes;
    }

    /** Returns whether a test needs the program's command, directly or through helpers of its room or of the test kit. */
    private static boolean reaches(String test, Map<String, ReadClass> tests, Map<String, ReadClass> kit) {
        var seen = new HashSet<String>(Set.of(test));
        var next = new ArrayDeque<String>(List.of(test));
        while (!next.isEmpty()) {
            var name = next.remove();
            if (name.equals(PROGRAM)) {
                return true;
            }
            var type = tests.getOrDefault(name, kit.get(name));
            if (type != null) {
                type.needs().stream()
                        .filter(needed -> !needed.endsWith("Test") && seen.add(needed))
                        .forEach(next::add);
            }
        }
        return false;
    }
}
