import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * Puts the entries of jars into two: {@code java [-Dpawl.compressed=true] MergeJars.java TEXTS CLASSES IN...}.
 *
 * <p>A start opens each jar that comes before the one it looks for something in, and reads its table of entries. Classes
 * come from the start-up cache, so the long table of theirs need not be read for a text.
 */
final class MergeJars {
    /** For images: what is not in the start-up cache is read seldom, and size counts. */
    private static final boolean COMPRESSED = Boolean.getBoolean("pawl.compressed");

    private MergeJars() {}

    public static void main(String[] args) throws IOException {
        var written = new HashSet<String>();
        try (var texts = new JarOutputStream(Files.newOutputStream(Path.of(args[0])));
                var classes = new JarOutputStream(Files.newOutputStream(Path.of(args[1])))) {
            for (int i = 2; i < args.length; i++) {
                try (var jar = new JarFile(args[i])) {
                    for (var entry : (Iterable<ZipEntry>) jar.stream().map(ZipEntry.class::cast)::iterator) {
                        copy(jar, entry, entry.getName().endsWith(".class") ? classes : texts, written);
                    }
                }
            }
        }
    }

    private static void copy(JarFile jar, ZipEntry entry, JarOutputStream out, HashSet<String> written)
            throws IOException {
        var name = entry.getName();
        // On the class path nobody asks for these. Services of Pawl are for programs that embed agents.
        if (entry.isDirectory()
                || name.equals(JarFile.MANIFEST_NAME)
                || name.endsWith("module-info.class")
                || name.startsWith("META-INF/services/dev.pawl.")) {
            return;
        }
        if (!written.add(name)) {
            if (name.startsWith("META-INF/services/")) {
                throw new IOException(
                        "two jars name services in " + name + "; leave one of them out of the merged jar");
            }
            return;
        }
        byte[] bytes;
        try (var in = jar.getInputStream(entry)) {
            bytes = in.readAllBytes();
        }
        var crc = new CRC32();
        crc.update(bytes);
        var copy = new ZipEntry(name);
        copy.setTimeLocal(entry.getTimeLocal());
        if (!COMPRESSED) {
            copy.setMethod(ZipEntry.STORED);
            copy.setSize(bytes.length);
            copy.setCrc(crc.getValue());
        }
        out.putNextEntry(copy);
        out.write(bytes);
        out.closeEntry();
    }
}
