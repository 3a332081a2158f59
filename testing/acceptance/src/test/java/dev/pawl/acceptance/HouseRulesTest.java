package dev.pawl.acceptance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.library.GeneralCodingRules;
import dev.pawl.api.HookPoints;
import dev.pawl.machine.Checkout;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** The rules of the house that the compiler cannot know. */
class HouseRulesTest {
    private static final Path ROOT = Checkout.ROOT;
    private static final JavaClasses HOUSE = MainCode.CLASSES;

    private static List<Path> rooms() throws IOException {
        return Checkout.rooms().stream()
                .filter(room -> Files.isDirectory(room.resolve("src/main/java/dev/pawl")))
                .toList();
    }

    @Test
    void every_room_is_null_marked_and_says_in_one_sentence_what_it_is() throws IOException {
        for (var room : rooms()) {
            // JMH generates classes that no module may hold; what trains the program is on its class path.
            if (room.endsWith("bench") || room.endsWith("training") || isIntegration(room)) {
                continue;
            }
            assertThat(Files.readString(room.resolve("src/main/java/module-info.java")))
                    .as("module-info of %s", room.getFileName())
                    .contains("@org.jspecify.annotations.NullMarked")
                    .containsPattern("/\\*\\* [A-Z].*\\. \\*/")
                    .contains("module dev.pawl." + room.getFileName() + " {");
        }
        assertThat(rooms()).hasSizeGreaterThanOrEqualTo(4);
    }

    /** Frameworks are used on the class path, so what goes with them is no module. */
    private static boolean isIntegration(Path room) {
        return room.getParent().endsWith("integrations");
    }

    private static final Pattern DEPENDENCY = Pattern.compile(
            "<artifactId>pawl-([a-z]+)</artifactId>\\s*(<type>test-jar</type>\\s*)?(<scope>test</scope>)?");

    /** In Maven the scope nearest to the program wins, so that a room would be missing when it runs. */
    @Test
    void no_room_declares_for_its_tests_only_what_a_room_below_it_runs_with() throws IOException {
        var runs = new HashMap<String, Set<String>>();
        var tests = new HashMap<String, Set<String>>();
        for (var room : rooms()) {
            var name = room.getFileName().toString();
            var pom = DEPENDENCY.matcher(Files.readString(room.resolve("pom.xml")));
            while (pom.find()) {
                if (pom.group(2) == null) {
                    (pom.group(3) == null ? runs : tests)
                            .computeIfAbsent(name, _ -> new TreeSet<>())
                            .add(pom.group(1));
                }
            }
        }
        assertThat(runs.get("commands")).contains("testkit");
        tests.forEach((room, tested) -> {
            var below = new TreeSet<String>();
            var next = new ArrayDeque<>(runs.getOrDefault(room, Set.of()));
            while (!next.isEmpty()) {
                var one = next.remove();
                if (below.add(one)) {
                    next.addAll(runs.getOrDefault(one, Set.of()));
                }
            }
            assertThat(tested).as("test scope in %s", room).doesNotContainAnyElementsOf(below);
        });
    }

    /** Whose main code is for tests or measures. */
    private static final Set<String> NOT_OF_THE_PROGRAM = Set.of("testkit", "machine", "bench", "field", "training");

    /** Where hooks are tried, and replayed over recorded sessions: in the fakes of the test kit, as in tests. */
    private static final Set<String> TRIES_HOOKS = Set.of("commands");

    @Test
    void no_room_of_the_program_requires_test_code_except_to_try_hooks() throws IOException {
        for (var room : rooms()) {
            var name = room.getFileName().toString();
            if (NOT_OF_THE_PROGRAM.contains(name)) {
                continue;
            }
            var testCode = TRIES_HOOKS.contains(name) ? "machine" : "(testkit|machine)";
            assertThat(Files.readString(room.resolve("pom.xml")))
                    .as("pom.xml of %s takes test code in test scope only", room.getFileName())
                    .doesNotContainPattern("(<artifactId>pawl-" + testCode
                            + "</artifactId>|<type>test-jar</type>)(?!\\s*<scope>test</scope>)");
            if (isIntegration(room)) {
                continue;
            }
            assertThat(Files.readString(room.resolve("src/main/java/module-info.java")))
                    .as("module-info of %s", room.getFileName())
                    .doesNotContainPattern("requires [^;]*dev\\.pawl\\." + testCode);
        }
        noClasses()
                .that()
                .resideInAPackage("dev.pawl.commands..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.pawl.testkit.*..")
                .because("trials of hooks need only the fakes, which are in the kit's own package")
                .check(HOUSE);
    }

