package dev.pawl.acceptance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.pawl.machine.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The one import rule: downwards, never sideways. A room may stand here before it is built. */
class ImportRuleTest {
    private static final String HOUSE = "dev.pawl.";

    private static final Set<String> GROUND = Set.of("api", "base");
    private static final Set<String> CORE = Set.of("hooks", "loader", "accounts", "ai", "session", "tools", "config");
    private static final Set<String> FEATURES =
            Set.of("bridge", "shellhooks", "policy", "mcp", "packages", "observe", "codemode");
    private static final Set<String> PROGRAM = Set.of("screen", "serve", "commands", "fleet");
    private static final Set<String> INTEGRATIONS = Set.of("springai", "langchain4j", "springboot", "postgres");

    private static final Pattern NAMED = Pattern.compile("\\bdev\\.pawl\\.([a-z0-9]+)\\.");

    /** Which rooms each room may see. */
    private static final Map<String, Set<String>> SEES = sees();

    private static Map<String, Set<String>> sees() {
        var sees = new TreeMap<String, Set<String>>();
        GROUND.forEach(room -> sees.put(room, Set.of()));
        CORE.forEach(room -> sees.put(room, GROUND));
        sees.put("loader", union(List.of(GROUND, Set.of("hooks"))));
        sees.put("ai", union(List.of(GROUND, Set.of("accounts"))));
        sees.put("agent", union(List.of(GROUND, CORE)));
        FEATURES.forEach(room -> sees.put(room, union(List.of(GROUND, CORE))));
        sees.put("tui", GROUND); // it has never heard of a model
        var agent = union(List.of(GROUND, CORE, Set.of("agent", "tui")));
        sees.put("cli", agent);
        sees.put("start", union(List.of(agent, FEATURES, Set.of("cli"))));
        PROGRAM.forEach(room -> sees.put(room, union(List.of(agent, FEATURES, Set.of("cli", "start")))));
        sees.put(
                "commands",
                union(List.of(
                        sees.get("commands"), Set.of("testkit")))); // its fakes, in which hooks are tried and replayed
        var everything = union(List.of(agent, FEATURES, PROGRAM, Set.of("cli", "start")));
        sees.put("app", everything);
        sees.put("testkit", everything);
        sees.put("training", union(List.of(everything, Set.of("app", "testkit"))));
        INTEGRATIONS.forEach(room -> sees.put(room, union(List.of(GROUND, CORE, FEATURES, Set.of("agent")))));
        sees.put("machine", Set.of());
        sees.put("examples", Set.of("api"));
        return sees;
    }

    /** The folders show the floors, so every room stands in that of its floor. */
    @Test
    void rooms_stand_in_the_folder_of_their_floor() throws IOException {
        for (var room : Checkout.rooms()) {
            var name = room.getFileName().toString();
            var floor = room.getParent().equals(Checkout.ROOT)
                    ? ""
                    : room.getParent().getFileName().toString();
            var expected = GROUND.contains(name) || CORE.contains(name) || name.equals("agent")
                    ? "core"
                    : FEATURES.contains(name)
                            ? "features"
                            : PROGRAM.contains(name) ? "program" : INTEGRATIONS.contains(name) ? "integrations" : floor;
            assertThat(floor).as("the floor of %s", name).isEqualTo(expected);
            assertThat(floor)
                    .as("the floor of %s", name)
                    .isIn("core", "features", "integrations", "program", "testing", "");
        }
    }

    @Test
    void rooms_see_only_the_floors_below() {
        classes()
                .that()
                .resideOutsideOfPackage("dev.pawl.acceptance..")
                .should(seeOnlyTheFloorsBelow())
                .check(MainCode.CLASSES);
    }

    /** Those of integrations are not part of every build, so their sources are read. */
    @Test
    void integrations_name_only_the_floors_below() throws IOException {
        for (var room : INTEGRATIONS) {
            try (var files = Files.walk(Checkout.file("integrations/" + room + "/src/main/java"))) {
                for (var file :
                        files.filter(one -> one.toString().endsWith(".java")).toList()) {
                    var named = NAMED.matcher(Files.readString(file)).results().map(found -> found.group(1));
                    assertThat(named.filter(one -> !one.equals(room)))
                            .as("rooms that %s names", file)
                            .isSubsetOf(SEES.get(room));
                }
            }
        }
    }

    private static ArchCondition<JavaClass> seeOnlyTheFloorsBelow() {
        return new ArchCondition<>("see only the floors below") {
            @Override
            public void check(JavaClass from, ConditionEvents events) {
                var room = room(from);
                var allowed = SEES.get(room);
                if (allowed == null) {
                    var rooms = SEES.keySet().stream().collect(joining(", "));
                    events.add(SimpleConditionEvent.violated(
                            from, from.getName() + " is in no room of the house (" + rooms + ")"));
                    return;
                }
                for (var dependency : from.getDirectDependenciesFromSelf()) {
                    var to = dependency.getTargetClass();
                    if (to.getPackageName().startsWith(HOUSE)
                            && !room(to).equals(room)
                            && !allowed.contains(room(to))) {
                        events.add(SimpleConditionEvent.violated(from, dependency.getDescription()));
                    }
                }
            }
        };
    }

    private static String room(JavaClass type) {
        var inside = type.getPackageName().substring(HOUSE.length());
        var dot = inside.indexOf('.');
        return dot < 0 ? inside : inside.substring(0, dot);
    }

    private static Set<String> union(List<Set<String>> sets) {
        return sets.stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }
}
