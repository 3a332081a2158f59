package dev.pawl.serve.attach;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.session.Session;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.start.attach.AttachedSession;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** The log of a session of a fleet, opened as a session to be read. */
public final class ReadLog {
    private ReadLog() {}

    /** Something that is read from a session. */
    @FunctionalInterface
    public interface Reading<T> {
        T read(Session session) throws IOException;
    }

    /** Reads the messages that the model is sent. */
    public static List<Message> messages(AttachedSession attached) throws IOException {
        return of(
                attached,
                read -> read.contextMessages().stream()
                        .map(ContextMessage::message)
                        .toList());
    }

    /** Reads from the session as it is now. */
    public static <T> T of(AttachedSession attached, Reading<T> reading) throws IOException {
        // Readable for this user alone.
        var folder = Files.createTempDirectory("pawl-fleet-");
        var file = folder.resolve("session.jsonl");
        try {
            Files.writeString(file, String.join("\n", attached.lines(0)) + "\n");
            try (var open = new Sessions(SessionPaths.below(folder), SessionOptions.standard()).openReadOnly(file)) {
                return reading.read(open);
            }
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }
}
