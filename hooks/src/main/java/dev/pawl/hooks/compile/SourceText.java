package dev.pawl.hooks.compile;

import dev.pawl.hooks.find.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The content of one source file; the bytes are kept, because the cache asks for them far more often than javac. */
final class SourceText {
    private final Path path;
    private final byte[] bytes;

    private SourceText(Path path, byte[] bytes) {
        this.path = path;
        this.bytes = bytes;
    }

    static SourceText read(Path path) throws IOException {
        return new SourceText(path, Folder.bytes(path));
    }

    Path path() {
        return path;
    }

    String name() {
        return path.getFileName().toString();
    }

    /** Not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** The text without the mark that some editors put at the beginning. */
    String text() throws CharacterCodingException {
        var text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
