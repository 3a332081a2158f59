package dev.pawl.tui.terminal;

import java.io.IOException;

/** The modes and the size of the terminal that standard input is. */
interface Tty {
    /** No terminal. */
    Tty NONE = new Tty() {
        @Override
        public void raw() {}

        @Override
        public void restore() {}

        @Override
        public int[] size() {
            return new int[2];
        }
    };

    /** Key presses come one by one, unseen and uninterpreted. */
    void raw() throws IOException;

    /** As it was in the beginning. */
    void restore() throws IOException;

    /** Columns and rows. */
    int[] size() throws IOException;

    /** By a native call where the program was started with leave to make some, otherwise with the help of stty. */
    static Tty open() throws IOException {
        if (Tty.class.getModule().isNativeAccessEnabled() && NativeTty.isPossible()) {
            try {
                return NativeTty.open();
            } catch (LinkageError e) {
                return SttyTty.open();
            }
        }
        return SttyTty.open();
    }
}
