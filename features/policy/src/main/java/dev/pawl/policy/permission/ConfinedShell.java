package dev.pawl.policy.permission;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.policy.rule.Confinement;
import dev.pawl.policy.rule.Judge;
import dev.pawl.policy.rule.Rules;
import dev.pawl.policy.sandbox.Sandbox;
import dev.pawl.policy.sandbox.Unavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lets the system hold what the rules promise, where bubblewrap works: a command that runs because it only reads cannot
 * write and has no network, and files that rules hide are empty for every command.
 *
 * <p>This is in force as soon as there are rules. Where the settings put every command into a sandbox, that one asks here
 * what else to keep from a command.
 */
public final class ConfinedShell {
    private final BashOperations outside;
    private final Map<String, String> environment;
    private final @Nullable String shell;
    private final boolean sandboxed;
    private volatile BiFunction<String, Path, Confinement> rules = (_, _) -> Confinement.NONE;
    private @Nullable Sandbox sandbox;
    private @Nullable String trouble;

    /**
     * A shell for the commands of one project.
     *
     * @param outside runs the trial
     * @param shell the shell of the settings; null for bash
     * @param sandboxed whether the settings put every command into a sandbox
     */
    public ConfinedShell(
            BashOperations outside, Map<String, String> environment, @Nullable String shell, boolean sandboxed) {
        this.outside = outside;
        this.environment = Map.copyOf(environment);
        this.shell = shell;
        this.sandboxed = sandboxed;
    }

    /** Returns this shell, or another one that is set up differently, with the rules of this one until it has its own. */
    public ConfinedShell orIfDifferent(ConfinedShell other) {
        if (sandboxed == other.sandboxed
                && Objects.equals(shell, other.shell)
                && environment.equals(other.environment)) {
            return this;
        }
        other.confineBy(rules);
        return other;
    }

    /** A judge of the commands of a project. */
    public Judge judge(Rules ofProject, Path project, Path home) {
        return new Judge(ofProject, project, home, environment, shell, () -> trouble() == null);
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
                        : sandboxed ? "in the sandbox of the settings" : "with write access")
                + (confinement.hidden().isEmpty() ? "" : "; empty for it: " + confinement.hidden())
                + (confinement.readOnly() || confinement.fixed().isEmpty() ? "" : "; read-only: " + confinement.fixed())
                + ".";
    }

    /** Sets what decides about commands from now on. */
    void confineBy(BiFunction<String, Path, Confinement> newRules) {
        rules = newRules;
    }

    /** Returns why the system does not confine commands; null if it does. It is tried once, with a command without effect. */
    public synchronized @Nullable String trouble() {
        if (!sandboxed && sandbox == null && trouble == null) {
            try {
                var found = Sandbox.ofRules(outside, this::confinement, shell, environment);
                found.tryOut();
                sandbox = found;
            } catch (Unavailable e) {
                trouble = e.getMessage();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "the trial was interrupted";
            }
        }
        return trouble;
    }

    /** What is kept from a command. */
    public Confinement confinement(String command, Path cwd) {
        return rules.apply(command, cwd);
    }

    /** The command that runs instead of this one, where the settings ask for no sandbox. */
    public String line(String command, Path cwd) {
        if (confinement(command, cwd).isNone() || trouble() != null) {
            return command;
        }
        var found = sandbox;
        try {
            return found == null ? command : found.line(command, cwd);
        } catch (IOException e) {
            throw new UncheckedIOException("the command cannot be confined as rules say: " + e.getMessage(), e);
        }
    }
}
