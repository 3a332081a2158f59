package dev.pawl.packages.install;

import dev.pawl.api.json.JsonObject;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Looks through a package's archive before anything is unpacked.
 *
 * <p>Refused are names that lead out of the folder it is unpacked to, links, devices, and more than a package can have a
 * use for. It reads the headers of the tar format: ustar, with the long names of GNU tar and pax.
 */
final class Archive {
    private static final int BLOCK = 512;
    /** Where a header has its checksum, which is computed as if there were spaces. */
    private static final int SUM = 148;

    private static final int SUM_LENGTH = 8;
    private static final int LONGEST_NAME = 64 << 10;
    private static final int LARGEST_MANIFEST = 4 << 20;

    private final Path file;
    private final InputStream in;
    private final long mostBytes;
    private long bytes;
    private int entries;
    private JsonObject manifest = JsonObject.empty();

    private Archive(Path file, InputStream in, long mostBytes) {
        this.file = file;
        this.in = in;
        this.mostBytes = mostBytes;
    }

    /** Returns the {@code package.json} of the archive, or throws a sentence that names what is wrong with it. */
    static JsonObject check(Path file) throws IOException {
        return check(file, Tree.MOST_BYTES);
    }

    static JsonObject check(Path file, long mostBytes) throws IOException {
        try (var in = new BufferedInputStream(new GZIPInputStream(Files.newInputStream(file)))) {
            var archive = new Archive(file, in, mostBytes);
            archive.read();
            return archive.manifest;
        } catch (EOFException | ZipException e) {
            throw new InstallFailed("the archive " + file.getFileName() + " is damaged: " + e.getMessage(), e);
        }
    }

    private void read() throws IOException {
        @Nullable String longName = null;
        @Nullable String otherSize = null;
        for (var header = header(); header != null; header = header()) {
            checkSum(header);
            long size = number(header, 124, 12);
            char type = (char) header[156];
            count(size);
            if (type == 'L' || type == 'x') {
                if (size > LONGEST_NAME) {
                    throw refused("the name of an entry is too long");
                }
                var content = content(size);
                var name = type == 'L' ? ended(content) : pax(content, "path");
                longName = name == null ? longName : name;
                otherSize = type == 'L' ? otherSize : pax(content, "size");
                continue;
            }
            // Programs differ in which one they believe, so entries could be hidden between the two.
            if (otherSize != null && !otherSize.equals(Long.toString(size))) {
                throw refused("an entry has two sizes, " + size + " and " + otherSize);
            }
            otherSize = null;
            if (type == 'g' || type == 'K') {
                skip(padded(size));
                continue;
            }
            var name = longName == null ? name(header) : longName;
            check(name, type);
            longName = null;
            if (isManifest(name) && size <= LARGEST_MANIFEST) {
                manifest = parsed(content(size));
            } else {
                skip(padded(size));
            }
        }
    }

    /** All files of an archive of npm lie in one folder. */
    private static boolean isManifest(String name) {
        return name.endsWith("/package.json") && name.indexOf('/') == name.lastIndexOf('/');
    }

    private JsonObject parsed(byte[] json) throws IOException {
        try {
            return JsonObject.parse(json);
        } catch (IllegalArgumentException e) {
            throw new InstallFailed(
                    "the package.json of the archive " + file.getFileName() + " cannot be understood: "
                            + e.getMessage(),
                    e);
        }
    }

    private void check(String name, char type) throws IOException {
        if (Tree.hasControls(name)) {
            throw refused("the name of an entry has control characters, which would reach the terminal");
        }
        if (type == '1' || type == '2') {
            throw refused("the entry \"" + name + "\" is a link");
        }
        if (type != '0' && type != '\0' && type != '5' && type != '7') {
            throw refused("the entry \"" + name + "\" is neither a file nor a folder");
        }
        var slashed = name.replace('\\', '/');
        if (slashed.startsWith("/") || (slashed.length() > 1 && slashed.charAt(1) == ':')) {
            throw refused("the entry \"" + name + "\" has an absolute path");
        }
        for (var part : slashed.split("/", -1)) {
            if (part.equals("..")) {
                throw refused("the entry \"" + name + "\" leads out of the folder that it is unpacked to");
            }
        }
    }

