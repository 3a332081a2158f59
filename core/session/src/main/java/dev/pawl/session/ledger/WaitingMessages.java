package dev.pawl.session.ledger;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.base.RegularFile;
import dev.pawl.session.lock.SessionFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the user that a session has taken and not sent yet, in a file beside its own: if the program ends, the
 * next one that opens the session has them. There is no file while nothing waits.
 */
public final class WaitingMessages {
    private static final int LARGEST = 256 << 20;

    private final @Nullable Path session;
    private final @Nullable Path file;
    private final BooleanSupplier sealed;
    private final Consumer<String> trouble;

    private WaitingMessages(@Nullable Path session, BooleanSupplier sealed, Consumer<String> trouble) {
        this.session = session;
        this.file = session == null ? null : Ledger.beside(session, ".waiting");
        this.sealed = sealed;
        this.trouble = trouble;
    }

    /** A message, and whether it is sent when the agent would stop, rather than behind the current tools. */
    public record Waiting(Message.User message, boolean asFollowUp) {}

    /**
     * Returns those of a session. The caller holds the session's lock.
     *
     * @param session the file of the session; null if it is not kept
     * @param sealed whether another program continues the session: then nothing more is written
     * @param trouble receives what could not be read or written
     */
    public static WaitingMessages of(@Nullable Path session, BooleanSupplier sealed, Consumer<String> trouble) {
        return new WaitingMessages(session, sealed, trouble);
    }

    /** Returns what the last program left, in its order. */
    public List<Waiting> read() {
        if (file == null || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        var waiting = new ArrayList<Waiting>();
        try {
            if (Files.isSymbolicLink(file)) {
                throw new IOException("it is a link");
            }
            var text = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
            for (var line : text.lines().toList()) {
                var json = JsonObject.parse(line);
                if (!(Message.from(json.object("message")) instanceof Message.User message)) {
                    throw new IllegalArgumentException("a line is no message of the user");
                }
                waiting.add(new Waiting(message, json.bool("followUp", false)));
            }
        } catch (IOException | IllegalArgumentException e) {
            trouble.accept("messages that were not sent when the program ended cannot be read from " + file
                    + ", which is kept for you to look at: " + e.getMessage());
            setAside(file);
        }
        return waiting;
    }

    /**
     * Keeps these in place of those before; they are there when this returns. Beside a session without a first message,
     * which has no file, nothing is kept: there is nothing to continue with.
     */
    public void keep(List<Waiting> waiting) {
        if (file == null || session == null || sealed.getAsBoolean() || !Files.exists(session)) {
            return;
        }
        try {
            if (waiting.isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                write(file, waiting);
            }
        } catch (IOException e) {
            trouble.accept("messages that are not sent yet cannot be kept in " + file + ", so a crash would lose them: "
                    + e.getMessage());
        }
    }

    private static void write(Path file, List<Waiting> waiting) throws IOException {
        var text = new StringBuilder();
        for (var one : waiting) {
            var line = JsonObject.of("followUp", one.asFollowUp())
                    .with("message", one.message().toJson());
            text.append(line).append('\n');
        }
        var fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        SessionFiles.create(fresh);
        Files.writeString(fresh, text, LinkOption.NOFOLLOW_LINKS);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void setAside(Path unreadable) {
        try {
            var aside = unreadable.resolveSibling(unreadable.getFileName() + ".damaged-" + System.currentTimeMillis());
            Files.move(unreadable, aside, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            trouble.accept(unreadable + " cannot be moved aside: " + e.getMessage());
        }
    }
}
