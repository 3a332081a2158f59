package dev.pawl.api.value;

/** The output and exit code of a program. One that could not be started has code 1 and the reason in stderr. */
public record ExecResult(String stdout, String stderr, int code, boolean killed, boolean truncated) {
    public boolean ok() {
        return code == 0 && !killed;
    }
}
