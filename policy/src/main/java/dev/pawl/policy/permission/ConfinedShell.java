package dev.pawl.policy.permission;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.base.Programs;
import dev.pawl.policy.rule.Confinement;
import dev.pawl.policy.rule.Judge;
import dev.pawl.policy.rule.Rules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lets the system hold what the rules promise, where bubblewrap works: a command that runs because it only reads cannot
 * write and has no network, and files that rules hide are empty for every command.
 *
 * <p>The settings of the sandbox are another matter: this is in force as soon as there are rules.
 */
public final class ConfinedShell {
    private static final Duration TRIAL_LIMIT = Duration.ofSeconds(20);

    private final BashOperations outside;
    private final Map<String, String> environment;
    private final @Nullable String shell;
    private volatile BiFunction<String, Path, Confinement> rules =
            (_, _) -> new Confinement(false, List.of(), List.of());
    private @Nullable String trouble;
    private boolean tried;

    /**
     * A shell for the commands of one project.
     *
     * @param outside runs the trial
     * @param shell the shell of the settings; null for bash
     */
    public ConfinedShell(BashOperations outside, Map<String, String> environment, @Nullable String shell) {
        this.outside = outside;
        this.environment = Map.copyOf(environment);
        this.shell = shell;
    }

    /** A judge of the commands of a project. */
    public Judge judge(Rules ofProject, Path project, Path home) {
        return new Judge(ofProject, project, home, environment, shell, this::works);
    }

    /** What the system would do, in a sentence. */
    public String describe(Confinement confinement) {
        var problem = trouble();
        if (problem != null) {
            return "It would run without a sandbox: " + problem + ".";
        }
        return "It would run "
                + (confinement.readOnly()
                        ? "in a sandbox, without write access and without network"
                        : "with write access")
                + (confinement.hidden().isEmpty() ? "" : "; empty for it: " + confinement.hidden())
                + (confinement.readOnly() || confinement.fixed().isEmpty() ? "" : "; read-only: " + confinement.fixed())
                + ".";
    }

    /** Sets what decides about commands from now on. */
    void confineBy(BiFunction<String, Path, Confinement> newRules) {
        rules = newRules;
    }

    /** Whether the system confines commands; tried once, with a command without effect. */
    boolean works() {
        return trouble() == null;
    }

    /** Why the system does not confine commands; null if it does. */
    synchronized @Nullable String trouble() {
        if (!tried) {
            trouble = attempt();
            tried = true;
        }
        return trouble;
    }

    private @Nullable String attempt() {
        var program = Programs.find("bwrap", environment);
        if (program == null) {
            return "bwrap is not on the path; install the package bubblewrap";
        }
        var printed = new StringBuilder();
        try {
            var words = words(program, new Confinement(true, List.of(), List.of()));
            words.add("/bin/true");
            var exit = outside.exec(
                    line(words),
                    Path.of("/"),
                    new BashOperations.Options(TRIAL_LIMIT, Map.of()),
                    bytes -> printed.append(new String(bytes, StandardCharsets.UTF_8)));
            return exit != null && exit == 0
                    ? null
                    : program + " does not work here: "
                            + printed.toString().strip().lines().findFirst().orElse("it ended with " + exit);
        } catch (IOException e) {
            return program + " cannot be run: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return program + " was interrupted";
        }
    }

    /** The command that runs instead of this one. */
    public String line(String command, Path cwd) {
        var confinement = rules.apply(command, cwd);
        var program = confinement.isNone() || !works() ? null : Programs.find("bwrap", environment);
        if (program == null) {
            return command;
        }
        var words = words(program, confinement);
        words.addAll(List.of(shell == null ? "/bin/bash" : shell, "-c", command));
        return line(words);
    }

    private static List<String> words(Path program, Confinement confinement) {
        var words = new ArrayList<>(List.of(program.toString(), "--die-with-parent", "--unshare-user"));
        words.addAll(List.of("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--cap-drop", "ALL"));
        if (confinement.readOnly()) {
            words.addAll(List.of("--unshare-net", "--ro-bind", "/", "/", "--dev", "/dev"));
        } else {
            words.addAll(List.of("--bind", "/", "/", "--dev-bind", "/dev", "/dev"));
        }
        words.addAll(List.of("--proc", "/proc"));
        for (var path : confinement.fixed()) {
            words.addAll(List.of("--ro-bind-try", path.toString(), path.toString()));
        }
        for (var path : confinement.hidden()) {
            if (Files.isDirectory(path)) {
                words.addAll(List.of("--tmpfs", path.toString(), "--remount-ro", path.toString()));
            } else if (Files.exists(path)) {
                words.addAll(List.of("--ro-bind", "/dev/null", path.toString()));
            }
        }
        words.add("--");
        return words;
    }

    private static String line(List<String> words) {
        return "exec "
                + String.join(
                        " ",
                        words.stream()
                                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                                .toList());
    }
}