    @Test
    void below_the_roof_no_room_writes_to_the_terminal() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.pawl.app..",
                        "dev.pawl.cli..",
                        "dev.pawl.serve..",
                        "dev.pawl.start..",
                        "dev.pawl.bench..",
                        "dev.pawl.field..",
                        "dev.pawl.training..",
                        "dev.pawl.acceptance..",
                        "dev.pawl.machine..")
                .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
                .check(HOUSE);
    }

    @Test
    void nothing_is_promised_for_later_in_the_vocabulary() {
        noClasses()
                .that()
                .resideInAPackage("dev.pawl.api..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Future.class, CompletionStage.class, CompletableFuture.class)
                .because("everything blocks; virtual threads make it cheap")
                .check(HOUSE);
    }

    @Test
    void only_one_class_makes_clients_for_the_network() {
        var opens = new DescribedPredicate<JavaMethodCall>("reach the network past Network") {
            @Override
            public boolean test(JavaMethodCall call) {
                var owner = call.getTargetOwner();
                var name = call.getName();
                return (owner.isEquivalentTo(HttpClient.class) && name.startsWith("new"))
                        || (owner.isEquivalentTo(HttpRequest.class) && name.startsWith("new"))
                        || (owner.isEquivalentTo(URL.class) && name.startsWith("open"))
                        || (owner.isEquivalentTo(SSLContext.class)
                                && (name.equals("getDefault") || name.equals("getInstance")))
                        || (owner.isEquivalentTo(ProxySelector.class) && name.endsWith("Default"));
            }
        };
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.pawl.base.net..",
                        "dev.pawl.acceptance..",
                        "dev.pawl.bench..",
                        "dev.pawl.field..",
                        "dev.pawl.machine..",
                        "dev.pawl.testkit..",
                        "dev.pawl.training..")
                .should()
                .callMethodWhere(opens)
                .because("proxies and certificates of settings and environment hold for every connection")
                .check(HOUSE);
    }

    @Test
    void only_the_roof_ends_the_program() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.pawl.app..", "dev.pawl.screen..")
                .should()
                .callMethod(System.class, "exit", int.class)
                .check(HOUSE);
    }

    /** The classes of the agent, the engine and the loader that wait by the clock: none for the sake of an order. */
    private static final Map<String, String> BY_THE_CLOCK = Map.of(
            "dev.pawl.agent.request.CacheWarming", "the time for which a provider keeps a cache",
            "dev.pawl.agent.tool.ToolBatch", "the limit of a tool that was aborted",
            "dev.pawl.hooks.bound.Bounded", "the limit of a call into a hook",
            "dev.pawl.hooks.bound.CarrierGuard", "that nothing happens on a carrier can only be seen by the clock",
            "dev.pawl.hooks.bound.Program", "the limit of a program that a hook runs",
            "dev.pawl.hooks.bound.Ticker", "the limit of a handler",
            "dev.pawl.hooks.dispatch.Engine", "the limit of hooks that are tried on the command line",
            "dev.pawl.hooks.registry.Timer", "the period of a hook's timer");

    private static final Pattern WAITS = Pattern.compile(
            "sleep|join|wait|waitFor|await|awaitNanos|awaitTermination|get|poll|offer|tryLock|tryAcquire"
                    + "|timed[A-Z]\\w+|park(Nanos|Until)|schedule\\w*|orTimeout|completeOnTimeout|settle|exchange");

    @Test
    void the_core_waits_by_the_clock_only_for_limits_and_timers() {
        var waiting = new TreeSet<String>();
        for (var one : HOUSE) {
            if (one.getPackageName().matches("dev\\.pawl\\.(agent|hooks|loader)(\\..*)?")) {
                one.getMethodCallsFromSelf().stream()
                        .filter(call -> isTimed(call.getTarget()))
                        .forEach(_ -> waiting.add(one.getName().replaceAll("\\$.*", "")));
            }
        }
        assertThat(waiting).isEqualTo(new TreeSet<>(BY_THE_CLOCK.keySet()));
    }

    private static boolean isTimed(AccessTarget.MethodCallTarget called) {
        var parameters =
                called.getRawParameterTypes().stream().map(JavaClass::getName).collect(Collectors.toSet());
        return called.getOwner().getName().matches("java\\..*|dev\\.pawl\\.base\\..*")
                && WAITS.matcher(called.getName()).matches()
                && (parameters.contains(Duration.class.getName())
                        || parameters.contains(TimeUnit.class.getName())
                        || (parameters.contains("long")
                                && called.getOwner().getName().matches("java\\.lang\\.(Thread|Object)|.*LockSupport")));
    }

    @Test
    void a_hook_point_is_one_line_of_at_most_160_columns() throws IOException {
        var points = Files.readAllLines(ROOT.resolve("core/api/src/main/java/dev/pawl/api/HookPoints.java")).stream()
                .filter(line -> line.startsWith("    public static final "))
                .toList();
        assertThat(points).hasSameSizeAs(HookPoints.all());
        assertThat(points)
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(160).endsWith(";"));
    }

    /** Given whole paths by others, which find them by the rule. */
    private static final List<String> GIVEN_WHOLE_PATHS =
            List.of("LocalBash.java", "ProgramOutput.java", "Programs.java");

    /** Names programs in commands of the model and of hooks, to judge them; it starts none. */
    private static final Pattern ONLY_JUDGED = Pattern.compile("/policy/(command|rule)/|/trust/KnownPrograms\\.java");

    /** The one place that knows how git is called, and the name of a folder. */
    private static final Pattern NAMES_GIT =
            Pattern.compile("/base/GitCommand\\.java|/packages/install/PackagePlaces\\.java");

    /** The sources of all rooms that are part of the program. */
    private static List<Path> sourcesOfTheProgram() throws IOException {
        var sources = new ArrayList<Path>();
        for (var room : rooms()) {
            if (!NOT_OF_THE_PROGRAM.contains(room.getFileName().toString())) {
                try (var files = Files.walk(room.resolve("src/main/java"))) {
                    files.filter(path -> path.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(500);
        return sources;
    }

    @Test
    void no_program_is_started_by_a_name_that_a_project_could_bring_and_git_is_called_in_one_place()
            throws IOException {
        for (var file : sourcesOfTheProgram()) {
            var source = Files.readString(file);
            boolean namesGit = NAMES_GIT.matcher(file.toString()).find();
            if (!namesGit && !ONLY_JUDGED.matcher(file.toString()).find()) {
                assertThat(source).as("%s", ROOT.relativize(file)).doesNotContain("\"git\"");
            }
            if (source.contains("new ProcessBuilder(\"pawl\"")) {
                continue; // In an example of how to embed it.
            }
            if (source.contains("new ProcessBuilder(")
                    && !GIVEN_WHOLE_PATHS.contains(file.getFileName().toString())) {
                assertThat(source)
                        .as("%s finds programs by absolute entries of the PATH", ROOT.relativize(file))
                        .containsPattern("Programs\\.|\"/bin/sh\"");
            }
        }
    }

    /** These start commands of the user, the model or a hook, or programs that search, which are about the project. */
    private static final Set<String> STARTS_IN_THE_PROJECT = Set.of(
            "ExternalEditor.java",
            "GroupProcess.java",
            "HookEdit.java",
            "KeyCommands.java",
            "LocalBash.java",
            "NodeProcess.java",
            "PipedPrograms.java",
            "Program.java",
            "ProgramOutput.java");

    /** These start programs in folders of Pawl's own, with options that keep them from looking above. */
    private static final Set<String> STARTS_IN_ITS_OWN_FOLDER =
            Set.of("Commands.java", "NodePackages.java", "ProgramUpdate.java");

    /** These start {@code stty} and {@code kill}, which read no configuration. */
    private static final Set<String> STARTS_WITHOUT_CONFIGURATION =
            Set.of("ProcessTree.java", "SttyTty.java", "SystemTerminal.java");

    @Test
    void a_program_is_started_away_from_the_project_unless_it_is_about_it() throws Exception {
        for (var file : sourcesOfTheProgram()) {
            var name = file.getFileName().toString();
            var source = Files.readString(file);
            boolean known = name.equals("Programs.java")
                    || STARTS_IN_THE_PROJECT.contains(name)
                    || STARTS_IN_ITS_OWN_FOLDER.contains(name)
                    || STARTS_WITHOUT_CONFIGURATION.contains(name);
            if (source.contains("new ProcessBuilder(") && !source.contains("new ProcessBuilder(\"pawl\"")) {
                assertThat(known)
                        .as(
                                "%s starts a program: with Programs.away, so that it reads no configuration of a"
                                        + " project that names programs",
                                ROOT.relativize(file))
                        .isTrue();
            }
        }
    }

    private static final Pattern READS_WHATEVER_IS_THERE =
            Pattern.compile("Files\\.(readString|readAllBytes|readAllLines|newBufferedReader|lines)\\(");

    /** These read the kernel's files, files that they made themselves, or files whose kind they have looked at. */
    private static final Set<String> READS_KNOWN_FILES = Set.of(
            "AuditExport.java",
            "CommandSpool.java",
            "ExternalEditor.java",
            "FileBefore.java",
            "HookReports.java",
            "JsonFile.java",
            "LocalFiles.java",
            "LockRecord.java",
            "NodeChildren.java",
            "Npm.java",
            "OwnCommand.java",
            "MarkedProcesses.java",
            "ProcessStat.java",
            "TraceFile.java",
            "Tree.java",
            "WatchServer.java");

    @Test
    void files_of_unknown_origin_are_opened_by_the_reader_of_regular_files() throws IOException {
        for (var file : sourcesOfTheProgram()) {
            if (!READS_KNOWN_FILES.contains(file.getFileName().toString())) {
                assertThat(Files.readString(file))
                        .as("%s reads files with RegularFile, which no pipe or device holds up", ROOT.relativize(file))
                        .doesNotContainPattern(READS_WHATEVER_IS_THERE);
            }
        }
    }

    @Test
    void ci_runs_the_test_commands_of_the_readme() throws IOException {
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("mvn -B verify", "mvn -B verify -Pdeep");
        assertThat(Files.readString(ROOT.resolve(".ci/run"))).contains("mvn -B verify && exec mvn -B verify -Pdeep");
    }
}
