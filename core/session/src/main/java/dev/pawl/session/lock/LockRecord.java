package dev.pawl.session.lock;

import dev.pawl.base.SystemRandom;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The content of a lock file: which process wrote it, when that process started, on which machine, and a token that is
 * used once.
 *
 * <p>Every record has the same length, so that one replaces another without truncating the file.
 */
record LockRecord(long pid, long started, String host, String token) {
    private static final int LENGTH = 256;
    private static final int LONGEST_HOST = 150;

    /** Returns a new record of this process. */
    static LockRecord ofThisProcess() {
        var process = ProcessHandle.current();
        return new LockRecord(process.pid(), started(process), hostName(), SystemRandom.uuid());
    }

    /** Returns the record in these bytes; null if they are something else. Older versions wrote only process and token. */
    static @Nullable LockRecord parse(byte[] bytes) {
        if (bytes.length > LENGTH) {
            return null;
        }
        var fields = new String(bytes, StandardCharsets.US_ASCII).strip().split(" ", -1);
        try {
            return switch (fields.length) {
                case 2 -> new LockRecord(Long.parseLong(fields[0]), 0, "", uuid(fields[1]));
                case 4 ->
                    new LockRecord(Long.parseLong(fields[0]), Long.parseLong(fields[1]), fields[2], uuid(fields[3]));
                default -> null;
            };
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    byte[] bytes() {
        var bytes = new byte[LENGTH];
        Arrays.fill(bytes, (byte) ' ');
        var text = (pid + " " + started + " " + host + " " + token).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, bytes, 0, text.length);
        bytes[LENGTH - 1] = '\n';
        return bytes;
    }

    /** Returns whether it is the same record: its token is used once. This is far cheaper at a start than {@code equals}. */
    boolean isSame(@Nullable LockRecord other) {
        return other != null
                && pid == other.pid
                && started == other.started
                && host.equals(other.host)
                && token.equals(other.token);
    }

    /** Returns whether the process may still run; on another machine that cannot be known. */
    boolean mayRun() {
        if (!host.isEmpty() && !host.equals(hostName())) {
            return true;
        }
        var process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).orElse(null);
        return process != null && (started == 0 || started == started(process));
    }

    private static String uuid(String text) {
        return UUID.fromString(text).toString();
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Without asking the network. */
    private static String hostName() {
        String name;
        try {
            name = Files.readString(Path.of("/proc/sys/kernel/hostname"));
        } catch (IOException _) {
            name = Objects.requireNonNullElse(System.getenv("HOSTNAME"), "localhost");
        }
        var plain = name.strip().replaceAll("[^!-~]", "?");
        return plain.isEmpty() ? "localhost" : plain.substring(0, Math.min(plain.length(), LONGEST_HOST));
    }
}
