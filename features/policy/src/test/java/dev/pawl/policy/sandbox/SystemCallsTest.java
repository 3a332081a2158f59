package dev.pawl.policy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The filter as the kernel would carry it out, also for a processor that this machine does not have. */
class SystemCallsTest {
    private static final int ALLOWED = 0x7fff0000;
    private static final int KILLED = 0x80000000;
    private static final int REFUSED = 0x00050001;
    private static final int MISSING = 0x00050026;
    private static final int NO_FAMILY = 0x00050061;

    private static final Map<String, Integer> AUDIT = Map.of("amd64", 0xc000003e, "aarch64", 0xc00000b7);

    /** Carries a program of the kernel's packet filter out; returns its answer. */
    private static int answer(byte[] program, int architecture, int number, long... arguments) {
        var data = ByteBuffer.allocate(64).order(ByteOrder.nativeOrder());
        data.putInt(number).putInt(architecture).putLong(0);
        for (long argument : arguments) {
            data.putLong(argument);
        }
        var code = ByteBuffer.wrap(program).order(ByteOrder.nativeOrder());
        int register = 0;
        for (int at = 0; ; at++) {
            int operation = code.getShort(at * 8);
            int whenTrue = code.get(at * 8 + 2) & 0xff;
            int whenFalse = code.get(at * 8 + 3) & 0xff;
            int value = code.getInt(at * 8 + 4);
            switch (operation) {
                case 0x20 -> register = data.getInt(value);
                case 0x54 -> register &= value;
                case 0x06 -> {
                    return value;
                }
                case 0x15 -> at += register == value ? whenTrue : whenFalse;
                case 0x25 -> at += Integer.compareUnsigned(register, value) > 0 ? whenTrue : whenFalse;
                case 0x45 -> at += (register & value) != 0 ? whenTrue : whenFalse;
                default -> throw new IllegalArgumentException("operation " + operation);
            }
        }
    }

    private static int answer(String processor, boolean sockets, int number, long... arguments) {
        var calls = Objects.requireNonNull(SystemCalls.of(processor));
        return answer(calls.filter(sockets), Objects.requireNonNull(AUDIT.get(processor)), number, arguments);
    }

    @Test
    void what_leaves_a_sandbox_is_refused_by_its_number_on_each_processor() {
        // mount, umount2, pivot_root, chroot, setns, ptrace, bpf, keyctl, kexec_load, init_module, reboot
        for (int number : new int[] {165, 166, 155, 161, 308, 101, 321, 250, 246, 175, 169}) {
            assertThat(answer("amd64", false, number)).as("%d", number).isEqualTo(REFUSED);
        }
        for (int number : new int[] {40, 39, 41, 51, 268, 117, 280, 219, 104, 105, 142}) {
            assertThat(answer("aarch64", false, number)).as("%d", number).isEqualTo(REFUSED);
        }
        for (var processor : AUDIT.keySet()) {
            for (int number : new int[] {428, 429, 430, 431, 432, 433, 442}) { // the new calls to mount
                assertThat(answer(processor, true, number)).isEqualTo(REFUSED);
            }
            for (int number : new int[] {425, 426, 427, 435, 437, 467, 5_000, 0x40000000}) {
                assertThat(answer(processor, true, number)).as("%d", number).isEqualTo(MISSING);
            }
        }
    }

    @Test
    void calls_of_another_processor_end_the_program() {
        for (int other : new int[] {0x40000003, 0xc00000b7, 0x40000028, 0}) {
            assertThat(answer(Objects.requireNonNull(SystemCalls.of("amd64")).filter(true), other, 0))
                    .isEqualTo(KILLED);
        }
        assertThat(SystemCalls.of("riscv64")).isNull();
    }

    @Test
    void sockets_namespaces_and_modes_are_judged_by_their_arguments() {
        var numbers = Map.of("amd64", new int[] {41, 53, 56, 257, 16}, "aarch64", new int[] {198, 199, 220, 56, 29});
        numbers.forEach((processor, of) -> {
            assertThat(answer(processor, false, of[0], 1, 1)).isEqualTo(NO_FAMILY);
            assertThat(answer(processor, true, of[0], 1, 1)).isEqualTo(ALLOWED);
            assertThat(answer(processor, true, of[0], 2, 1)).isEqualTo(ALLOWED);
            assertThat(answer(processor, true, of[0], 17, 3)).as("packets").isEqualTo(NO_FAMILY);
            assertThat(answer(processor, true, of[0], 40, 1)).as("machines").isEqualTo(NO_FAMILY);
            assertThat(answer(processor, false, of[1], 1, 1 | 02000000)).isEqualTo(ALLOWED);
            assertThat(answer(processor, false, of[1], 1, 2)).as("datagrams").isEqualTo(NO_FAMILY);
            assertThat(answer(processor, true, of[2], 0x10000000)).as("users").isEqualTo(REFUSED);
            assertThat(answer(processor, true, of[2], 0x11)).as("a process").isEqualTo(ALLOWED);
            assertThat(answer(processor, true, of[3], 0, 0, 0101, 04755)).isEqualTo(REFUSED);
            assertThat(answer(processor, true, of[3], 0, 0, 0101, 0644)).isEqualTo(ALLOWED);
            assertThat(answer(processor, true, of[3], 0, 0, 0, 04755))
                    .as("reading")
                    .isEqualTo(ALLOWED);
            assertThat(answer(processor, true, of[4], 0, 0x5412)).as("keys").isEqualTo(REFUSED);
            assertThat(answer(processor, true, of[4], 0, 0x5401)).isEqualTo(ALLOWED);
        });
    }

    @Test
    void ordinary_calls_pass() {
        // read, write, close, mmap, execve, exit_group
        for (int number : new int[] {0, 1, 3, 9, 59, 231}) {
            assertThat(answer("amd64", false, number)).isEqualTo(ALLOWED);
        }
        for (int number : new int[] {63, 64, 57, 222, 221, 94}) {
            assertThat(answer("aarch64", false, number)).isEqualTo(ALLOWED);
        }
    }
}
