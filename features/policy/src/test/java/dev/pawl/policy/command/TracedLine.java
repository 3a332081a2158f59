package dev.pawl.policy.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * What a command line did when bash ran it, as the kernel saw it.
 *
 * @param programs the names of the programs that were started
 * @param writes the system calls that succeeded in changing a file or reaching another process or host
 * @param output what it printed
 */
public record TracedLine(Set<String> programs, List<String> writes, String output) {
    private static final String CALLS =
            "execve,execveat,open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,"
                + "mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,chmod,fchmod,fchmodat,chown,fchown,lchown,fchownat,truncate,"
                + "ftruncate,mknod,mknodat,utimensat,setxattr,fsetxattr,lsetxattr,connect,bind,kill,tkill,settimeofday,"
                + "clock_settime,sethostname,mount,ptrace";
    private static final Pattern CALL = Pattern.compile("\\d+ +(\\w+)\\((.*)");
    private static final Pattern STARTED = Pattern.compile("(?:[^\"]*, )?\"([^\"]*)\".*");

    /** Runs a line without a sandbox, at most 20 seconds. */
    public static TracedLine run(String line, Path cwd, Map<String, String> environment, Path temporary)
            throws IOException, InterruptedException {
        var trace = temporary.resolve("trace");
        var output = temporary.resolve("output");
        var builder = new ProcessBuilder(
                        "strace",
                        "-f",
                        "-qq",
                        "--seccomp-bpf",
                        "-s",
                        "300",
                        "-e",
                        "signal=none",
                        "-e",
                        "trace=" + CALLS,
                        "-o",
                        trace.toString(),
                        "/bin/bash",
                        "-c",
                        line)
                .directory(cwd.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.waitFor();
        }
        var programs = new TreeSet<String>();
        var writes = new ArrayList<String>();
        var calls = Files.readString(trace, StandardCharsets.ISO_8859_1).lines().toList();
        for (var call : calls.subList(1, calls.size())) {
            var parts = CALL.matcher(call);
            if (!parts.matches() || parts.group(2).contains(" = -1 ")) {
                continue;
            }
            var arguments = parts.group(2);
            if (parts.group(1).startsWith("exec")) {
                var started = STARTED.matcher(arguments);
                programs.add(started.matches() ? started.group(1).replaceFirst(".*/", "") : arguments);
            } else if (!isReading(parts.group(1), arguments)) {
                writes.add(call);
            }
        }
        return new TracedLine(programs, writes, new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1));
    }

    private static boolean isReading(String call, String arguments) {
        if (call.startsWith("open")) {
            return !arguments.matches(".*\\b(O_WRONLY|O_RDWR|O_CREAT|O_TRUNC)\\b.*")
                    || arguments.matches(".*\"/dev/(null|tty)\".*")
                    || refreshesIndex(arguments);
        }
        return refreshesIndex(arguments);
    }

    /** Git keeps the times of files in its index: what is read there stays the same. */
    private static boolean refreshesIndex(String arguments) {
        return arguments.contains("/.git/index.lock\"");
    }
}
