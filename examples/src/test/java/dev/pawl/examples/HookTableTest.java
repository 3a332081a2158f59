package dev.pawl.examples;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.GeneratedDoc;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of points in the documentation is the one in {@link HookPoints}; {@code -Dgoldens=write} rewrites it. */
class HookTableTest {
    private static final Path DOCS = Checkout.file("docs/hooks.md");

    @Test
    void the_documentation_lists_every_point_as_it_is() throws Exception {
        GeneratedDoc.check(DOCS, "points", table());
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
                        ReferencePages.constant(point),
                        point.kind(),
                        point.event().getSimpleName(),
                        point.budget().words(),
                        older,
                        point.traits().doc());
    }
}
