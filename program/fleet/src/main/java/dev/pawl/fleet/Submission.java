package dev.pawl.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.fleet.worktree.Worktree;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A session that is handed to a fleet: a new one, or the file of one that there is. */
record Submission(String id, String place, JsonObject about, List<String> lines, String prompt) {
    private static final Pattern LINE_END = Pattern.compile("\n");

    /** What a session may ask for itself; hooks, trust and keys are the worker's. */
    private static final List<String> PASSED =
            List.of("--model", "--provider", "--thinking", "--tools", "--append-system-prompt", "--permission-mode");

    static Submission of(FleetArguments words, Places places) throws IOException {
        var place = words.value("--place");
        var folder = words.value("--cwd");
        var file = words.value("--session");
        boolean worktree = words.has("--worktree");
        var args = new ArrayList<String>();
        for (var option : PASSED) {
            words.values(option).forEach(value -> args.addAll(List.of(option, value)));
        }
        var prompt = String.join(" ", words.rest());
        if (file == null && prompt.isBlank()) {
            throw Refusal.ofArguments("there is no prompt: pawl fleet submit PROMPT");
        }
        var cwd = places.cwd().resolve(folder == null ? "" : folder).normalize();
        var about = args.isEmpty() ? JsonObject.empty() : JsonObject.of("args", args);
        var there = place == null ? WorkerOptions.host() : place;
        if (file != null) {
            var lines = LINE_END.splitAsStream(new String(
                            RegularFile.read(places.cwd().resolve(file), Integer.MAX_VALUE), StandardCharsets.UTF_8))
                    .toList();
            return new Submission(LocalCopy.header(lines).id(), there, about, lines, prompt);
        }
        var sessions = new Sessions(SessionPaths.below(places.agentDir()), SessionOptions.standard());
        var header = sessions.begin(cwd, null).header();
        var id = header.id();
        if (worktree) {
            header = sessions.begin(Worktree.folder(cwd, id), null, id).header();
        }
        return new Submission(
                id,
                there,
                worktree ? about.with("worktree", JsonObject.of("of", cwd.toString())) : about,
                List.of(header.toJson().toString()),
                prompt);
    }
}
