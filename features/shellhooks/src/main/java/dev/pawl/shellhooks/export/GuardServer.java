package dev.pawl.shellhooks.export;

import dev.pawl.base.SystemRandom;
import dev.pawl.base.file.OwnerOnly;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Answers the command of a guard for one session of another agent, until the session ends, the agent is gone, or nothing was
 * asked for an hour. Each side knows the other by a word that stands in a file of the user's.
 */
public final class GuardServer implements AutoCloseable {
    private static final int UNUSED_MILLIS = 3_600_000;
    private static final int SLOW_MILLIS = 30_000;

    /** A call may write a large file. */
    private static final int LARGEST = 64 << 20;

    private static final int LONGEST_LINE = 1_000;
    private static final Set<String> SHELLS =
            Set.of("sh", "bash", "dash", "zsh", "ksh", "fish", "env", "timeout", "nohup");

    private final GuardedCalls calls;
    private final Path address;
    private final ServerSocket socket;
    private final String token = word();
    private final String own = word();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicBoolean watched = new AtomicBoolean();

    /** @param room the folder of the session, in which the command finds the address */
    public GuardServer(GuardedCalls calls, Path room) throws IOException {
        this.calls = calls;
        address = room.resolve("address");
        socket = new ServerSocket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        socket.setSoTimeout(UNUSED_MILLIS);
        var next = room.resolve("address." + ProcessHandle.current().pid());
        Files.deleteIfExists(next);
        Files.createFile(next, OwnerOnly.file(next));
        Files.writeString(next, socket.getLocalPort() + " " + token + " " + own + "\n");
        Files.move(next, address, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String word() {
        return SystemRandom.uuid();
    }

    /** Answers until it is at its end. */
    public void serve() throws IOException {
        while (true) {
            Socket asking;
            try {
                asking = socket.accept();
            } catch (SocketTimeoutException e) {
                return;
            } catch (SocketException e) {
                if (socket.isClosed()) {
                    return;
                }
                throw e;
            }
            threads.execute(() -> answer(asking));
        }
    }

    private void answer(Socket asking) {
        try (asking) {
            asking.setSoTimeout(SLOW_MILLIS);
            var in = new BufferedInputStream(asking.getInputStream());
            var words = line(in).split(" ", -1);
            if (words.length != 5 || !isToken(words[0]) || !Export.AGENTS.contains(words[1])) {
                return;
            }
            int length = Integer.parseInt(words[4]);
            if (length < 0 || length > LARGEST) {
                return;
            }
            var event = in.readNBytes(length);
            if (event.length < length) {
                return;
            }
            watch(Long.parseLong(words[3]));
            var answer =
                    words[2].equals("check") ? calls.answer(words[1], new String(event, StandardCharsets.UTF_8)) : "";
            asking.getOutputStream().write((own + "\n" + answer + "\n").getBytes(StandardCharsets.UTF_8));
            if (words[2].equals("end")) {
                socket.close();
            }
        } catch (IOException | NumberFormatException e) {
            // Who asked gets no answer, and refuses the call.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isToken(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() == LONGEST_LINE) {
                throw new IOException("no line");
            }
            line.append((char) next);
        }
        return line.toString();
    }

    /** Ends with the agent: the first process above the command that is no shell. */
    private void watch(long parent) {
        var agent = agent(parent);
        if (agent != null && watched.compareAndSet(false, true)) {
            var _ = agent.onExit().thenRun(() -> {
                try {
                    socket.close();
                } catch (IOException e) {
                    // It is closed.
                }
            });
        }
    }

    private static @Nullable ProcessHandle agent(long parent) {
        var process = ProcessHandle.of(parent);
        while (process.isPresent() && process.get().pid() > 1) {
            var name = process.get()
                    .info()
                    .command()
                    .map(command -> Path.of(command).getFileName().toString());
            if (name.isPresent() && !SHELLS.contains(name.get())) {
                return process.get();
            }
            process = process.get().parent();
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(address);
        socket.close();
        threads.close();
    }
}
