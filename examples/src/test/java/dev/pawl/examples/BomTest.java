package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The BOM, the recipe of a release and the page on embedding name the same artefacts in the same version. */
class BomTest {
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(pawl-[a-z0-9-]+)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

    private static String version() throws IOException {
        var version = VERSION.matcher(Files.readString(Checkout.file("pom.xml")));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

    @Test
    void the_bom_names_what_the_release_recipe_builds_and_the_reverse() throws IOException {
        var bom = ARTIFACT.matcher(Files.readString(Checkout.file("bom/pom.xml")))
                .results()
                .map(found -> found.group(1))
                .filter(name -> !name.equals("pawl-bom"))
                .toList();
        var rooms = new ArrayList<String>();
        for (var room : Checkout.rooms()) {
            if (room.endsWith("packages")) {
                continue; // It installs what the program loads.
            }
            var floor = room.getParent().getFileName().toString();
            if (List.of("core", "features", "integrations").contains(floor)
                    || List.of("tui", "testkit").contains(room.getFileName().toString())) {
                rooms.add(ARTIFACT.matcher(Files.readString(room.resolve("pom.xml")))
                        .results()
                        .map(MatchResult::group)
                        .findFirst()
                        .orElseThrow()
                        .replaceAll("</?artifactId>", ""));
            }
        }
        assertThat(bom).containsExactlyInAnyOrderElementsOf(rooms);
        assertThat(Files.readString(Checkout.file("bom/pom.xml"))).contains("<version>" + version() + "</version>");
        assertThat(Files.readString(Checkout.file("docs/embedding.md")))
                .contains("<version>" + version() + "</version>", "pawl-bom:" + version());
        var recipe = Files.readString(Checkout.file("docs/install.md"));
        for (var room : Checkout.rooms()) {
            var floor = room.getParent().getFileName().toString();
            if (List.of("features", "integrations").contains(floor) && !room.endsWith("packages")) {
                assertThat(recipe).contains(floor + "/" + room.getFileName());
            }
        }
    }
}
