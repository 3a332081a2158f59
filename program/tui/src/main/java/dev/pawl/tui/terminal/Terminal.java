package dev.pawl.tui.terminal;

/** A place that shows characters and sends key presses: a real terminal, or one in memory. */
public interface Terminal extends AutoCloseable {
    int columns();

    int rows();

    Capabilities capabilities();

    /**
     * Takes keyboard and screen. {@code enter} is written now and whenever the terminal is taken back; {@code leave}
     * whenever it is given away, also when the program dies by a signal or an error.
     */
    void open(String enter, String leave, Listener listener);

    /** Shows a text. */
    void write(String text);

    /** Gives keyboard and screen to another program, such as an editor started by the user. */
    void release();

    /** Takes keyboard and screen back. */
    void reclaim();

    /** Stops the program as ctrl+z does at a shell; comes back when the user continues it. */
    void stopProcess();

    @Override
    void close();

    /** The events of a terminal, on threads of its own. */
    interface Listener {
        void input(byte[] bytes);

        void resized();

        /** The terminal has gone. */
        void ended();
    }
}
