package dev.pawl.policy.sandbox;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.base.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs shell commands within {@link Limits}: in bubblewrap on Linux, in Seatbelt on macOS.
 *
 * <p>The outer shell, its process group and its end are those of the wrapped operations.
 */
public final class Sandbox implements BashOperations {
    private static final Duration TRIAL_LIMIT = Duration.ofSeconds(20);

    /**
     * Ends with 0 if this process has no capabilities, cannot gain any, has a filter of system calls, and cannot write
     * settings of the kernel.
     */
    private static final String TRIAL = """
        found=0
        while read -r key value; do
          case $key in
            CapPrm:|CapEff:|CapBnd:|CapAmb:)
              [ "$value" = 0000000000000000 ] || { echo "it leaves capabilities: $key $value"; exit 1; }
              found=$((found+1));;
            NoNewPrivs:)
              [ "$value" = 1 ] || { echo "it lets programs gain privileges"; exit 1; }
              found=$((found+1));;
            Seccomp:)
              [ "$value" = 2 ] || { echo "it does not filter system calls"; exit 1; }
              found=$((found+1));;
          esac
        done </proc/self/status
        [ $found -eq 6 ] || { echo "/proc/self/status does not tell what it took away"; exit 1; }
        [ ! -w /proc/sys/kernel/core_pattern ] || { echo "it leaves /proc/sys writable"; exit 1; }
        """;

    /** The descriptor at which bubblewrap reads the filter of system calls. */
    private static final int FILTER = 9;

    private final Limits limits;
    private final BashOperations outside;
    private final Path program;
    private final Path project;
    private final Path home;
    private final String shell;
    private final @Nullable SystemCalls calls;
    private final @Nullable ProxyBridge proxyBridge;
    private @Nullable AllowListProxy proxy;

    private Sandbox(
            Limits limits,
            BashOperations outside,
            Path program,
            Path project,
            Path home,
            String shell,
            @Nullable SystemCalls calls,
            @Nullable ProxyBridge proxyBridge) {
        this.limits = limits;
        this.outside = outside;
        this.program = program;
        this.project = project;
        this.home = home;
        this.shell = shell;
        this.calls = calls;
        this.proxyBridge = proxyBridge;
    }

    /** No sandbox is available for commands. */
    public static final class Unavailable extends Exception {
        private static final long serialVersionUID = 1L;

        Unavailable(String message) {
            super(message);
        }
    }

    /**
     * A sandbox around operations.
     *
     * @param shell the shell inside; null for bash
     * @throws Unavailable if the program for it is missing; the message names its package
     */
    public static Sandbox around(
            BashOperations outside,
            SandboxSettings settings,
            Path project,
            Path home,
            @Nullable String shell,
            Map<String, String> environment)
            throws Unavailable {
        if (!settings.problems().isEmpty()) {
            throw new Unavailable(String.join("; ", settings.problems()));
        }
        return around(outside, settings.limits(), project, home, shell, environment);
    }

