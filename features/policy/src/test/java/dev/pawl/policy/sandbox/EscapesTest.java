package dev.pawl.policy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.policy.rule.Confinement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Attempts to leave the sandbox, judged by what they did outside: files, settings of the kernel, processes, connections.
 * Each is made by root, where the tests run as root, and by an ordinary user.
 */
@Deep
class EscapesTest {
    private static final Path CORE_PATTERN = Path.of("/proc/sys/kernel/core_pattern");
    private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");

    /** A Python program with {@code call(x86_64, aarch64, arguments…)}, which prints ESCAPED if the kernel accepts it. */
    private static final String PYTHON = """
        import ctypes, os, platform, socket, sys, struct
        libc = ctypes.CDLL(None, use_errno=True)
        def call(x86, arm, *arguments):
            ctypes.set_errno(0)
            number = x86 if platform.machine() == "x86_64" else arm
            done = libc.syscall(number, *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
            return 0 if done >= 0 else ctypes.get_errno()
        def refused(x86, arm, *arguments):
            error = call(x86, arm, *arguments)
            print("refused" if error in (1, 38) else "ESCAPED with %d" % error)
        def family(number, kind=1):
            try:
                socket.socket(number, kind)
                print("ESCAPED")
            except OSError as e:
                print("refused" if e.errno == 97 else "ESCAPED with %s" % e)
        """;

    /** Name and command. OUT is a folder outside, P the project, PORT a server, VICTIM a process outside. */
    private static final Limits PROJECT = Limits.ofProject(Network.OFF, false, List.of());

    private static final Limits READ_ONLY = Limits.NONE.within(Confinement.NONE.withoutWriting());

    private static final Map<String, String> ESCAPES = new LinkedHashMap<>();

    private static void shell(String name, String command) {
        assertThat(ESCAPES.put(name, command)).isNull();
    }

    private static void python(String name, String program) {
        shell(name, "python3 - <<'END'\n" + PYTHON + program + "\nEND");
    }

