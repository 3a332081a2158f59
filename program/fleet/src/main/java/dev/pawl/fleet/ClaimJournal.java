package dev.pawl.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Claim;
import dev.pawl.session.store.Journal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Carries every entry of a session to the fleet before its file has it, until another writer may go on with it. */
final class ClaimJournal implements Journal {
    private final Claim claim;
    private int lines;
    private @Nullable String prompt;
    private volatile boolean sealed;

    /** @param lines how many lines the session has, with its header */
    ClaimJournal(Claim claim, int lines) {
        this.claim = claim;
        this.lines = lines;
    }

    /** The input that is about to be sent: the message that it becomes removes it from the inbox. */
    synchronized void sending(@Nullable String input) {
        prompt = input;
    }

    /** Whether the input that was about to be sent has become a message. */
    synchronized boolean isSent() {
        return prompt == null;
    }

    @Override
    public synchronized void append(String session, byte[] line) throws IOException {
        if (sealed) {
            throw new IOException("this worker has let go of session " + claim.session());
        }
        if (!session.equals(claim.session())) {
            throw new IOException(
                    "a session of a fleet stays the one that it is; a hook tried to go on in another one");
        }
        var text = new String(line, StandardCharsets.UTF_8);
        var takes = prompt != null && isOfUser(text) ? prompt : null;
        claim.append(lines, text, takes);
        lines++;
        if (takes != null) {
            prompt = null;
        }
    }

    private static boolean isOfUser(String line) {
        var entry = JsonObject.parse(line);
        return "message".equals(entry.string("type"))
                && "user".equals(entry.object("message").string("role"));
    }

    /** From now on nothing is kept. */
    void seal() {
        sealed = true;
    }

    @Override
    public boolean isSealed() {
        return sealed || claim.isLost();
    }
}
