package dev.pawl.start;

import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.trust.Trust;
import dev.pawl.loader.depend.Dependencies;
import dev.pawl.loader.depend.Wanted;
import dev.pawl.packages.maven.HookDependencies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Finds the libraries that hooks name; what does the finding is loaded when the first of them is looked for. */
final class HookLibraries implements Dependencies {
    private final Places places;
    private final Folders folders;
    private final boolean offline;
    private final NoticePrinter notices;
    private final Consumer<Path> written;

    /** @param written receives a file of the project that this program wrote itself */
    HookLibraries(Places places, Folders folders, boolean offline, NoticePrinter notices, Consumer<Path> written) {
        this.written = written;
        this.places = places;
        this.folders = folders;
        this.offline = offline;
        this.notices = notices;
    }

    @Override
    public List<Path> resolve(Wanted wanted) throws IOException, InterruptedException {
        var setup = new HookDependencies.Setup(
                places.home().resolve(".m2"), places.agentDir(), offline, notices::takesLong, this::recorded);
        return new HookDependencies(setup).resolve(wanted);
    }

    /** What this program itself writes into a trusted project need not be looked at again. */
    private void recorded(Path lock) {
        written.accept(lock);
        try {
            new Trust(folders).approve(lock);
        } catch (IOException e) {
            notices.report(Notice.of(lock + " will have to be looked at: " + e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