    static {
        // Files outside.
        shell("make a file", "touch OUT/made");
        shell("write a file", "echo changed > OUT/canary");
        shell("append by /proc/self/root", "echo changed >> /proc/self/root/OUT/canary");
        shell("append by the root of process 1", "echo changed >> /proc/1/root/OUT/canary");
        shell("a working folder of process 1", "echo changed > /proc/1/cwd/../out/canary");
        shell("a link to it", "ln -s OUT l; echo changed > l/canary; rm l");
        shell("a hard link to it", "ln OUT/canary h && echo changed > h; rm -f h");
        shell("move it", "mv OUT/canary moved; mv moved OUT/canary2; rm -rf moved");
        shell("remove it by ..", "rm -rf P/../out");
        shell("change its mode", "chmod 600 OUT/canary; chown 1:1 OUT/canary; touch OUT/canary");
        shell("remount everything writable", "mount -o remount,rw /; echo changed > OUT/canary");
        shell("remount the bind", "mount -o remount,bind,rw OUT; echo changed > OUT/canary");
        shell("bind over it", "mount --bind P OUT; echo changed > OUT/canary; umount OUT");
        shell("unmount what covers it", "umount -l P; umount -l /tmp; echo changed > OUT/canary");
        shell("a user namespace", "unshare -Urm sh -c 'mount -o remount,rw,bind /; echo changed > OUT/canary'");
        shell("a mount namespace", "unshare -m sh -c 'mount -o remount,rw /; echo changed > OUT/canary'");
        shell("enter process 1", "nsenter -t 1 -m -- sh -c 'echo changed > OUT/canary'");
        shell("chroot", "chroot /proc/1/root sh -c 'echo changed > OUT/canary'");
        shell("a sandbox in the sandbox", "bwrap --bind / / sh -c 'echo changed > OUT/canary && echo ESCAPED'");
        shell(
                "a loop device",
                "truncate -s 1M d; mkfs.ext4 -q d; mkdir m; mount -o loop d m && echo ESCAPED; rm -rf d m");
        shell(
                "the device of the disk",
                "mknod disk b $(stat -c '%d' / | awk '{print int($1/256), $1%256}') "
                        + "&& head -c1 disk && echo ESCAPED; rm -f disk");
        shell(
                "devices of memory",
                "for d in /dev/mem /dev/kmem /dev/kmsg /dev/port /dev/vda /dev/sda; do "
                        + "[ -e $d ] && echo ESCAPED $d; done; true");
        python("inherited descriptors", """
            for name in os.listdir("/proc/self/fd"):
                try:
                    fd = os.open("../../../../../../OUT/canary", os.O_WRONLY, dir_fd=int(name))
                    os.write(fd, b"changed")
                except OSError:
                    pass\
            """);
        shell(
                "a program that runs as its owner",
                "cp /bin/true suid; chmod u+s suid; chmod 6755 suid; "
                        + "[ -u suid -o -g suid ] && echo ESCAPED; rm -f suid");
        python("made to run as its owner", """
            for make in (lambda: os.open("suid", os.O_CREAT | os.O_WRONLY, 0o4755), lambda: os.mknod("suid", 0o104755),
                         lambda: call(452, 452, -100, ctypes.c_char_p(b"suid"), 0o4755, 0),
                         lambda: call(437, 437, -100, ctypes.c_char_p(b"suid"), struct.pack("QQQ", 0o101, 0o4755, 0), 24)):
                try:
                    make()
                except OSError:
                    pass
                if os.path.exists("suid"):
                    if os.stat("suid").st_mode & 0o6000: print("ESCAPED")
                    os.remove("suid")\
            """);
        // The kernel.
        shell("the program for core dumps", "echo '|/bin/sh -c true' > /proc/sys/kernel/core_pattern");
        shell(
                "remount /proc, then core dumps",
                "mount -o remount,rw /proc; mount -t proc p /tmp; "
                        + "echo x > /tmp/sys/kernel/core_pattern; echo x > /proc/sys/kernel/core_pattern");
        shell("the name of the machine", "hostname changed; echo changed > /proc/sys/kernel/hostname");
        shell("keys of the console", "[ -w /proc/sysrq-trigger ] && echo ESCAPED; true");
        shell(
                "anything in /proc or /sys",
                "find /proc/sys /proc/irq /proc/bus /proc/fs /sys -type f -writable "
                        + "2>/dev/null | head -3 | sed 's/^/ESCAPED /'");
        shell("a cgroup", "mkdir /sys/fs/cgroup/made /sys/fs/cgroup/*/made 2>/dev/null && echo ESCAPED; true");
        shell("the log of the kernel", "dmesg >/dev/null 2>&1 && echo ESCAPED; true");
        shell("the clock", "date -s @0 >/dev/null 2>&1 && echo ESCAPED; true");
        python("a module", "refused(175, 105, 0, 0, 0); refused(313, 273, -1, 0, 0); refused(176, 106, 0, 0)");
        python("another kernel", "refused(246, 104, 0, 0, 0, 0); refused(320, 294, -1, -1, 0, 0, 0)");
        python("a program in the kernel", "refused(321, 280, 0, 0, 0)");
        python("counters", "refused(298, 241, 0, 0, -1, -1, 0)");
        python("faults handled by the user", "refused(323, 282, 1)");
        python("keys", "refused(248, 217, 0, 0, 0, 0, 0); refused(249, 218, 0, 0, 0, 0); refused(250, 219, 0, -3, 1)");
        python(
                "a ring of calls",
                "refused(425, 425, 1, 0); refused(426, 426, -1, 0, 0, 0, 0); refused(427, 427, -1, 0, 0, 0)");
        python("files by handle", "refused(304, 265, -100, 0, 0)");
        python("the new calls to mount", """
            refused(428, 428, -100, ctypes.c_char_p(b"/"), 1)
            refused(430, 430, ctypes.c_char_p(b"tmpfs"), 0)
            refused(429, 429, -1, 0, -1, 0, 0); refused(431, 431, -1, 0, 0, 0, 0); refused(432, 432, -1, 0, 0)
            refused(433, 433, -100, ctypes.c_char_p(b"/"), 0)
            refused(442, 442, -100, ctypes.c_char_p(b"/"), 0, ctypes.c_char_p(bytes(32)), 32)\
            """);
        python("namespaces by clone", """
            for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
                refused(56, 220, flag | 17, 0, 0, 0, 0)
                refused(272, 97, flag)
            refused(435, 435, ctypes.c_char_p(struct.pack("Q", 0x10000000) + bytes(80)), 88)
            refused(308, 268, os.open("/proc/1/ns/mnt", 0), 0)\
            """);
        python("calls with the bit of x32", """
            if platform.machine() == "x86_64":
                refused(0x40000000 + 165, 0, 0, 0, 0, 0, 0); refused(0x40000000 + 41, 0, 1, 1, 0)\
            """);
        python("calls that are newer than the filter", "[refused(n, n, 0, 0, 0, 0) for n in range(467, 600)]");
        python("the terminal's input", """
            import fcntl, pty, termios
            leader, follower = pty.openpty()
            for request in (0x5412, 0x541c):
                try:
                    fcntl.ioctl(follower, request, b"x")
                    print("ESCAPED")
                except OSError as e:
                    print("refused" if e.errno == 1 else "ESCAPED with %s" % e)\
            """);
        // Processes.
        shell("end a process", "kill -9 VICTIM; kill -9 -1");
        shell(
                "see processes",
                "[ -e /proc/VICTIM/environ ] && grep -q sleep /proc/VICTIM/cmdline && echo ESCAPED; true");
        python(
                "trace a process",
                "refused(101, 117, 16, 1, 0, 0); refused(310, 270, 1, 0, 0, 0, 0, 0); "
                        + "refused(311, 271, 1, 0, 0, 0, 0, 0); refused(438, 438, 3, 0, 0)");
        shell("stay behind", "(setsid nohup sh -c 'sleep 1; touch P/stayed' >/dev/null 2>&1 &) ; true");
        shell("shared memory", "echo x > /dev/shm/pawl-canary; ipcmk -M 10 >/dev/null");
        // Networks and sockets.
        shell("a server of this machine", "exec 3<>/dev/tcp/127.0.0.1/PORT");
        python("a socket of the file system", """
            for path in ("OUT/socket", "P/socket"):
                s = socket.socket(socket.AF_UNIX); s.connect(path); print("ESCAPED")\
            """);
        python("datagrams to a socket of the file system", """
            a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
            a.sendto(b"x", "OUT/socket"); print("ESCAPED")\
            """);
        python("another kind for a pair", """
            for kind in (2, 3, 2 | 0o4000, 2 | 0o2000000):
                error = call(53, 199, 1, kind, 0, ctypes.c_char_p(bytes(8)))
                print("refused" if error == 97 else "ESCAPED with %d" % error)\
            """);
        python("a pair that is connected again", """
            a, b = socket.socketpair()
            b.close()
            try:
                a.shutdown(2)
            except OSError:
                pass
            a.connect("OUT/socket"); print("ESCAPED")\
            """);
        python("an abstract socket", "s = socket.socket(socket.AF_UNIX); s.connect('\\0pawl'); print('ESCAPED')");
        shell("a client for such sockets", "curl -s --unix-socket OUT/socket http://x/ && echo ESCAPED; true");
        python("the socket of the machine", "family(40)");
        python("raw packets", "family(17, 3)");
        python("the cipher of the kernel", "family(38, 5)");
        python("all other families", "[family(n, k) for n in range(3, 46) if n not in (10, 16) for k in (1, 2, 3, 5)]");
        // What tells other programs what to run.
        shell("a hook of git", "echo evil > .git/hooks/pre-commit; rm -rf .git/hooks; mv .git/hooks h; rm -rf h");
        shell(
                "configuration of git",
                "git config core.fsmonitor evil; echo evil >> .git/config; rm -f .git/config; "
                        + "cp .git/config c && echo evil >> c && mv c .git/config; rm -f c");
        shell("another .git", "mv .git g && cp -r g .git && echo evil > .git/hooks/pre-commit; rm -rf g");
        shell("a link for .git", "mkdir g; mv -T g .git; ln -sfn g .git; ln -sfn g .git/hooks; rmdir g; rm -f .git/g");
        python("an exchanged .git", """
            os.makedirs("g/hooks")
            call(316, 276, -100, ctypes.c_char_p(b"g"), -100, ctypes.c_char_p(b".git"), 2)
            call(316, 276, -100, ctypes.c_char_p(b"g/hooks"), -100, ctypes.c_char_p(b".git/hooks"), 2)
            os.system("rm -rf g")\
            """);
        shell("a common folder for .git", "mkdir -p c/hooks; echo ../c > .git/commondir; rm -rf c");
        shell("configuration of a worktree", "echo evil > .git/config.worktree");
        shell("another worktree's folder", "echo ../../../c > .git/worktrees/other/commondir");
        shell("a submodule's hooks", "echo evil > .git/modules/sub/hooks/post-checkout");
        for (var name : List.of(".pi", ".claude", ".codex", ".cursor", ".gemini", ".agents", ".omp", ".vscode")) {
            shell(
                    "make " + name,
                    "mkdir -p NAME/hooks; echo evil > NAME/hooks/x; echo '{}' > NAME/settings.json"
                            .replace("NAME", name));
            shell("link " + name, "mkdir -p e; ln -s e " + name + "; rmdir e");
        }
        shell("make .mcp.json", "echo '{}' > .mcp.json");
        shell("change .github/hooks", "echo evil > .github/hooks/x.json; rm -rf .github/hooks");
        shell(
                "another .github",
                "mv .github g && mkdir -p .github/hooks && echo evil > .github/hooks/x.json; rm -rf g");
        shell("hooks that git is told of", "echo evil > .githooks/pre-commit; mv .githooks h; rm -rf h");
    }

