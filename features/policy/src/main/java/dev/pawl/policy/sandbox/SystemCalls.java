package dev.pawl.policy.sandbox;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The filter of system calls for commands in bubblewrap, as a program for the kernel's seccomp.
 *
 * <p>System calls that are newer than this class do not exist inside, and neither do those of another processor
 * architecture. Families of sockets are a list of those that are allowed.
 *
 * @param audit the number by which the kernel knows the architecture
 * @param number the number of a call on it; -1 where there is none
 */
record SystemCalls(int audit, ToIntFunction<Call> number) {
    /** The newest system call that may be made: {@code removexattrat}. */
    private static final int NEWEST = 466;

    private static final int EPERM = 1;
    private static final int ENOSYS = 38;
    private static final int EAFNOSUPPORT = 97;

    private static final int ALLOW = 0x7fff0000;
    private static final int KILL = 0x80000000;
    private static final int ERROR = 0x00050000;

    // Instructions of the kernel's packet filter, and places in what it filters.
    private static final int LOAD = 0x20;
    private static final int AND = 0x54;
    private static final int IF_EQUAL = 0x15;
    private static final int IF_GREATER = 0x25;
    private static final int IF_ANY_BIT = 0x45;
    private static final int RETURN = 0x06;
    private static final int NUMBER = 0;
    private static final int ARCHITECTURE = 4;
    private static final int FIRST_ARGUMENT = 16;
    private static final int SECOND_ARGUMENT = 24;
    private static final int THIRD_ARGUMENT = 32;
    private static final int FOURTH_ARGUMENT = 40;

    /** All flags of {@code clone} that make a namespace, and for {@code unshare} that of time, too. */
    private static final int NEW_NAMESPACE = 0x7e020000;

    private static final int NEW_TIME = 0x80;

    private static final int AF_UNIX = 1;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int AF_NETLINK = 16;
    private static final int SOCK_TYPE = 0xf;
    private static final int SOCK_STREAM = 1;
    private static final int SOCK_SEQPACKET = 5;
    private static final int TIOCSTI = 0x5412;
    private static final int TIOCLINUX = 0x541c;

    /** A system call with its numbers on x86_64 and aarch64; -1 where it does not exist. */
    record Call(String name, int x86, int arm) {}

    /** The bits of a mode that make a program run as its owner or group. */
    private static final int SETUID = 06000;

    /** The flags with which opening a file looks at the mode. */
    private static final int CREATES = 0x400040;

    private static final Call CHMOD = new Call("chmod", 90, -1);
    private static final Call FCHMOD = new Call("fchmod", 91, 52);
    private static final Call FCHMODAT = new Call("fchmodat", 268, 53);
    private static final Call FCHMODAT2 = new Call("fchmodat2", 452, 452);
    private static final Call CREAT = new Call("creat", 85, -1);
    private static final Call OPEN = new Call("open", 2, -1);
    private static final Call OPENAT = new Call("openat", 257, 56);
    private static final Call MKNOD = new Call("mknod", 133, -1);
    private static final Call MKNODAT = new Call("mknodat", 259, 33);
    private static final Call CLONE = new Call("clone", 56, 220);
    private static final Call UNSHARE = new Call("unshare", 272, 97);
    private static final Call IOCTL = new Call("ioctl", 16, 29);
    private static final Call SOCKET = new Call("socket", 41, 198);
    private static final Call SOCKETPAIR = new Call("socketpair", 53, 199);

    // format:off
    /** Calls that answer as if the kernel did not have them, because programs then do without. */
    private static final List<Call> MISSING = List.of(
            new Call("clone3", 435, 435), // Its flags are in memory, where a filter cannot see them.
            new Call("openat2", 437, 437), // So is its mode.
            new Call("io_uring_setup", 425, 425), // Opens sockets past every filter.
            new Call("io_uring_enter", 426, 426),
            new Call("io_uring_register", 427, 427));

