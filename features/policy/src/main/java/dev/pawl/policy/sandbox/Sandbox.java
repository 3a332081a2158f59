package dev.pawl.policy.sandbox;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.base.Programs;
import dev.pawl.policy.rule.Confinement;
import dev.pawl.policy.sandbox.Limits.Writing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs shell commands within {@link Limits}: in bubblewrap on Linux, in Seatbelt on macOS.
 *
 * <p>The outer shell, its process group and its end are those of the wrapped operations.
 */
public final class Sandbox implements BashOperations {
    private static final Duration TRIAL_LIMIT = Duration.ofSeconds(20);

    private final Limits limits;
    private final BiFunction<String, Path, Confinement> rules;
    private final BashOperations outside;
    private final Wrapper wrapper;
    private final Path project;
    private final Path home;
    private final String shell;
    private final @Nullable ProxyBridge proxyBridge;
    private @Nullable AllowListProxy proxy;

    /** The program that confines commands. */
    private sealed interface Wrapper {
        Path program();

        record OfLinux(Bubblewrap bubblewrap) implements Wrapper {
            @Override
            public Path program() {
                return bubblewrap.program();
            }
        }

        record OfMac(Path program) implements Wrapper {}
    }

    private Sandbox(
            Limits limits,
            BiFunction<String, Path, Confinement> rules,
            BashOperations outside,
            Wrapper wrapper,
            Path project,
            Path home,
            String shell,
            @Nullable ProxyBridge proxyBridge) {
        this.limits = limits;
        this.rules = rules;
        this.outside = outside;
        this.wrapper = wrapper;
        this.project = project;
        this.home = home;
        this.shell = shell;
        this.proxyBridge = proxyBridge;
    }

    /**
     * Returns a sandbox around operations, with the limits of settings. It costs nothing until a command runs;
     * {@link #tryOut()} tells whether it works on this machine.
     *
     * @param rules what is kept from a command in a folder besides
     * @param project an absolute path without links
     * @param shell the shell inside; null for bash
     * @throws Unavailable if the program for it is missing; the message names its package
     */
    public static Sandbox around(
            BashOperations outside,
            SandboxSettings settings,
            BiFunction<String, Path, Confinement> rules,
            Path project,
            Path home,
            @Nullable String shell,
            Map<String, String> environment)
            throws Unavailable {
        if (!settings.problems().isEmpty()) {
            throw new Unavailable(String.join("; ", settings.problems()));
        }
        return around(outside, settings.limits(), rules, project, home, shell, environment);
    }

    /**
     * Returns a sandbox that keeps nothing from commands but what rules keep from them, on Linux.
     *
     * @throws Unavailable if the program for it is missing; the message names its package
     */
    public static Sandbox ofRules(
            BashOperations outside,
            BiFunction<String, Path, Confinement> rules,
            @Nullable String shell,
            Map<String, String> environment)
            throws Unavailable {
        if (isMac()) {
            throw new Unavailable("on macOS commands are confined only with sandbox.enabled");
        }
        var root = Path.of("/");
        return around(outside, Limits.NONE, rules, root, root, shell, environment);
    }

    /** Returns a sandbox with the given limits around operations. */
    static Sandbox around(
            BashOperations outside,
            Limits limits,
            BiFunction<String, Path, Confinement> rules,
            Path project,
            Path home,
            @Nullable String shell,
            Map<String, String> environment)
            throws Unavailable {
        var wrapper = wrapper(environment);
        boolean mac = wrapper instanceof Wrapper.OfMac;
        var proxyBridge = limits.network().isListed() ? ProxyBridge.find(environment) : null;
        if (limits.network().isListed() && (mac || proxyBridge == null)) {
            throw new Unavailable(
                    mac
                            ? "a list of hosts in sandbox.network is not possible on macOS yet; set it to off"
                            : "sandbox.network is a list of hosts, and for that python3 is not on the path. Install the"
                                    + " package python3");
        }
        return new Sandbox(
                limits, rules, outside, wrapper, project, home, shell == null ? "/bin/bash" : shell, proxyBridge);
    }

    private static Wrapper wrapper(Map<String, String> environment) throws Unavailable {
        if (!isMac()) {
            return new Wrapper.OfLinux(Bubblewrap.find(environment));
        }
        var program = Programs.find("sandbox-exec", environment);
        if (program == null) {
            throw new Unavailable("sandbox-exec is not on the path; it is a part of macOS");
        }
        return new Wrapper.OfMac(program);
    }

