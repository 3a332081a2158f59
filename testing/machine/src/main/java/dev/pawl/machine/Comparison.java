package dev.pawl.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** One row and column of the table that {@code mvn verify -Pbeside} ends with: something in Pawl beside one version of pi. */
public record Comparison(String name, Pi pi) {
    private static final int SHOWN = 3;
    private static final int WIDTH = 160;

    /** Keeps what differs for the table, and fails if any of it is not a {@link KnownDifference}. */
    public void found(Collection<String> differences) {
        var known = new LinkedHashSet<KnownDifference>();
        var unknown = new ArrayList<String>();
        for (var difference : differences) {
            KnownDifference.of(this, difference).ifPresentOrElse(known::add, () -> unknown.add(difference));
        }
        known.forEach(each -> append("reasons.tsv", each.name(), each.reason()));
        var names = known.stream().map(KnownDifference::name).collect(Collectors.joining(", "));
        if (unknown.isEmpty()) {
            append("rows.tsv", name, pi.version(), known.isEmpty() ? "same" : "as intended", names);
            return;
        }
        var shown = new ArrayList<>(
                unknown.stream().limit(SHOWN).map(Comparison::shortened).toList());
        if (unknown.size() > SHOWN) {
            shown.add((unknown.size() - SHOWN) + " more");
        }
        append("rows.tsv", name, pi.version(), "DIFFERS", String.join("; ", shown));
        throw new Differs(name + " beside " + pi + ":\n  " + String.join("\n  ", unknown));
    }

    private static String shortened(String text) {
        return text.length() <= WIDTH ? text : text.substring(0, WIDTH) + "…";
    }

    private static void append(String file, String... cells) {
        var line = List.of(cells).stream()
                .map(cell -> cell.replaceAll("[\\p{Cntrl}]+", " ").replace("|", "¦"))
                .collect(Collectors.joining("\t", "", "\n"));
        try {
            Files.writeString(
                    Files.createDirectories(Pi.PLACE).resolve(file),
                    line,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Something differs that should not. It has its row already. */
    private static final class Differs extends AssertionError {
        private static final long serialVersionUID = 1;

        Differs(String message) {
            super(message);
        }
    }

    /** Gives a test that fails otherwise than by a comparison a row, too. */
    static final class Watcher implements TestWatcher {
        @Override
        public void testFailed(ExtensionContext test, @Nullable Throwable cause) {
            if (!(cause instanceof Differs)) {
                var name = test.getRequiredTestClass().getSimpleName() + ", " + test.getDisplayName();
                append("rows.tsv", name, "both", "FAILED", shortened(String.valueOf(cause)));
            }
        }
    }

    /** Returns a folder of material that is no part of the project, which {@code -Dpawl.beside.material=FOLDER} names. */
    public static Path material(String folder) {
        var named = System.getProperty("pawl.beside.material", "");
        Needed.orSkip(!named.isEmpty(), "-Dpawl.beside.material names no folder with " + folder);
        var path = Path.of(named, folder).toAbsolutePath().normalize();
        Needed.that(Files.isDirectory(path), "-Dpawl.beside.material=" + named + " has no folder " + folder);
        return path;
    }
}
