package dev.pawl.testkit.program;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The classes of the program in a file that the JVM maps, so that the hundreds of programs that tests start need half
 * of the processor time each.
 *
 * <p>It is made once, beside the jar of the program, from the run that the launcher's start-up caches are made from.
 * Unlike those it is made from the first run, which compiles its hook: most programs that tests start compile one. The
 * JVM takes no archive of classes in folders, so there is none where Maven runs tests before it has packed the jars.
 */
final class ClassArchive {
    private static final String MAIN = "dev.pawl.app.Main";
    private static final String TRAINING = "dev.pawl.training.Training";

    /** The words of the command from {@code java} to the main class. */
    static final List<String> OPTIONS = options();

    private ClassArchive() {}

    private static List<String> options() {
        var packed = ProgramCommand.classPath().stream()
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList();
        var program = packed.stream()
                .filter(jar -> jar.getFileName().toString().startsWith("pawl-training-"))
                .findFirst();
        try {
            return program.isEmpty() ? words(List.of(), ProgramCommand.classPath()) : mapped(program.get(), packed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while the archive of the program's classes was made", e);
        }
    }

    private static List<String> words(List<String> options, List<String> classPath) {
        var words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // As the launcher does; an archive fits only programs that are started with the same modules and
                // rights.
                "--enable-native-access=ALL-UNNAMED"));
        words.addAll(options);
        words.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), MAIN));
        return List.copyOf(words);
    }

    private static List<String> mapped(Path program, List<Path> jars) throws IOException, InterruptedException {
        var classPath = jars.stream().map(Path::toString).toList();
        var archive = program.resolveSibling("classes-" + stamp(jars) + ".aot");
        try (var channel = FileChannel.open(
                        program.resolveSibling("classes.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            if (lock.isValid() && !Files.exists(archive)) {
                make(archive, classPath);
            }
        }
        // An archive that does not fit is left out without a word, which would be in the output of the program.
        return words(List.of("-XX:AOTCache=" + archive, "-Xlog:aot*=off,cds*=off"), classPath);
    }

    /** Another one as soon as one of the jars is another one. */
    private static String stamp(List<Path> jars) throws IOException {
        int stamp = 0;
        for (var jar : jars) {
            stamp = 31 * stamp + jar.hashCode();
            stamp = 31 * stamp + Files.getLastModifiedTime(jar).hashCode();
        }
        return Integer.toHexString(stamp);
    }

    private static void make(Path archive, List<String> classPath) throws IOException, InterruptedException {
        var home = Files.createTempDirectory("pawl-archive");
        var made = home.resolve("made.aot");
        try {
            var command = new ArrayList<>(words(List.of("-XX:AOTCacheOutput=" + made, "-Xlog:disable"), classPath));
            command.removeLast();
            command.addAll(List.of(TRAINING, home.resolve("trained").toString(), "screen"));
            var output = home.resolve("said.txt");
            var builder = new ProcessBuilder(command)
                    .directory(home.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("HOME", home.toString());
            builder.environment().remove("PI_CODING_AGENT_DIR");
            var process = builder.start();
            process.getOutputStream().close();
            int status = process.waitFor();
            if (status != 0 || !Files.exists(made)) {
                throw new IOException("the run that makes the archive of the program's classes ended with status "
                        + status + ": " + Files.readString(output));
            }
            Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            delete(home);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
