package dev.pawl.cli;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/**
 * A file descriptor of the process that others may share.
 *
 * <p>Whether reading and writing wait is a property of the file that was opened, not of the descriptor: a program that
 * shares standard output, such as one on Node that starts this one, can make writes of this process fail while nobody
 * reads. The streams of Java take that for an error.
 */
final class Descriptor {
    private static final int GET_FLAGS = 3;
    private static final int SET_FLAGS = 4;

    private final int number;

    Descriptor(int number) {
        this.number = number;
    }

    /** Makes reading and writing wait, and returns whether they did not wait before. */
    boolean makeBlocking() {
        int flags = control(GET_FLAGS, 0);
        return flags >= 0 && (flags & notBlocking()) != 0 && control(SET_FLAGS, flags & ~notBlocking()) >= 0;
    }

    /** Makes reading and writing fail instead of waiting, as another program may; tests of the streams do it. */
    void makeNonBlocking() {
        control(SET_FLAGS, control(GET_FLAGS, 0) | notBlocking());
    }

    private static int notBlocking() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux") ? 0x800 : 0x4;
    }

    private int control(int command, int value) {
        try {
            return (int) Control.FCNTL.invokeExact(number, command, value);
        } catch (Throwable e) { // As MethodHandle declares it.
            throw new IllegalStateException("fcntl could not be called", e);
        }
    }

    /** Found when it is needed, which is hardly ever. */
    @SuppressWarnings("restricted")
    private static final class Control {
        static final MethodHandle FCNTL = Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow("fcntl"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                        Linker.Option.firstVariadicArg(2));
    }
}