    /** Calls that change the machine, the view of its files, or other processes. */
    private static final List<Call> REFUSED = List.of(
            new Call("mount", 165, 40), new Call("umount2", 166, 39), new Call("pivot_root", 155, 41),
            new Call("chroot", 161, 51), new Call("setns", 308, 268), new Call("open_tree", 428, 428),
            new Call("move_mount", 429, 429), new Call("fsopen", 430, 430), new Call("fsconfig", 431, 431),
            new Call("fsmount", 432, 432), new Call("fspick", 433, 433), new Call("mount_setattr", 442, 442),
            new Call("open_by_handle_at", 304, 265), new Call("fanotify_init", 300, 262),
            new Call("quotactl", 179, 60), new Call("quotactl_fd", 443, 443),
            new Call("ptrace", 101, 117), new Call("process_vm_readv", 310, 270),
            new Call("process_vm_writev", 311, 271), new Call("kcmp", 312, 272), new Call("pidfd_getfd", 438, 438),
            new Call("bpf", 321, 280), new Call("perf_event_open", 298, 241), new Call("userfaultfd", 323, 282),
            new Call("keyctl", 250, 219), new Call("add_key", 248, 217), new Call("request_key", 249, 218),
            new Call("kexec_load", 246, 104), new Call("kexec_file_load", 320, 294),
            new Call("init_module", 175, 105), new Call("finit_module", 313, 273),
            new Call("delete_module", 176, 106), new Call("create_module", 174, -1),
            new Call("acct", 163, 89), new Call("swapon", 167, 224), new Call("swapoff", 168, 225),
            new Call("reboot", 169, 142), new Call("syslog", 103, 116), new Call("vhangup", 153, 58),
            new Call("settimeofday", 164, 170), new Call("clock_settime", 227, 112),
            new Call("iopl", 172, -1), new Call("ioperm", 173, -1), new Call("modify_ldt", 154, -1),
            new Call("lookup_dcookie", 212, 18), new Call("uselib", 134, -1), new Call("_sysctl", 156, -1),
            new Call("nfsservctl", 180, 42), new Call("sethostname", 170, 161), new Call("setdomainname", 171, 162));
    // format:on

    /** Returns the filter for a processor as Java names it ({@code os.arch}); null if there is none for it. */
    static @Nullable SystemCalls of(String processor) {
        return switch (processor) {
            case "amd64", "x86_64" -> new SystemCalls(0xc000003e, Call::x86);
            case "aarch64", "arm64" -> new SystemCalls(0xc00000b7, Call::arm);
            default -> null;
        };
    }