    /**
     * Returns a sandbox with the given limits around operations. It costs nothing until a command runs, and may be made
     * for each command anew; {@link #tryOut()} tells whether it works on this machine.
     *
     * @param project an absolute path without links
     * @param shell the shell inside; null for bash
     * @throws Unavailable if the program for it is missing; the message names its package
     */
    public static Sandbox around(
            BashOperations outside,
            Limits limits,
            Path project,
            Path home,
            @Nullable String shell,
            Map<String, String> environment)
            throws Unavailable {
        boolean mac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac");
        var program = Programs.find(mac ? "sandbox-exec" : "bwrap", environment);
        if (program == null) {
            throw new Unavailable(
                    mac
                            ? "sandbox-exec is not on the path; it is a part of macOS"
                            : "bwrap is not on the path. Install the package bubblewrap");
        }
        var processor = System.getProperty("os.arch", "");
        var calls = mac ? null : SystemCalls.of(processor);
        if (!mac && calls == null) {
            throw new Unavailable("there is no filter of system calls for the processor " + processor
                    + ", only for amd64 and aarch64. Set sandbox.enabled to false");
        }
        var proxyBridge = limits.network().isListed() ? ProxyBridge.find(environment) : null;
        if (limits.network().isListed() && (mac || proxyBridge == null)) {
            throw new Unavailable(
                    mac
                            ? "a list of hosts in sandbox.network is not possible on macOS yet; set it to off"
                            : "sandbox.network is a list of hosts, and for that python3 is not on the path. Install the"
                                    + " package python3");
        }
        return new Sandbox(
                limits, outside, program, project, home, shell == null ? "/bin/bash" : shell, calls, proxyBridge);
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
            var words = isSeatbelt()
                    ? seatbelt(List.of(), List.of("true"))
                    : bubblewrap(null, List.of(), Protected.NOTHING, List.of("/bin/sh", "-c", TRIAL));
            var exit = outside.exec(
                    line(words),
                    project,
                    new Options(TRIAL_LIMIT, Map.of()),
                    bytes -> printed.append(new String(bytes, StandardCharsets.UTF_8)));
            if (exit == null || exit != 0) {
                throw new Unavailable(program + " is installed but does not work here: "
                        + printed.toString().strip().lines().findFirst().orElse("it ended with " + exit)
                        + ". Allow it to make namespaces, or set sandbox.enabled to false");
            }
        } catch (IOException e) {
            throw new Unavailable(program + " cannot be run: " + e.getMessage());
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
        var kept = Protected.in(writable(List.of()));
        Integer exit;
        try {
            exit = outside.exec(line(words(List.of(), kept, List.of(shell, "-c", command))), cwd, options, watched);
        } finally {
            kept.restore().forEach(sentence -> report(sentence, output));
        }
        var hosts = refusedHosts();
        var note = !hosts.isEmpty()
                ? "[The sandbox refused a connection to " + String.join(", ", hosts) + ": sandbox.network allows only "
                        + limits.network() + ".]"
                : exit == null || exit == 0 ? null : refusal(end.toString());
        if (note != null) {
            report(note, output);
        }
        return exit;
    }

