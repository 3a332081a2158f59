package dev.pawl.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules for the packages inside the rooms: small ones, and none that needs itself through another. */
class PackageRuleTest {
    private static final int MOST_CLASSES = 25;

    /** One record for each event; hooks import them together. */
    private static final Set<String> LARGE = Set.of("dev.pawl.api.event");

    private static final int MOST_PARAMETERS = 8;

    /** Records that have one component for each field of a file or a message, whose format is not ours to cut. */
    private static final Set<String> MIRRORS = Set.of(
            "dev.pawl.ai.catalogue.ModelShape",
            "dev.pawl.ai.catalogue.Provider",
            "dev.pawl.ai.catalogue.ProviderEntry",
            "dev.pawl.ai.catalogue.ProviderEntry$ModelEntry",
            "dev.pawl.api.event.ToolAuthorize",
            "dev.pawl.api.event.ToolResult",
            "dev.pawl.api.message.Message$Assistant",
            "dev.pawl.api.message.Message$BashExecution",
            "dev.pawl.api.model.Model",
            "dev.pawl.api.model.ProviderConfig",
            "dev.pawl.api.session.Entry$Compaction",
            "dev.pawl.api.tool.Tool",
            "dev.pawl.session.list.SessionSummary",
            "dev.pawl.tools.text.Truncation");

    private static JavaClasses house;

    @BeforeAll
    static void read() {
        house = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.pawl");
    }

    @Test
    void no_package_holds_more_than_25_classes() {
        var packages = new TreeMap<String, Set<String>>();
        for (var type : house) {
            if (type.isTopLevelClass() && !type.getSimpleName().equals("module-info") && !isTest(type)) {
                packages.computeIfAbsent(type.getPackageName(), _ -> new TreeSet<>())
                        .add(type.getSimpleName());
            }
        }
        assertThat(packages).isNotEmpty();
        var large = packages.entrySet().stream()
                .filter(one -> one.getValue().size() > MOST_CLASSES && !LARGE.contains(one.getKey()))
                .map(one -> one.getKey() + " holds " + one.getValue().size() + " classes: " + one.getValue())
                .toList();
        assertThat(large).isEmpty();
    }

    @Test
    void no_package_needs_itself_through_others() {
        var needs = new TreeMap<String, Map<String, String>>();
        for (var type : house) {
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

    @Test
    void no_constructor_takes_more_than_8_parameters() {
        var tooLong = new TreeSet<String>();
        var mirrors = new TreeSet<String>();
        for (var type : house) {
            if (isTest(type)) {
                continue;
            }
            // The name and the ordinal of a constant are passed by the compiler.
            int hidden = type.isEnum() ? 2 : 0;
            for (var constructor : type.getConstructors()) {
                int parameters = constructor.getRawParameterTypes().size() - hidden;
                if (parameters > MOST_PARAMETERS && MIRRORS.contains(type.getName())) {
                    mirrors.add(type.getName());
                } else if (parameters > MOST_PARAMETERS) {
                    tooLong.add(type.getName() + " takes " + parameters);
                }
            }
        }
        assertThat(tooLong).isEmpty();
        // A record that became shorter leaves the list.
        assertThat(mirrors).isEqualTo(MIRRORS);
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
        return type.getPackageName().startsWith("dev.pawl.house")
                || type.getPackageName().startsWith("dev.pawl.bench")
                || type.getPackageName().startsWith("dev.pawl.examples");
    }
}
