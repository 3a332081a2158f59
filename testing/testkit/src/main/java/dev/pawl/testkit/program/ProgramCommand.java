package dev.pawl.testkit.program;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command that starts the program as it is on the class path of the test, without its launcher.
 *
 * <p>The program finds signals as a user's shell leaves them: a test that runs behind {@code nohup}, or in the
 * background of a script, would otherwise pass on that they are ignored.
 */
public final class ProgramCommand {
    private static final List<String> DEFAULT_SIGNALS =
            System.getProperty("os.name").equals("Linux") ? List.of("env", "--default-signal=INT,QUIT,HUP") : List.of();

    private ProgramCommand() {}

    /** A command whose program does not ignore signals because the test does. */
    public static List<String> withSignals(String... command) {
        return withSignals(List.of(command));
    }

    private static List<String> withSignals(List<String> command) {
        var words = new ArrayList<>(DEFAULT_SIGNALS);
        words.addAll(command);
        return words;
    }

    /** The words of the command, with these arguments of the program. */
    public static List<String> of(String... args) {
        return with(List.of(), args);
    }

    /** The words of the command, with more options for {@code java} and these arguments of the program. */
    public static List<String> with(List<String> options, String... args) {
        var command = new ArrayList<>(ClassArchive.OPTIONS);
        command.addAll(1, options);
        command.addAll(List.of(args));
        return withSignals(command);
    }

    /** The command as a shell reads it, with more options for {@code java}, which the shell may expand. */
    public static String shell(String options) {
        var words = ClassArchive.OPTIONS.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.toCollection(ArrayList::new));
        words.add(1, options);
        return String.join(" ", withSignals(words));
    }

    static List<String> classPath() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    }
}
