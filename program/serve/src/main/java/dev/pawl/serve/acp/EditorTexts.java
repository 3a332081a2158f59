package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.base.ImageType;
import dev.pawl.serve.jsonrpc.ProtocolError;
import dev.pawl.tools.file.OpenTexts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The texts that are open in the editor: unsaved text is read from it, and written text appears in it. */
final class EditorTexts implements OpenTexts {
    private static final int HEAD = 8 * 1024;
    private static final long LARGEST = 10 << 20;

    /** The time limit for one file. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Channel channel;
    private final DialogOptions limit;

    EditorTexts(Channel channel) {
        this(channel, LIMIT);
    }

    EditorTexts(Channel channel, Duration limit) {
        this.channel = channel;
        this.limit = DialogOptions.timeout(limit);
    }

    @Override
    public @Nullable String read(Path file) throws IOException {
        if (!channel.capabilities().readsFiles() || !isText(file)) {
            return null;
        }
        try {
            return ask("fs/read_text_file", JsonObject.of("path", file.toString()))
                    .string("content");
        } catch (ProtocolError e) {
            if (e.code() == ProtocolError.CANCELLED) {
                // The text in the editor is not known, and the file on disk may be older.
                throw new IOException("the editor: " + e.getMessage(), e);
            }
            return null; // Reading the file itself gives a better error.
        }
    }

    @Override
    public boolean write(Path file, byte[] content) throws IOException {
        if (!channel.capabilities().writesFiles()) {
            return false;
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            return false;
        }
        try {
            ask("fs/write_text_file", JsonObject.of("path", file.toString(), "content", text));
            return true;
        } catch (ProtocolError e) {
            throw new IOException("the editor refused it: " + e.getMessage(), e);
        }
    }

    private JsonObject ask(String method, JsonObject params) throws IOException {
        try {
            return channel.ask(method, params, limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        }
    }

    private static boolean isText(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            return false;
        }
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            var head = in.readNBytes(HEAD);
            for (var one : head) {
                if (one == 0) {
                    return false;
                }
            }
            return ImageType.of(head) == null;
        }
    }
}