    private record As(String name, List<String> prefix) {}

    private static List<As> users() throws IOException, InterruptedException {
        var ordinary = new ArrayList<As>();
        if (run(List.of("id", "-u")).strip().equals("0")) {
            ordinary.add(new As("root", List.of()));
            ordinary.add(new As(
                    "an ordinary user", List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--")));
        } else {
            ordinary.add(new As("this user", List.of()));
        }
        return ordinary;
    }

    private Path dir = Path.of("/");
    private Path out = dir;
    private Path project = dir;

    @BeforeEach
    void folders() throws Exception {
        Needed.program("bwrap");
        Needed.program("python3");
        Needed.program("git");
        dir = Files.createTempDirectory("escapes").toRealPath();
        out = Files.createDirectory(dir.resolve("out"));
        Files.writeString(out.resolve("canary"), "as it was");
        project = Files.createDirectory(dir.resolve("p"));
        run(List.of("git", "init", "-q", project.toString()));
        for (var file : List.of(
                ".git/hooks/kept",
                ".git/worktrees/other/HEAD",
                ".git/modules/sub/hooks/kept",
                ".github/hooks/kept.json",
                ".githooks/kept")) {
            Files.createDirectories(project.resolve(file).getParent());
            Files.writeString(project.resolve(file), "kept");
        }
        run(List.of("git", "-C", project.toString(), "config", "core.hooksPath", ".githooks"));
        Files.createDirectories(out);
    }

    @AfterEach
    void remove() throws Exception {
        run(List.of("rm", "-rf", dir.toString()));
    }

    @Test
    void nothing_outside_is_reached() throws Exception {
        for (var user : users()) {
            if (!user.prefix().isEmpty()) {
                run(List.of("chown", "-R", "65534:65534", dir.toString()));
            }
            attempt(user, PROJECT);
            attempt(user, READ_ONLY);
        }
        System.out.println(
                "escapes: " + ESCAPES.size() + " attempts, with two limits, for each of " + users().size() + " users");
    }

    private void attempt(As user, Limits limits) throws Exception {
        var connections = new AtomicInteger();
        var failures = new ArrayList<String>();
        try (var unix = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                var inside = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                var tcp = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (var socket : List.of(out.resolve("socket"), project.resolve("socket"))) {
                var server = socket.startsWith(out) ? unix : inside;
                server.bind(UnixDomainSocketAddress.of(socket));
                Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rwxrwxrwx"));
                Thread.ofVirtual().start(() -> count(server, connections));
            }
            Thread.ofVirtual().start(() -> count(tcp, connections));
            var victim = new ProcessBuilder(words(user, List.of("sleep", "600"))).start();
            try {
                var sandbox = sandbox(user, limits);
                sandbox.tryOut();
                var before = snapshot();
                for (var escape : ESCAPES.entrySet()) {
                    var command = escape.getValue()
                            .replace("OUT", out.toString())
                            .replace("VICTIM", Long.toString(victim.pid()))
                            .replace("PORT", Integer.toString(tcp.getLocalPort()))
                            .replace("P/", project + "/")
                            .replace("-l P;", "-l " + project + ";")
                            .replace("--bind P ", "--bind " + project + " ");
                    var output = new StringBuilder();
                    sandbox.exec(
                            command,
                            project,
                            new BashOperations.Options(null, Map.of()),
                            bytes -> output.append(new String(bytes, StandardCharsets.UTF_8)));
                    var after = snapshot();
                    if (output.toString().contains("ESCAPED")
                            || !after.equals(before)
                            || connections.get() > 0
                            || !victim.isAlive()) {
                        failures.add(user.name() + ", " + limits.writing() + ": " + escape.getKey() + ": "
                                + difference(before, after) + " " + connections + " " + output);
                        connections.set(0);
                        before = after;
                    }
                }
            } finally {
                victim.destroyForcibly();
                Files.deleteIfExists(out.resolve("socket"));
                Files.deleteIfExists(project.resolve("socket"));
            }
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void what_is_needed_works_inside() throws Exception {
        for (var user : users()) {
            if (!user.prefix().isEmpty()) {
                run(List.of("chown", "-R", "65534:65534", dir.toString()));
            }
            var sandbox = sandbox(user, PROJECT);
            var text = output(sandbox, """
                set -e
                echo made > made && cat made
                git -c user.name=x -c user.email=x@y -c core.hooksPath=/dev/null commit -q --allow-empty -m one
                git log --format=%s
                python3 -c 'import socket; a, b = socket.socketpair(); a.send(b"pair"); print(b.recv(9).decode())'
                python3 -c 'import multiprocessing as m; print(m.get_context("fork").Pool(2).map(abs, [-1, -2]))'
                (echo sub) | cat
                echo err >&2
                chmod 755 made; stat -c %a made
                echo ok > /dev/shm/x; echo ok > /tmp/x; cat /tmp/x
                """);
            assertThat(text)
                    .as(user.name())
                    .contains("made", "one", "pair", "[1, 2]", "sub", "err", "755", "ok")
                    .doesNotContain("The sandbox");
            Files.delete(project.resolve("made"));
        }
    }

    @Test
    void read_only_limits_write_nothing_and_hide_files() throws Exception {
        var secret = Files.writeString(project.resolve(".env"), "SECRET");
        var folder = Files.createDirectory(project.resolve("keys"));
        Files.writeString(folder.resolve("key"), "SECRET");
        Files.createSymbolicLink(project.resolve("link"), Path.of(".env"));
        for (var user : users()) {
            if (!user.prefix().isEmpty()) {
                run(List.of("chown", "-R", "65534:65534", dir.toString()));
            }
            var sandbox = sandbox(
                    user,
                    READ_ONLY.within(
                            new Confinement(true, List.of(secret, folder, project.resolve("none")), List.of())));
            var before = snapshot();
            var text = output(
                    sandbox,
                    "cat .env link keys/*; mv .env x; umount .env; cat .env; grep -r SECRET . 2>&1;"
                            + " touch made; echo x > .env; rm -rf .git/hooks keys; git log; ls -a");
            assertThat(text).as(user.name()).doesNotContain("SECRET").contains(".env");
            assertThat(snapshot()).isEqualTo(before);
        }
        assertThat(secret).hasContent("SECRET");
    }

    @Test
    void what_was_made_at_a_protected_name_is_moved_aside_and_not_lost() throws Exception {
        var sandbox = sandbox(users().getFirst(), PROJECT);
        var text = output(sandbox, "mkdir .pi; echo work > .pi/settings.json; ln -s x .mcp.json");
        assertThat(project.resolve(".pi")).doesNotExist();
        assertThat(Files.exists(project.resolve(".mcp.json"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
        assertThat(project.resolve(".pi.made-in-sandbox-1/settings.json")).hasContent("work");
        assertThat(text).contains("does not let a command make or replace " + project.resolve(".pi"));
    }

    @Test
    void a_file_for_git_and_links_stay_as_they_are() throws Exception {
        var tree = Files.createDirectory(dir.resolve("tree"));
        Files.writeString(tree.resolve(".git"), "gitdir: " + project.resolve(".git/worktrees/other"));
        Files.createDirectory(tree.resolve("real"));
        Files.writeString(tree.resolve("real/settings.json"), "{}");
        Files.createSymbolicLink(tree.resolve(".pi"), Path.of("real"));
        project = tree;
        var sandbox = sandbox(users().getFirst(), PROJECT);
        output(
                sandbox,
                "echo 'gitdir: evil' > .git; rm -f .git; echo evil > real/settings.json;"
                        + " mkdir evil; ln -sfn evil .pi; mv real real2");
        assertThat(tree.resolve(".git")).hasContent("gitdir: " + dir.resolve("p/.git/worktrees/other"));
        assertThat(Files.readSymbolicLink(tree.resolve(".pi"))).isEqualTo(Path.of("real"));
        assertThat(tree.resolve("real/settings.json")).hasContent("{}");
    }

    /** By these git would run a program when the user asks for the status of the project, outside. */
    private static final List<String> OF_SUBMODULES = List.of(
            "rm -f sub/.git; cp -r one/.git sub/.git; EVIL sub/.git/config",
            "mv sub s; mkdir sub; cp -r one/.git sub/.git; EVIL sub/.git/config",
            "rm -rf sub; mkdir sub; cp -r one/.git sub/.git; EVIL sub/.git/config",
            "EVIL .git/modules/sub/config",
            "EVIL own/.git/config",
            "mv own/.git own/g; cp -r own/g own/.git; EVIL own/.git/config",
            "EVIL one/.git/config; GIT add one",
            "GIT add one; EVIL one/.git/config",
            "EVIL one/.git/config; GIT add one; GIT update-index --split-index",
            "EVIL one/.git/config; GIT add one; GIT update-index --index-version 4",
            "EVIL one/.git/config; GIT add one; mv .git/index .git/i; ln -s i .git/index",
            "echo evil > one/.git/hooks/post-index-change; chmod +x one/.git/hooks/post-index-change; GIT add one",
            "mkdir -p c; cp -r one/.git/* c; EVIL c/config; echo ../../c > one/.git/commondir; GIT add one",
            "cp -r one/.git .git/modules/new; EVIL .git/modules/new/config; rm -rf one/.git;"
                    + " echo gitdir: ../.git/modules/new > one/.git; GIT add one",
            "mkdir own/in; cp -r one/.git own/in/.git; EVIL own/in/.git/config; cd own; GIT add in",
            "ln -s \"$PWD/one\" two; EVIL one/.git/config; GIT add two one",
            "for i in 1 2 3; do cp -r one n$i; EVIL n$i/.git/config; GIT add n$i; done");

    @Test
    void git_runs_nothing_in_a_submodule_that_a_command_made_or_changed() throws Exception {
        var escaped = new ArrayList<String>();
        for (var command : OF_SUBMODULES) {
            project = Files.createDirectory(dir.resolve("s" + OF_SUBMODULES.indexOf(command)));
            run(List.of("sh", "-c", """
                cd "$0"; git init -q; g() { git -c user.name=a -c user.email=a@b -c protocol.file.allow=always "$@"; }
                for name in own one; do git init -q $name; (cd $name; g commit -q --allow-empty -m x); done
                g submodule --quiet add ./one sub; git add own; g commit -q -m x\
                """, project.toString()));
            var ran = out.resolve("ran" + OF_SUBMODULES.indexOf(command));
            var evil = "printf '[core]\\n\\tfsmonitor = \"touch " + ran + "; false\"\\n' >>";
            var sandbox = sandbox(users().getFirst(), PROJECT);
            output(
                    sandbox,
                    command.replace("GIT", "git -c user.name=a -c user.email=a@b")
                            .replace("EVIL", evil));
            output(sandbox, evil + " one/.git/config; " + evil + " sub/.git/config");
            run(List.of("git", "-C", project.toString(), "status"));
            run(List.of("git", "-C", project.toString(), "diff", "--submodule=log"));
            if (Files.exists(ran)) {
                escaped.add(command);
            }
        }
        assertThat(escaped).isEmpty();
    }

    @Test
    void a_submodule_that_runs_nothing_may_be_made() throws Exception {
        project = Files.createDirectory(dir.resolve("fresh"));
        run(List.of("git", "init", "-q", project.toString()));
        var sandbox = sandbox(users().getFirst(), PROJECT);
        var text = output(
                sandbox,
                "git init -q one; cd one; git -c user.name=a -c user.email=a@b commit -q --allow-empty"
                        + " -m x; cd ..; git -c protocol.file.allow=always submodule add ./one sub");
        assertThat(text).doesNotContain("made-in-sandbox");
        assertThat(project.resolve("sub/.git")).isRegularFile();
    }

    @Test
    void one_that_leaves_privileges_is_refused() throws Exception {
        // A bwrap that runs the command without any sandbox.
        var bin = Files.createDirectory(dir.resolve("bin"));
        var bwrap = Files.writeString(bin.resolve("bwrap"), """
            #!/bin/sh
            while [ "$1" != -- ]; do shift; done
            shift
            exec "$@"
            """);
        assertThat(bwrap.toFile().setExecutable(true)).isTrue();
        var sandbox = Sandbox.around(
                new Direct(List.of()),
                READ_ONLY,
                (_, _) -> Confinement.NONE,
                project,
                dir,
                null,
                Map.of("PATH", bin + ":/usr/bin:/bin"));
        assertThatThrownBy(sandbox::tryOut)
                .isInstanceOf(Unavailable.class)
                .hasMessageContaining("does not work here: it ");
    }

    private Sandbox sandbox(As user, Limits limits) throws Unavailable {
        return Sandbox.around(
                new Direct(user.prefix()),
                limits,
                (_, _) -> Confinement.NONE,
                project,
                dir.resolve("home"),
                null,
                System.getenv());
    }

    private String output(Sandbox sandbox, String command) throws Exception {
        var output = new StringBuilder();
        sandbox.exec(
                command,
                project,
                new BashOperations.Options(null, Map.of()),
                bytes -> output.append(new String(bytes, StandardCharsets.UTF_8)));
        return output.toString();
    }

    /** Everything that an escape could change. Files that were moved aside are harmless, and removed. */
    private Map<String, String> snapshot() throws Exception {
        var found = new TreeMap<String, String>();
        for (var root : List.of(out, project)) {
            for (var path : list(root)) {
                if (path.toString().contains(".made-in-sandbox-")) {
                    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                        run(List.of("rm", "-rf", path.toString()));
                    }
                } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                        && !path.toString().contains(".git/objects")) {
                    found.put(
                            path.toString(),
                            Files.getPosixFilePermissions(path) + Files.readString(path, StandardCharsets.ISO_8859_1));
                } else {
                    found.put(path.toString(), "");
                }
            }
        }
        found.put("core_pattern", Files.readString(CORE_PATTERN));
        found.put("hostname", Files.readString(HOSTNAME));
        found.put("/dev/shm", Boolean.toString(Files.exists(Path.of("/dev/shm/pawl-canary"))));
        return found;
    }

    private static List<Path> list(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            return files.toList();
        }
    }

    private static String difference(Map<String, String> before, Map<String, String> after) {
        var different = new ArrayList<String>();
        var all = new TreeMap<>(before);
        all.putAll(after);
        all.keySet().stream()
                .filter(key -> !String.valueOf(before.get(key)).equals(String.valueOf(after.get(key))))
                .forEach(key -> different.add(key + ": " + before.get(key) + " -> " + after.get(key)));
        return different.toString();
    }

    private static void count(ServerSocketChannel server, AtomicInteger connections) {
        try {
            while (true) {
                server.accept().close();
                connections.incrementAndGet();
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private static void count(ServerSocket server, AtomicInteger connections) {
        try {
            while (true) {
                server.accept().close();
                connections.incrementAndGet();
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private static List<String> words(As user, List<String> command) {
        var words = new ArrayList<>(user.prefix());
        words.addAll(command);
        return words;
    }

    private static String run(List<String> words) throws IOException, InterruptedException {
        var process = new ProcessBuilder(words).redirectErrorStream(true).start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }

    /** Runs commands as a user. */
    private record Direct(List<String> prefix) implements BashOperations {
        @Override
        public Integer exec(String command, Path cwd, Options options, java.util.function.Consumer<byte[]> output)
                throws IOException, InterruptedException {
            var words = new ArrayList<>(prefix);
            words.addAll(List.of("bash", "-c", command));
            var process = new ProcessBuilder(words)
                    .directory(cwd.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .start();
            output.accept(process.getInputStream().readAllBytes());
            return process.waitFor();
        }
    }
}
