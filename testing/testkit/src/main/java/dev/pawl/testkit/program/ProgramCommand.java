package dev.pawl.testkit.program;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The command that starts the program as it is on the class path of the test, without its launcher. */
public final class ProgramCommand {
    private ProgramCommand() {}

    /** The words of the command, with these arguments of the program. */
    public static List<String> of(String... args) {
        return with(List.of(), args);
    }

    /** The words of the command, with more options for {@code java} and these arguments of the program. */
    public static List<String> with(List<String> options, String... args) {
        var command = new ArrayList<>(ClassArchive.OPTIONS);
        command.addAll(1, options);
        command.addAll(List.of(args));
        return command;
    }

    /** The command as a shell reads it, with more options for {@code java}, which the shell may expand. */
    public static String shell(String options) {
        var words = ClassArchive.OPTIONS.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.toCollection(ArrayList::new));
        words.add(1, options);
        return String.join(" ", words);
    }

    static List<String> classPath() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    }
}