    private void count(long size) throws IOException {
        bytes += size;
        if (size < 0 || bytes > mostBytes) {
            throw refused("unpacked it is larger than " + (mostBytes >> 20) + " MiB");
        }
        if (++entries > Tree.MOST_ENTRIES) {
            throw refused("it has more than " + Tree.MOST_ENTRIES + " entries");
        }
    }

    private InstallFailed refused(String why) {
        return new InstallFailed("the archive " + file.getFileName() + " is refused, because " + why);
    }

    /** The next header; null at the end, which is two empty blocks. Behind a single one there may be more entries. */
    private byte @Nullable [] header() throws IOException {
        var header = block();
        return header == null || !isEmpty(header) ? header : filled(block());
    }

    private static byte @Nullable [] filled(byte @Nullable [] block) {
        return block == null || isEmpty(block) ? null : block;
    }

    private byte @Nullable [] block() throws IOException {
        var block = in.readNBytes(BLOCK);
        if (block.length > 0 && block.length < BLOCK) {
            throw new InstallFailed("the archive " + file.getFileName() + " ends in the middle. Try again");
        }
        return block.length == 0 ? null : block;
    }

    private static boolean isEmpty(byte[] block) {
        return Arrays.equals(block, new byte[BLOCK]);
    }

    /** A program that unpacks may pass over a header whose sum is wrong, and take what follows for one. */
    private void checkSum(byte[] header) throws IOException {
        int sum = SUM_LENGTH * ' ';
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= SUM && i < SUM + SUM_LENGTH ? 0 : header[i] & 0xff;
        }
        if (number(header, SUM, SUM_LENGTH) != sum) {
            throw new InstallFailed(
                    "the archive " + file.getFileName() + " is damaged: the checksum of a header is wrong");
        }
    }

    private byte[] content(long size) throws IOException {
        var content = in.readNBytes((int) size);
        skip(padded(size) - size);
        return content;
    }

    private static long padded(long size) {
        return (size + BLOCK - 1) / BLOCK * BLOCK;
    }

    private void skip(long count) throws IOException {
        try {
            in.skipNBytes(count);
        } catch (EOFException e) {
            throw new InstallFailed("the archive " + file.getFileName() + " ends in the middle. Try again", e);
        }
    }

    private static String name(byte[] header) {
        var name = ended(header, 0, 100);
        var prefix =
                new String(header, 257, 5, StandardCharsets.US_ASCII).equals("ustar") ? ended(header, 345, 155) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String ended(byte[] bytes) {
        return ended(bytes, 0, bytes.length);
    }

    private static String ended(byte[] bytes, int from, int most) {
        int end = from;
        while (end < from + most && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    /** A value of a pax header, whose lines are {@code LENGTH KEY=VALUE}; null if it has none. */
    private static @Nullable String pax(byte[] content, String key) {
        for (var line : new String(content, StandardCharsets.UTF_8).split("\n", -1)) {
            int space = line.indexOf(' ');
            if (space > 0 && line.startsWith(key + "=", space + 1)) {
                return line.substring(space + key.length() + 2);
            }
        }
        return null;
    }

    private long number(byte[] header, int from, int length) throws IOException {
        if ((header[from] & 0x80) != 0) {
            long value = 0;
            for (int i = from + 4; i < from + length; i++) {
                value = (value << 8) | (header[i] & 0xff);
            }
            return value;
        }
        var text = ended(header, from, length).strip();
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text, 8);
        } catch (NumberFormatException e) {
            throw new InstallFailed(
                    "the archive " + file.getFileName() + " is damaged: \"" + text + "\" is no octal number", e);
        }
    }
}
