package dev.pawl.loader.compile;

import dev.pawl.loader.find.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The content of one source file; the bytes are kept, because the cache asks for them far more often than javac. */
final class SourceText {
    private final Path path;
    private final String name;
    private final byte[] bytes;

    private SourceText(Path path, String name, byte[] bytes) {
        this.path = path;
        this.name = name;
        this.bytes = bytes;
    }

    static SourceText read(Path path) throws IOException {
        return new SourceText(path, path.getFileName().toString(), Folder.bytes(path));
    }

    /** Returns a file of a folder hook. */
    static SourceText read(Path root, Path path) throws IOException {
        return new SourceText(path, root.relativize(path).toString(), Folder.bytes(path));
    }

    Path path() {
        return path;
    }

    /** Returns the name, in a folder hook with the folders that it is in. */
    String name() {
        return name;
    }

    /** Not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the text without the mark that some editors put at the beginning. */
    String text() throws CharacterCodingException {
        var text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
