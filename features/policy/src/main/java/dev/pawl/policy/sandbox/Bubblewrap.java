package dev.pawl.policy.sandbox;

import dev.pawl.base.Programs;
import dev.pawl.policy.sandbox.Limits.Writing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Builds the command lines of bubblewrap, for all that is confined: in every one the command has a user namespace and
 * processes of its own, no capabilities, {@code /proc} read-only and the filter of {@link SystemCalls}.
 *
 * @param program the real path of bwrap
 * @param calls the filter for this processor
 */
record Bubblewrap(Path program, SystemCalls calls) {
    /** Ends with 0 if the process has no capabilities, cannot gain any, is filtered, and cannot write kernel settings. */
    static final List<String> TRIAL = List.of("/bin/sh", "-c", """
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
        """);

    /** The descriptor at which bubblewrap reads the filter of system calls. */
    private static final int FILTER = 9;

    /** Finds bubblewrap on the path. */
    static Bubblewrap find(Map<String, String> environment) throws Unavailable {
        var program = Programs.find("bwrap", environment);
        if (program == null) {
            throw new Unavailable("bwrap is not on the path. Install the package bubblewrap");
        }
        var processor = System.getProperty("os.arch", "");
        var calls = SystemCalls.of(processor);
        if (calls == null) {
            throw new Unavailable("there is no filter of system calls for the processor " + processor
                    + ", only for amd64 and aarch64");
        }
        return new Bubblewrap(program, calls);
    }

    /**
     * Returns the words that run a command within limits.
     *
     * @param project can be read where the home folder is hidden
     * @param writable the folders that can be written, with {@link Writing#PROJECT}
     * @param names what of them stays as it is
     * @param variables more variables for the command
     */
    List<String> words(
            Limits limits,
            Path project,
            Path home,
            List<Path> writable,
            ProtectedNames names,
            Map<String, String> variables,
            List<String> command)
            throws IOException {
        var words = new ArrayList<>(List.of(program.toString(), "--die-with-parent", "--unshare-user"));
        words.addAll(List.of("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"));
        boolean sharesNetwork = limits.network().on() && !limits.network().isListed();
        if (!sharesNetwork) {
            words.add("--unshare-net");
        }
        words.addAll(List.of("--cap-drop", "ALL", "--seccomp", Integer.toString(FILTER)));
        // The devices of the machine are not there: a disk has every file, under no name.
        words.addAll(List.of(limits.writing() == Writing.ALL ? "--bind" : "--ro-bind", "/", "/", "--dev", "/dev"));
        words.addAll(List.of("--proc", "/proc", "--remount-ro", "/proc"));
        switch (limits.writing()) {
            case ALL -> words.addAll(List.of("--bind-try", "/dev/shm", "/dev/shm"));
            case PROJECT -> words.addAll(List.of("--tmpfs", "/tmp"));
            // Below /dev nothing is of the machine, and what is written there is gone afterwards.
            case NOTHING -> words.addAll(List.of("--setenv", "TMPDIR", "/dev/shm"));
        }
        if (limits.homeHidden()) {
            words.addAll(List.of("--tmpfs", home.toString()));
            words.addAll(bound("--ro-bind-try", project));
        }
        writable.forEach(folder -> words.addAll(bound("--bind-try", folder)));
        if (limits.homeHidden() && limits.writing() == Writing.NOTHING) {
            words.addAll(List.of("--remount-ro", home.toString()));
        }
        var fixed = real(limits.fixed());
        var hidden = real(limits.hidden());
        var open = limits.writing() == Writing.ALL ? List.of(Path.of("/")) : writable;
        above(fixed, hidden, open).forEach(path -> words.addAll(bound("--bind", path)));
        names.pinned().forEach(path -> words.addAll(bound("--bind", path)));
        names.readOnly().forEach(path -> words.addAll(bound("--ro-bind", path)));
        fixed.forEach(path -> words.addAll(bound("--ro-bind", path)));
        hidden.forEach(path -> words.addAll(hidden(path)));
        variables.forEach((name, value) -> words.addAll(List.of("--setenv", name, value)));
        words.add("--");
        words.addAll(command);
        return filtered(words, sharesNetwork);
    }

    private static List<String> bound(String option, Path path) {
        return List.of(option, path.toString(), path.toString());
    }

    private static List<String> hidden(Path path) {
        return Files.isDirectory(path)
                ? List.of("--tmpfs", path.toString(), "--remount-ro", path.toString())
                : List.of("--ro-bind", "/dev/null", path.toString()); // Devices cannot be opened there.
    }

    /** The real paths of what exists. */
    private static List<Path> real(List<Path> paths) throws IOException {
        var real = new ArrayList<Path>();
        for (var path : paths) {
            if (Files.exists(path)) {
                real.add(path.toRealPath());
            }
        }
        return real;
    }

    /** The folders above what is kept from a command, outermost first: one that is mounted on itself cannot be moved away. */
    private static SortedSet<Path> above(List<Path> fixed, List<Path> hidden, List<Path> writable) {
        var folders = new TreeSet<Path>();
        for (var path : Stream.concat(fixed.stream(), hidden.stream()).toList()) {
            for (var at = path.getParent(); at != null && at.getParent() != null; at = at.getParent()) {
                var folder = at;
                if (Files.isWritable(at.getParent()) && writable.stream().anyMatch(folder::startsWith)) {
                    folders.add(at);
                }
            }
        }
        return folders;
    }

    /** Hands bubblewrap the filter of system calls through a pipe: no file of it can be exchanged. */
    private List<String> filtered(List<String> bubblewrap, boolean unixSockets) {
        var octal = new StringBuilder();
        for (byte value : calls.filter(unixSockets)) {
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
}
