package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of points in the documentation is the one in {@link HookPoints}; {@code -Dgoldens=write} rewrites it. */
class HookTableTest {
    private static final Path DOCS = Path.of("../docs/hooks.md");
    private static final String BEGIN = "<!-- points:begin -->\n";
    private static final String END = "<!-- points:end -->";

    @Test
    void the_documentation_lists_every_point_as_it_is() throws Exception {
        var docs = Files.readString(DOCS);
        int begin = docs.indexOf(BEGIN) + BEGIN.length();
        int end = docs.indexOf(END, begin);
        if ("write".equals(System.getProperty("goldens"))) {
            docs = docs.substring(0, begin) + table() + docs.substring(end);
            Files.writeString(DOCS, docs);
            end = docs.indexOf(END, begin);
        }

        assertThat(docs.substring(begin, end))
                .as("the table between the marks in docs/hooks.md; -Dgoldens=write rewrites it")
                .isEqualTo(table());
    }

    private static String table() {
        return HookPoints.all().stream().map(HookTableTest::row).collect(Collectors.joining("", """
            | point | constant | kind | event | time limit | older names | what for |
            |---|---|---|---|---|---|---|
            """, ""));
    }

    private static String row(HookPoint<?, ?> point) {
        var older =
                point.aliases().stream().map(alias -> "`" + alias.name() + "`").collect(Collectors.joining(", "));
        return "| `%s` | `%s` | %s | `%s` | %s | %s | %s |\n"
                .formatted(
                        point.name(),
                        constant(point),
                        point.kind(),
                        point.event().getSimpleName(),
                        point.budget().words(),
                        older,
                        point.traits().doc());
    }

    private static String constant(HookPoint<?, ?> point) {
        return Arrays.stream(HookPoints.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()))
                .filter(field -> {
                    try {
                        return field.get(null) == point;
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                })
                .findFirst()
                .orElseThrow()
                .getName();
    }
}