    private static boolean isMac() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac");
    }

    /**
     * Runs a command without effect in the sandbox, which looks at what was taken away from it: a kernel or a container may
     * refuse what the program needs.
     *
     * @throws Unavailable if it does not run, or not without the privileges of this process
     */
    public void tryOut() throws Unavailable, InterruptedException {
        var printed = new StringBuilder();
        try {
            var words = switch (wrapper) {
                case Wrapper.OfMac(var program) -> seatbelt(program, limits, List.of(), List.of("true"));
                case Wrapper.OfLinux(var bubblewrap) ->
                    bubblewrap.words(
                            limits,
                            project,
                            home,
                            writable(limits, List.of()),
                            ProtectedNames.NONE,
                            Map.of(),
                            Bubblewrap.TRIAL);
            };
            var exit = outside.exec(
                    ShellWords.line(words),
                    project,
                    new Options(TRIAL_LIMIT, Map.of()),
                    bytes -> printed.append(new String(bytes, StandardCharsets.UTF_8)));
            if (exit == null || exit != 0) {
                throw new Unavailable(wrapper.program() + " is installed but does not work here: "
                        + printed.toString().strip().lines().findFirst().orElse("it ended with " + exit)
                        + ". Allow it to make namespaces");
            }
        } catch (IOException e) {
            throw new Unavailable(wrapper.program() + " cannot be run: " + e.getMessage());
        }
    }

    @Override
    public @Nullable Integer exec(String command, Path cwd, Options options, Consumer<byte[]> output)
            throws IOException, InterruptedException {
        var end = new StringBuilder();
        Consumer<byte[]> watched = bytes -> {
            end.append(new String(bytes, StandardCharsets.UTF_8));
            end.delete(0, Math.max(0, end.length() - 4_000));
            output.accept(bytes);
        };
        var narrowed = limits.within(rules.apply(command, cwd));
        var names = ProtectedNames.in(writable(narrowed, List.of()));
        Integer exit;
        try {
            var words = words(narrowed, List.of(), names, List.of(shell, "-c", command));
            exit = outside.exec(ShellWords.line(words), cwd, options, watched);
        } finally {
            names.restore().forEach(sentence -> report(sentence, output));
        }
        var hosts = refusedHosts();
        var note = !hosts.isEmpty()
                ? "[The sandbox refused a connection to " + String.join(", ", hosts) + ": sandbox.network allows only "
                        + limits.network() + ".]"
                : exit == null || exit == 0 ? null : refusal(narrowed, end.toString());
        if (note != null) {
            report(note, output);
        }
        return exit;
    }

    private static void report(String sentence, Consumer<byte[]> output) {
        output.accept(("\n" + sentence + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The note if the sandbox caused a failure; null if it did not. */
    private @Nullable String refusal(Limits narrowed, String end) {
        if (end.contains("Read-only file system")
                || end.contains("Operation not permitted")
                || end.contains("Device or resource busy")) {
            return narrowed.writing() == Writing.PROJECT
                    ? "[The sandbox refused a write: only " + project
                            + " and the folders of sandbox.write can be written.]"
                    : "[The sandbox refused a write: a command that runs because it only reads can write nothing.]";
        }
        boolean network = end.contains("Could not resolve host")
                || end.contains("Network is unreachable")
                || end.contains("Temporary failure in name resolution");
        boolean connecting = end.contains("Failed to connect") || end.contains("Connection refused");
        if (narrowed.network().isListed() && (network || connecting)) {
            return "[The sandbox refused a connection: only " + narrowed.network()
                    + " can be reached, through the web proxy that the environment names.]";
        }
        if (end.contains("Address family not supported")) {
            return "[The sandbox refused a socket: while sandbox.network is not on, sockets of the file system and"
                    + " unusual networks cannot be used.]";
        }
        return !network || narrowed.network().on()
                ? null
                : limits.network().on()
                        ? "[The sandbox has no network for a command that runs because it only reads.]"
                        : "[The sandbox has no network: sandbox.network is off.]";
    }

    private synchronized List<String> refusedHosts() {
        return proxy == null ? List.of() : proxy.refused();
    }

    /** The socket of the proxy, which is started with the first command. */
    private synchronized Path socket() throws IOException {
        var running = proxy == null ? AllowListProxy.open(limits.network()) : proxy;
        proxy = running;
        return running.socket();
    }

    /**
     * The line that runs a command as rules confine it, for operations that start it themselves. It is the command itself
     * where nothing is kept from it.
     */
    public String line(String command, Path cwd) throws IOException {
        var confinement = rules.apply(command, cwd);
        if (confinement.isNone() && limits.equals(Limits.NONE)) {
            return command;
        }
        var narrowed = limits.within(confinement);
        return ShellWords.line(words(narrowed, List.of(), ProtectedNames.NONE, List.of(shell, "-c", command)));
    }

    /**
     * The words that run a program in the sandbox.
     *
     * @param more additional files and folders that can be written
     */
    public List<String> inside(List<String> words, List<Path> more) throws IOException {
        return words(limits, more, ProtectedNames.in(writable(limits, more)), words);
    }

    private List<String> words(Limits narrowed, List<Path> more, ProtectedNames names, List<String> command)
            throws IOException {
        return switch (wrapper) {
            case Wrapper.OfMac(var program) -> seatbelt(program, narrowed, more, command);
            case Wrapper.OfLinux(var bubblewrap) -> {
                var bridge = narrowed.network().isListed() ? proxyBridge : null;
                var inner = new ArrayList<>(bridge == null ? List.of() : bridge.inside());
                inner.addAll(command);
                var words = bubblewrap.words(
                        narrowed,
                        project,
                        home,
                        writable(narrowed, more),
                        names,
                        bridge == null ? Map.of() : ProxyBridge.variables(),
                        inner);
                yield bridge == null ? words : bridge.outside(socket(), words);
            }
        };
    }

    private List<String> seatbelt(Path program, Limits narrowed, List<Path> more, List<String> command) {
        var writable = writable(narrowed, more);
        var fixed = new ArrayList<>(narrowed.fixed());
        writable.forEach(folder -> fixed.addAll(ProtectedNames.paths(folder)));
        var profile = Seatbelt.profile(
                narrowed.network().on(),
                narrowed.homeHidden() ? List.of(home) : List.of(),
                narrowed.writing() == Writing.PROJECT ? List.of() : List.of(project),
                writable,
                fixed,
                narrowed.hidden());
        var words = new ArrayList<>(List.of(program.toString(), "-p", profile));
        words.addAll(command);
        return words;
    }

    private List<Path> writable(Limits narrowed, List<Path> more) {
        if (narrowed.writing() != Writing.PROJECT) {
            return List.of();
        }
        var folders = new ArrayList<>(List.of(project));
        folders.addAll(narrowed.write());
        folders.addAll(more);
        return folders;
    }
}
