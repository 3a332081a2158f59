package dev.pawl.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The rule for the packages inside the rooms: none needs itself through another. */
class PackageRuleTest {
    @Test
    void no_package_needs_itself_through_others() {
        var needs = new TreeMap<String, Map<String, String>>();
        for (var type : MainCode.CLASSES) {
            if (isTest(type)) {
                continue;
            }
            for (var dependency : type.getDirectDependenciesFromSelf()) {
                var from = type.getPackageName();
                var to = dependency.getTargetClass().getPackageName();
                if (to.startsWith("dev.pawl") && !to.equals(from)) {
                    needs.computeIfAbsent(from, _ -> new TreeMap<>()).putIfAbsent(to, dependency.getDescription());
                }
            }
        }
        assertThat(needs).isNotEmpty();
        var cycles = new ArrayList<String>();
        for (var from : needs.keySet()) {
            var back = wayBack(needs, from);
            if (!back.isEmpty()) {
                cycles.add(from + " needs itself:\n  " + String.join("\n  ", back));
            }
        }
        assertThat(cycles).isEmpty();
    }

    /** The shortest way from a package back to it, a dependency a line; empty if there is none. */
    private static List<String> wayBack(Map<String, Map<String, String>> needs, String start) {
        var cameFrom = new HashMap<String, String>();
        var next = new ArrayDeque<String>(List.of(start));
        while (!next.isEmpty()) {
            var here = next.remove();
            for (var to : needs.getOrDefault(here, Map.of()).keySet()) {
                if (to.equals(start)) {
                    var way = new ArrayList<String>();
                    way.add(needs.get(here).get(to));
                    for (var at = here; !at.equals(start); at = cameFrom.get(at)) {
                        way.addFirst(needs.get(cameFrom.get(at)).get(at));
                    }
                    return way;
                }
                if (cameFrom.putIfAbsent(to, here) == null) {
                    next.add(to);
                }
            }
        }
        return List.of();
    }

    private static boolean isTest(JavaClass type) {
        return type.getPackageName().startsWith("dev.pawl.acceptance")
                || type.getPackageName().startsWith("dev.pawl.bench")
                || type.getPackageName().startsWith("dev.pawl.examples");
    }
}
