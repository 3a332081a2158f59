package dev.pawl.tui.terminal;

/** A terminal that is taken to have other capabilities than were found out about it. */
public record TerminalAs(Terminal terminal, Capabilities capabilities) implements Terminal {
    @Override
    public int columns() {
        return terminal.columns();
    }

    @Override
    public int rows() {
        return terminal.rows();
    }

    @Override
    public void open(String enter, String leave, Listener listener) {
        terminal.open(enter, leave, listener);
    }

    @Override
    public void write(String text) {
        terminal.write(text);
    }

    @Override
    public boolean lagsBehind() {
        return terminal.lagsBehind();
    }

    @Override
    public void release() {
        terminal.release();
    }

    @Override
    public void reclaim() {
        terminal.reclaim();
    }

    @Override
    public void stopProcess() {
        terminal.stopProcess();
    }

    @Override
    public void close() {
        terminal.close();
    }
}
