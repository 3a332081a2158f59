package dev.pawl.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.worktree.PackedTree;
import dev.pawl.session.lock.SessionFiles;
import dev.pawl.start.attach.SessionState;
import dev.pawl.start.attach.SessionState.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Moves a session to another place, with its working tree. */
final class Moving {
    private final Durable engine;
    private final Places places;
    private final String session;

    Moving(Durable engine, Places places, String session) {
        this.engine = engine;
        this.places = places;
        this.session = session;
    }

    /** Writes the working tree of the session into a file; to be called where it is. */
    void pack(Path file) throws IOException, InterruptedException {
        resting();
        var folder = Path.of(LocalCopy.header(engine.lines(session, 0)).cwd());
        if (!Files.isDirectory(folder)) {
            throw Refusal.because("the folder " + folder + " of session " + session + " is not on this machine; pack it"
                    + " where it is");
        }
        new PackedTree(session, places).pack(folder, file);
    }

    private SessionState resting() throws IOException {
        var state = engine.find(session);
        boolean rests = state.phase() == Phase.IDLE || state.phase() == Phase.FAILED;
        if (!rests || state.inputs() > 0) {
            throw Refusal.because("session " + session + " is " + state.phase().word()
                    + "; it can be moved when it rests (pawl fleet cancel ends its run)");
        }
        return state;
    }

    /**
     * Has the session continue at another place.
     *
     * @param tree what {@link #pack} wrote; null if the folder is there already
     * @param folder its folder there; null for one of the same name
     */
    void move(String place, @Nullable Path tree, @Nullable Path folder) throws IOException, InterruptedException {
        var state = resting();
        var lines = engine.lines(session, 0);
        var there = folder == null ? Path.of(LocalCopy.header(lines).cwd()) : folder;
        if (tree != null) {
            new PackedTree(session, places).unpack(tree, there);
        }
        var moved = new ArrayList<>(lines);
        moved.set(
                0,
                JsonObject.parse(lines.getFirst()).with("cwd", there.toString()).toString());
        // Between the two steps the session is nowhere in the fleet.
        var copy = places.agentDir().resolve("fleet-moves").resolve(session + ".jsonl");
        keep(copy, moved);
        engine.remove(session);
        try {
            engine.create(session, place, state.about().without("worktree"), moved);
        } catch (IOException e) {
            throw new IOException(
                    "session " + session + " was taken out of the fleet, and could not be put in again: "
                            + e.getMessage()
                            + ". Its log is in " + copy + "; put it in with: pawl fleet submit --session " + copy
                            + " --place " + place,
                    e);
        }
        Files.deleteIfExists(copy);
    }

    private static void keep(Path copy, List<String> lines) throws IOException {
        SessionFiles.createFolderOf(copy);
        Files.deleteIfExists(copy);
        SessionFiles.create(copy);
        Files.writeString(copy, String.join("\n", lines) + "\n");
    }
}
