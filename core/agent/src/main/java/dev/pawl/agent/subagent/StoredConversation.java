package dev.pawl.agent.subagent;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.base.RegularFile;
import dev.pawl.base.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The conversation of a subagent, kept beside the ledger of tool calls until the call that it works for is over: after
 * a crash the agent continues from it.
 */
final class StoredConversation {
    private static final int LARGEST = 256 << 20;

    private final @Nullable Path file;
    private final List<Message> messages = new ArrayList<>();
    private List<String> calls = List.of();
    private @Nullable String agentId;

    private StoredConversation(@Nullable Path file) {
        this.file = file;
    }

    /**
     * Returns what is kept of an agent, or the beginning of it.
     *
     * @param folder where it is kept; null if nothing is
     * @param call the call that the agent works for
     * @param nth which of the agents that the call gave this task
     */
    static StoredConversation of(@Nullable Path folder, String call, String prompt, int nth) {
        var kept = new StoredConversation(folder == null ? null : folder.resolve(name(call, prompt, nth)));
        kept.read();
        return kept;
    }

    private static String name(String call, String prompt, int nth) {
        return Sha256.hex(call + "\n" + nth + "\n" + prompt).substring(0, 32) + ".agent";
    }

    private void read() {
        if (file == null) {
            return;
        }
        String text;
        try {
            text = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return;
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        var lines = text.split("\n", -1);
        // What is behind the last line break was not written to its end.
        try {
            for (int i = 0; i < lines.length - 1; i++) {
                read(JsonObject.parse(lines[i]));
            }
        } catch (IllegalArgumentException e) {
            throw unreadable(file, e);
        }
    }

    private void read(JsonObject line) {
        if (line.has("agent")) {
            agentId = line.string("agent");
        } else if (line.has("calls")) {
            calls = line.strings("calls");
        } else {
            messages.add(Message.from(line.object("message")));
        }
    }

    private static IllegalStateException unreadable(Path file, Exception why) {
        return new IllegalStateException(
                "what a subagent did before the program ended cannot be read from " + file
                        + ", so it is not started again: " + why.getMessage(),
                why);
    }

    /** Returns the id that the agent had before; null if it begins. */
    @Nullable
    String agentId() {
        return agentId;
    }

    /** Returns the earlier messages. */
    List<Message> messages() {
        return List.copyOf(messages);
    }

    /** Returns the ids of the calls that were made last, one for each call of the last answer; empty if none were. */
    List<String> calls() {
        return calls;
    }

    void begin(String agentId) {
        write(JsonObject.of("agent", agentId));
    }

    void record(Message message) {
        write(JsonObject.of("message", message.toJson()));
    }

    /** Records that the calls of the last answer are about to be made. */
    void call(List<String> ids) {
        write(JsonObject.of("calls", ids));
    }

    private void write(JsonObject line) {
        if (file != null) {
            try {
                Files.writeString(
                        file,
                        line + "\n",
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND,
                        LinkOption.NOFOLLOW_LINKS);
            } catch (IOException e) {
                // Then a crash makes the end of the call unknown.
            }
        }
    }
}