    /**
     * Returns the program, as the kernel of this machine reads it.
     *
     * @param unixSockets whether sockets of the file system can be opened; pairs of connected ones always can
     */
    byte[] filter(boolean unixSockets) {
        var code = new Code();
        code.load(ARCHITECTURE);
        code.unless(IF_EQUAL, audit, KILL);
        code.load(NUMBER);
        code.when(IF_GREATER, NEWEST, ERROR | ENOSYS);
        MISSING.forEach(call -> code.when(IF_EQUAL, number(call), ERROR | ENOSYS));
        REFUSED.stream()
                .filter(call -> number(call) >= 0)
                .forEach(call -> code.when(IF_EQUAL, number(call), ERROR | EPERM));
        code.only(number(CLONE), inner -> {
            inner.load(FIRST_ARGUMENT);
            inner.when(IF_ANY_BIT, NEW_NAMESPACE, ERROR | EPERM);
        });
        code.only(number(UNSHARE), inner -> {
            inner.load(FIRST_ARGUMENT);
            inner.when(IF_ANY_BIT, NEW_NAMESPACE | NEW_TIME, ERROR | EPERM);
        });
        mode(code, CHMOD, SECOND_ARGUMENT, 0);
        mode(code, FCHMOD, SECOND_ARGUMENT, 0);
        mode(code, FCHMODAT, THIRD_ARGUMENT, 0);
        mode(code, FCHMODAT2, THIRD_ARGUMENT, 0);
        mode(code, CREAT, SECOND_ARGUMENT, 0);
        mode(code, OPEN, THIRD_ARGUMENT, SECOND_ARGUMENT);
        mode(code, OPENAT, FOURTH_ARGUMENT, THIRD_ARGUMENT);
        mode(code, MKNOD, SECOND_ARGUMENT, 0);
        mode(code, MKNODAT, THIRD_ARGUMENT, 0);
        code.only(number(IOCTL), inner -> {
            inner.load(SECOND_ARGUMENT);
            inner.when(IF_EQUAL, TIOCSTI, ERROR | EPERM);
            inner.when(IF_EQUAL, TIOCLINUX, ERROR | EPERM);
        });
        code.only(number(SOCKET), inner -> {
            inner.load(FIRST_ARGUMENT);
            inner.when(IF_EQUAL, AF_INET, ALLOW);
            inner.when(IF_EQUAL, AF_INET6, ALLOW);
            inner.when(IF_EQUAL, AF_NETLINK, ALLOW);
            inner.when(IF_EQUAL, AF_UNIX, unixSockets ? ALLOW : ERROR | EAFNOSUPPORT);
            inner.end(ERROR | EAFNOSUPPORT);
        });
        code.only(number(SOCKETPAIR), inner -> {
            inner.load(FIRST_ARGUMENT);
            inner.unless(IF_EQUAL, AF_UNIX, ERROR | EAFNOSUPPORT);
            if (!unixSockets) {
                // One of datagrams could be connected to any other socket afterwards.
                inner.load(SECOND_ARGUMENT);
                inner.and(SOCK_TYPE);
                inner.when(IF_EQUAL, SOCK_STREAM, ALLOW);
                inner.when(IF_EQUAL, SOCK_SEQPACKET, ALLOW);
                inner.end(ERROR | EAFNOSUPPORT);
            }
        });
        code.end(ALLOW);
        return code.bytes();
    }

    /** Refuses to make programs that run as their owner or group: outside they would. */
    private void mode(Code code, Call call, int mode, int flags) {
        if (number(call) < 0) {
            return;
        }
        code.only(number(call), inner -> {
            if (flags != 0) {
                inner.load(flags);
                inner.unless(IF_ANY_BIT, CREATES, ALLOW);
            }
            inner.load(mode);
            inner.when(IF_ANY_BIT, SETUID, ERROR | EPERM);
        });
    }

    private int number(Call call) {
        return number.applyAsInt(call);
    }

    private interface Part {
        void write(Code code);
    }

    /** Instructions in their order. */
    private static final class Code {
        private record Instruction(int operation, int whenTrue, int whenFalse, int value) {}

        private final List<Instruction> instructions = new ArrayList<>();

        void load(int offset) {
            instructions.add(new Instruction(LOAD, 0, 0, offset));
        }

        void and(int mask) {
            instructions.add(new Instruction(AND, 0, 0, mask));
        }

        void end(int answer) {
            instructions.add(new Instruction(RETURN, 0, 0, answer));
        }

        void when(int test, int value, int answer) {
            instructions.add(new Instruction(test, 0, 1, value));
            end(answer);
        }

        void unless(int test, int value, int answer) {
            instructions.add(new Instruction(test, 1, 0, value));
            end(answer);
        }

        /** Instructions for one system call, which is allowed behind them. */
        void only(int number, Part part) {
            var inner = new Code();
            part.write(inner);
            inner.end(ALLOW);
            instructions.add(new Instruction(IF_EQUAL, 0, inner.instructions.size(), number));
            instructions.addAll(inner.instructions);
        }

        byte[] bytes() {
            var buffer = ByteBuffer.allocate(instructions.size() * 8).order(ByteOrder.nativeOrder());
            for (var instruction : instructions) {
                buffer.putShort((short) instruction.operation())
                        .put((byte) instruction.whenTrue())
                        .put((byte) instruction.whenFalse())
                        .putInt(instruction.value());
            }
            return buffer.array();
        }
    }
}
