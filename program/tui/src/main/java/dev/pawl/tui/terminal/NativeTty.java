package dev.pawl.tui.terminal;

import java.io.IOException;
import org.jline.nativ.CLibrary;
import org.jline.nativ.CLibrary.Termios;
import org.jline.nativ.CLibrary.WinSize;

/**
 * The terminal through JLine's native calls.
 *
 * <p>JLine's own terminals are not used: making one takes a quarter of a second, most of it for method handles and for
 * questions to the terminal, of which we ask the ones we need ourselves and do not wait for the answers.
 */
final class NativeTty implements Tty {
    private static final int INPUT = 0;

    private final Termios before;

    private NativeTty(Termios before) {
        this.before = before;
    }

    static boolean isPossible() {
        return !System.getProperty("os.name").startsWith("Windows");
    }

    static NativeTty open() throws IOException {
        var before = new Termios();
        if (CLibrary.isatty(INPUT) == 0 || CLibrary.tcgetattr(INPUT, before) != 0) {
            throw new IOException("standard input is not a terminal");
        }
        return new NativeTty(before);
    }

    @Override
    public void raw() throws IOException {
        var raw = new Termios();
        if (CLibrary.tcgetattr(INPUT, raw) != 0) {
            throw new IOException("the modes of the terminal cannot be read");
        }
        var bits = System.getProperty("os.name").equals("Linux") ? Bits.LINUX : Bits.BSD;
        raw.c_iflag &= ~bits.input;
        raw.c_lflag &= ~bits.local;
        raw.c_cc[bits.minimum] = 1;
        raw.c_cc[bits.time] = 0;
        set(raw);
    }

    @Override
    public void restore() throws IOException {
        set(before);
    }

    private static void set(Termios modes) throws IOException {
        if (CLibrary.tcsetattr(INPUT, CLibrary.TCSADRAIN, modes) != 0) {
            throw new IOException("the modes of the terminal cannot be changed");
        }
    }

    @Override
    public int[] size() throws IOException {
        var size = new WinSize();
        if (CLibrary.ioctl(INPUT, CLibrary.TIOCGWINSZ, size) != 0) {
            throw new IOException("the size of the terminal cannot be read");
        }
        return new int[] {size.ws_col, size.ws_row};
    }

    /**
     * The flags that are switched off: IXON, ICRNL, INLCR, ISTRIP of the input, ICANON, ECHO, ISIG, IEXTEN of the rest.
     */
    private enum Bits {
        LINUX(0x0400 | 0x0100 | 0x0040 | 0x0020, 0x0002 | 0x0008 | 0x0001 | 0x8000, 6, 5),
        BSD(0x0200 | 0x0100 | 0x0040 | 0x0020, 0x0100 | 0x0008 | 0x0080 | 0x0400, 16, 17);

        private final long input;
        private final long local;
        private final int minimum;
        private final int time;

        Bits(long input, long local, int minimum, int time) {
            this.input = input;
            this.local = local;
            this.minimum = minimum;
            this.time = time;
        }
    }
}
