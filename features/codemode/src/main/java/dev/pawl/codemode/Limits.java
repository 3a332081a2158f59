package dev.pawl.codemode;

import java.time.Duration;

/**
 * How much a script may use.
 *
 * @param wall how long it may take in all, without the time in which gates decide or a user is asked
 * @param computing how long it may compute without a call of a tool
 * @param memory bytes of its engine
 * @param calls the tool calls that it makes
 * @param parallel its calls that run side by side
 * @param outputs its calls of {@code text}, {@code image} and {@code console}
 * @param characters the characters of its output
 * @param engines the scripts of the whole program that run at the same time
 * @param admission how long it waits for other scripts
 */
public record Limits(
        Duration wall,
        Duration computing,
        long memory,
        int calls,
        int parallel,
        int outputs,
        int characters,
        int engines,
        Duration admission) {
    public static final Limits STANDARD = new Limits(
            Duration.ofMinutes(10),
            Duration.ofSeconds(30),
            256L << 20,
            1000,
            8,
            100_000,
            16_777_216,
            2,
            Duration.ofSeconds(60));

    public Limits withWall(Duration most) {
        return new Limits(most, computing, memory, calls, parallel, outputs, characters, engines, admission);
    }

    public Limits withComputing(Duration most) {
        return new Limits(wall, most, memory, calls, parallel, outputs, characters, engines, admission);
    }

    public Limits withMemory(long bytes) {
        return new Limits(wall, computing, bytes, calls, parallel, outputs, characters, engines, admission);
    }

    public Limits withCalls(int most, int atATime) {
        return new Limits(wall, computing, memory, most, atATime, outputs, characters, engines, admission);
    }

    public Limits withOutput(int most, int all) {
        return new Limits(wall, computing, memory, calls, parallel, most, all, engines, admission);
    }

    public Limits withEngines(int most, Duration patience) {
        return new Limits(wall, computing, memory, calls, parallel, outputs, characters, most, patience);
    }
}
