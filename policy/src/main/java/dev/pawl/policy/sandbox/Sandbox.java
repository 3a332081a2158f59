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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs shell commands with restricted write access: in bubblewrap on Linux, in Seatbelt on macOS.
 *
 * <p>The outer shell, its process group and its end are those of the wrapped operations.
 */
public final class Sandbox implements BashOperations {
    /** Files that control other programs; they are read-only even inside of the project. */
    private static final String HOOKS = ".git/hooks";

    private static final List<String> READ_ONLY = List.of(HOOKS, ".git/config", ".pi", ".claude");

    private static final Duration TRIAL_LIMIT = Duration.ofSeconds(20);

    private final Limits limits;
    private final BashOperations outside;
    private final Path program;
    private final Path project;
    private final Path home;
    private final String shell;
    private final @Nullable ProxyBridge proxyBridge;
    private @Nullable AllowListProxy proxy;

    private Sandbox(
            Limits limits,
            BashOperations outside,
            Path program,
            Path project,
            Path home,
            String shell,
            @Nullable ProxyBridge proxyBridge) {
        this.limits = limits;
        this.outside = outside;
        this.program = program;
        this.project = project;
        this.home = home;
        this.shell = shell;
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
        var proxyBridge = limits.network().isListed() ? ProxyBridge.find(environment) : null;
        if (limits.network().isListed() && (mac || proxyBridge == null)) {
            throw new Unavailable(
                    mac
                            ? "a list of hosts in sandbox.network is not possible on macOS yet; set it to off"
                            : "sandbox.network is a list of hosts, and for that python3 is not on the path. Install the"
                                    + " package python3");
        }
        return new Sandbox(limits, outside, program, project, home, shell == null ? "/bin/bash" : shell, proxyBridge);
    }

    /**
     * Runs a command without effect in the sandbox: a kernel or a container may refuse what the program needs.
     *
     * @throws Unavailable if it does not run
     */
    public void tryOut() throws Unavailable, InterruptedException {
        var printed = new StringBuilder();
        var words = program.endsWith("sandbox-exec") ? seatbelt(List.of()) : bubblewrap(null, List.of());
        words.addFirst(program.toString());
        words.add("true");
        try {
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
        var exit = outside.exec(wrapped(command), cwd, options, watched);
        var hosts = refusedHosts();
        var note = !hosts.isEmpty()
                ? "[The sandbox refused a connection to " + String.join(", ", hosts) + ": sandbox.network allows only "
                        + limits.network() + ".]"
                : exit == null || exit == 0 ? null : refusal(end.toString());
        if (note != null) {
            output.accept(("\n" + note + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return exit;
    }

    /** The note if the sandbox caused a failure; null if it did not. */
    private @Nullable String refusal(String end) {
        if (end.contains("Read-only file system") || end.contains("Operation not permitted")) {
            return "[The sandbox refused a write: only " + project
                    + " and the folders of sandbox.write can be written.]";
        }
        boolean network = end.contains("Could not resolve host")
                || end.contains("Network is unreachable")
                || end.contains("Temporary failure in name resolution");
        boolean connecting = end.contains("Failed to connect") || end.contains("Connection refused");
        if (limits.network().isListed() && (network || connecting)) {
            return "[The sandbox refused a connection: only " + limits.network()
                    + " can be reached, through the web proxy" + " that the environment names.]";
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

    private String wrapped(String command) throws IOException {
        var words = prefix(List.of());
        words.add(shell);
        words.add("-c");
        words.add(command);
        return line(words);
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
        var all = prefix(more);
        all.addAll(words);
        return all;
    }

    private List<String> prefix(List<Path> more) throws IOException {
        var socket = socket();
        var words = program.endsWith("sandbox-exec") ? seatbelt(more) : bubblewrap(socket, more);
        words.addFirst(program.toString());
        if (proxyBridge != null && socket != null) {
            words.addAll(proxyBridge.prefix(socket));
        }
        return words;
    }

    private List<String> bubblewrap(@Nullable Path socket, List<Path> more) {
        var words = new ArrayList<String>();
        words.addAll(List.of("--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts"));
        if (!limits.network().on() || limits.network().isListed()) {
            words.add("--unshare-net");
        }
        words.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"));
        if (limits.homeHidden()) {
            words.addAll(List.of("--tmpfs", home.toString()));
        }
        if (!limits.projectWritable()) {
            words.addAll(List.of("--ro-bind-try", project.toString(), project.toString()));
        }
        for (var folder : writable(more)) {
            words.addAll(List.of("--bind-try", folder.toString(), folder.toString()));
        }
        for (var readOnly : READ_ONLY) {
            var path = project.resolve(readOnly);
            if (Files.exists(path)) {
                words.addAll(List.of("--ro-bind", path.toString(), path.toString()));
            } else if (readOnly.equals(HOOKS) && Files.isDirectory(path.resolveSibling("."))) {
                // A file there would run outside of the sandbox with the next commit.
                words.addAll(List.of("--tmpfs", path.toString(), "--remount-ro", path.toString()));
            }
        }
        for (var path : limits.hidden()) {
            if (Files.isDirectory(path)) {
                words.addAll(List.of("--tmpfs", path.toString(), "--remount-ro", path.toString()));
            } else if (Files.exists(path)) {
                words.addAll(List.of("--ro-bind", "/dev/null", path.toString()));
            }
        }
        if (socket != null) {
            words.addAll(List.of("--ro-bind", socket.toString(), socket.toString()));
            for (var variable : ProxyBridge.variables()) {
                var parts = variable.split("=", 2);
                words.addAll(List.of("--setenv", parts[0], parts[1]));
            }
        }
        words.add("--");
        return words;
    }

    private List<String> seatbelt(List<Path> more) {
        var profile = Seatbelt.profile(
                limits.network().on(),
                limits.homeHidden() ? List.of(home) : List.of(),
                writable(more),
                READ_ONLY.stream().map(project::resolve).toList());
        return new ArrayList<>(List.of("-p", profile));
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
