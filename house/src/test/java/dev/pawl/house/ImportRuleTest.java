package dev.pawl.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static java.util.stream.Collectors.joining;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The one import rule: downwards, never sideways. A room may stand here before it is built. */
class ImportRuleTest {
    private static final String HOUSE = "dev.pawl.";

    private static final Set<String> GROUND = Set.of("api", "base");
    private static final Set<String> FIRST_FLOOR =
            Set.of("hooks", "ai", "session", "tools", "config", "client", "durable");
    private static final Set<String> SECOND_FLOOR = Set.of(
            "agent",
            "tui",
            "bridge",
            "shellhooks",
            "trial",
            "mcp",
            "policy",
            "packages",
            "observe",
            "postgres",
            "restate");

    /** Which rooms each room may see. */
    private static final Map<String, Set<String>> SEES = sees();

    private static Map<String, Set<String>> sees() {
        var sees = new TreeMap<String, Set<String>>();
        sees.put("property", Set.of());
        sees.put("api", Set.of());
        sees.put("base", Set.of());
        FIRST_FLOOR.forEach(room -> sees.put(room, GROUND));
        SECOND_FLOOR.forEach(room -> sees.put(room, and(FIRST_FLOOR, "api", "base")));
        sees.put("tui", GROUND); // it has never heard of a model
        sees.put("testkit", and(and(FIRST_FLOOR, "api", "base"), SECOND_FLOOR.toArray(String[]::new)));
        sees.put("app", sees.get("testkit"));
        sees.put("examples", Set.of("api"));
        return sees;
    }

    @Test
    void rooms_see_only_the_floors_below() {
        classes()
                .that()
                .resideOutsideOfPackage("dev.pawl.house..")
                .should(seeOnlyTheFloorsBelow())
                .check(MainCode.CLASSES);
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

    private static Set<String> and(Set<String> some, String... more) {
        var all = new HashSet<>(some);
        all.addAll(Set.of(more));
        return all;
    }
}