    private static void report(String sentence, Consumer<byte[]> output) {
        output.accept(("\n" + sentence + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The note if the sandbox caused a failure; null if it did not. */
    private @Nullable String refusal(String end) {
        if (end.contains("Read-only file system")
                || end.contains("Operation not permitted")
                || end.contains("Device or resource busy")) {
            return limits.projectWritable()
                    ? "[The sandbox refused a write: only " + project
                            + " and the folders of sandbox.write can be written.]"
                    : "[The sandbox refused a write: nothing can be written here.]";
        }
        boolean network = end.contains("Could not resolve host")
                || end.contains("Network is unreachable")
                || end.contains("Temporary failure in name resolution");
        boolean connecting = end.contains("Failed to connect") || end.contains("Connection refused");
        if (limits.network().isListed() && (network || connecting)) {
            return "[The sandbox refused a connection: only " + limits.network()
                    + " can be reached, through the web proxy that the environment names.]";
        }
        if (end.contains("Address family not supported")) {
            return "[The sandbox refused a socket: while sandbox.network is not on, sockets of the file system and"
                    + " unusual networks cannot be used.]";
        }
        return network && !limits.network().on() ? "[The sandbox has no network: sandbox.network is off.]" : null;
    }

    private synchronized List<String> refusedHosts() {
        return proxy == null ? List.of() : proxy.refused();
    }

    /** The socket of the proxy, which is started with the first command. */
    private synchronized @Nullable Path socket() throws IOException {
        if (proxyBridge == null) {
            return null;
        }
        var running = proxy == null ? AllowListProxy.open(limits.network()) : proxy;
        proxy = running;
        return running.socket();
    }

    private static String line(List<String> words) {
        return "exec " + String.join(" ", words.stream().map(Sandbox::quoted).toList());
    }

    /**
     * The words that run a program in the sandbox.
     *
     * @param more additional files and folders that can be written
     */
    public List<String> inside(List<String> words, List<Path> more) throws IOException {
        return words(more, Protected.in(writable(more)), words);
    }

    private List<String> words(List<Path> more, Protected kept, List<String> command) throws IOException {
        return isSeatbelt() ? seatbelt(more, command) : bubblewrap(socket(), more, kept, command);
    }

    private boolean isSeatbelt() {
        return program.endsWith("sandbox-exec");
    }

    private List<String> bubblewrap(@Nullable Path socket, List<Path> more, Protected kept, List<String> command)
            throws IOException {
        var words = new ArrayList<>(List.of(program.toString(), "--die-with-parent", "--unshare-user"));
        words.addAll(List.of("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"));
        if (!isNetworkShared()) {
            words.add("--unshare-net");
        }
        words.addAll(List.of("--cap-drop", "ALL", "--seccomp", Integer.toString(FILTER)));
        words.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--remount-ro", "/proc"));
        words.addAll(List.of("--tmpfs", "/tmp"));
        if (limits.homeHidden()) {
            words.addAll(List.of("--tmpfs", home.toString()));
        }
        if (!limits.projectWritable()) {
            words.addAll(List.of("--ro-bind-try", project.toString(), project.toString()));
        }
        for (var folder : writable(more)) {
            words.addAll(List.of("--bind-try", folder.toString(), folder.toString()));
        }
        kept.pinned().forEach(path -> words.addAll(List.of("--bind", path.toString(), path.toString())));
        kept.readOnly().forEach(path -> words.addAll(List.of("--ro-bind", path.toString(), path.toString())));
        for (var path : limits.hidden()) {
            if (Files.exists(path)) {
                words.addAll(hidden(path.toRealPath()));
            }
        }
        if (proxyBridge == null || socket == null) {
            words.add("--");
            words.addAll(command);
            return filtered(words);
        }
        for (var variable : ProxyBridge.variables()) {
            var parts = variable.split("=", 2);
            words.addAll(List.of("--setenv", parts[0], parts[1]));
        }
        words.add("--");
        words.addAll(proxyBridge.inside());
        words.addAll(command);
        return proxyBridge.outside(socket, filtered(words));
    }

    /** Hands bubblewrap the filter of system calls through a pipe: no file of it can be exchanged. */
    private List<String> filtered(List<String> bubblewrap) {
        var octal = new StringBuilder();
        for (byte value : Objects.requireNonNull(calls).filter(isNetworkShared())) {
            octal.append('\\').append((value >> 6) & 3).append((value >> 3) & 7).append(value & 7);
        }
        var words = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                "exec 8<&0; printf '" + octal + "' | { exec " + FILTER + "<&0 0<&8 8<&-; exec \"$@\"; }",
                "sh"));
        words.addAll(bubblewrap);
        return words;
    }

    private static List<String> hidden(Path path) {
        return Files.isDirectory(path)
                ? List.of("--tmpfs", path.toString(), "--remount-ro", path.toString())
                : List.of("--ro-bind", "/dev/null", path.toString()); // Devices cannot be opened there.
    }

    private boolean isNetworkShared() {
        return limits.network().on() && !limits.network().isListed();
    }

    private List<String> seatbelt(List<Path> more, List<String> command) {
        var writable = writable(more);
        var profile = Seatbelt.profile(
                limits.network().on(),
                limits.homeHidden() ? List.of(home) : List.of(),
                limits.projectWritable() ? List.of() : List.of(project),
                writable,
                writable.stream()
                        .flatMap(folder -> Protected.paths(folder).stream())
                        .toList(),
                limits.hidden());
        var words = new ArrayList<>(List.of(program.toString(), "-p", profile));
        words.addAll(command);
        return words;
    }

    private List<Path> writable(List<Path> more) {
        var folders = new ArrayList<Path>();
        if (limits.projectWritable()) {
            folders.add(project);
        }
        folders.addAll(limits.write());
        folders.addAll(more);
        return folders;
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
