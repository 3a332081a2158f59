package dev.pawl.bridge.process;

import dev.pawl.api.json.Json;
import dev.pawl.base.Programs;
import dev.pawl.bridge.protocol.Frames;
import dev.pawl.bridge.protocol.HostMessage;
import dev.pawl.bridge.protocol.MessageCodec;
import dev.pawl.bridge.protocol.NodeConnection;
import dev.pawl.bridge.protocol.NodeMessage;
import dev.pawl.bridge.protocol.Scope;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One run of Node with the extension host in it.
 *
 * <p>The pipes that Java makes are moved to numbers of their own before Node starts; its standard output is the same as
 * its standard error, and whatever extensions print there is only noise.
 */
public final class NodeProcess {
    private static final String ON_OTHER_PIPES = "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null 1>&2";
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration GOODBYE = Duration.ofSeconds(2);
    /** Of a process that had all of its time before, and said nothing. */
    private static final Duration SHORT_GOODBYE = Duration.ofMillis(500);

    private static final int NOISE_LIMIT = 256 << 10;
    private static final int LAST_LINES = 5;
    private static final int LINE_LIMIT = 4_000;

    private final String node;
    private final Process process;
    private final NodeChildren children;
    private final NodeConnection line;
    private final Consumer<String> noise;
    private final List<String> lastLines = new ArrayList<>();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean leaving;
    private volatile @Nullable String version;
    private volatile @Nullable String old;

    private NodeProcess(
            String node, Process process, NodeChildren children, Listener listener, Consumer<String> noise) {
        this.node = node;
        this.process = process;
        this.children = children;
        this.noise = noise;
        this.line = new NodeConnection(
                new Frames(process.getInputStream(), process.getOutputStream()),
                (message, scope) -> received(message, scope, listener));
    }

    /** Receives what the process sends beside the answers to calls. */
    public interface Listener {
        void asked(NodeMessage.Request request, @Nullable Scope scope, NodeProcess by);

        void noticed(NodeMessage.Notice notice, @Nullable Scope scope, NodeProcess by);

        void withdrawn(NodeMessage.Withdraw withdrawn);

        void malformed(NodeMessage.Malformed message, NodeProcess by);

        /** The extensions hang; the stack shows where, if that is known. */
        void stuck(String stack);

        /** The process ended without having been asked to. */
        void died(String why);
    }

    /** Starts it; it waits for {@link #greet}. */
    public static NodeProcess start(NodeSetup setup, Path host, Listener listener) throws IOException {
        var node = setup.node();
        var children = new NodeChildren();
        var builder = new ProcessBuilder(
                        "/bin/sh", "-c", ON_OTHER_PIPES, node, "--disable-warning=ExperimentalWarning", host.toString())
                .directory(setup.cwd().toFile());
        builder.environment().clear();
        builder.environment().putAll(Programs.withoutRelativePath(setup.environment()));
        builder.environment()
                .putAll(Map.of(
                        "PI_CODING_AGENT_DIR",
                        setup.agentDir().toString(),
                        "PI_CODING_AGENT",
                        "true",
                        "AI_AGENT",
                        "pawl",
                        "PAWL_COMMAND",
                        new String(Json.writeUtf8(setup.programs().own()), StandardCharsets.UTF_8),
                        NodeChildren.MARK,
                        children.mark()));
        if (setup.offline()) {
            builder.environment().put("PI_OFFLINE", "1");
        }
        var started = new NodeProcess(
                node, builder.start(), children, listener, setup.reports().noise());
        Thread.ofPlatform().daemon().name("pawl node").start(() -> started.read(listener));
        Thread.ofPlatform().daemon().name("pawl node noise").start(started::listenToNoise);
        return started;
    }

    /** The first message to it, which may take long to be made the first time. */
    @FunctionalInterface
    public interface Greeting {
        HostMessage.Hello make() throws IOException, InterruptedException;
    }

    /** Sends it the first message; if that cannot be made, or is interrupted, it is ended. */
    public void greet(Greeting greeting) throws IOException, InterruptedException {
        boolean greeted = false;
        try {
            var hello = greeting.make();
            try {
                line.send(hello);
            } catch (IllegalStateException e) {
                // It ended at once; awaitReady reports why.
            }
            greeted = true;
        } finally {
            if (!greeted) {
                leaving = true;
                process.destroyForcibly();
            }
        }
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Waits until extensions can be loaded. */
    public void awaitReady() throws InterruptedException {
        if (!ready.await(START.toSeconds(), TimeUnit.SECONDS)) {
            kill();
            throw new IllegalStateException(
                    "\"" + node + "\" for TypeScript hooks did not get ready within " + START.toSeconds()
                            + " s. Look whether it can be started, or name another in the setting nodePath");
        }
        if (version == null) {
            throw new IllegalStateException(why());
        }
    }

    @Nullable
    public Object call(LongFunction<HostMessage> message, Scope scope, Consumer<@Nullable Object> pieces)
            throws InterruptedException {
        return line.call(message, scope, pieces);
    }

    /** The connection to it, for calls that it makes by itself. */
    public NodeConnection connection() {
        return line;
    }

    public void send(HostMessage message) throws InterruptedException {
        line.send(message);
    }

    /** Ends it without asking. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Asks it to end, and sees to it that it does. */
    public void close() {
        leaving = true;
        var running = children.of(process.toHandle());
        try {
            line.send(new HostMessage.End());
            var goodbye = line.isOverdue() ? SHORT_GOODBYE : GOODBYE;
            if (!process.waitFor(goodbye.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (IllegalStateException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        // Some may have been started while it was ending.
        running.addAll(children.of(process.toHandle()));
        NodeChildren.end(running);
    }

    private void received(NodeMessage message, @Nullable Scope scope, Listener listener) {
        if (message instanceof NodeMessage.Request request) {
            listener.asked(request, scope, this);
        } else if (message instanceof NodeMessage.Notice notice) {
            listener.noticed(notice, scope, this);
        } else if (message instanceof NodeMessage.Ready ready) {
            greeted(ready);
        } else if (message instanceof NodeMessage.Stuck stuck) {
            listener.stuck(stuck.stack());
        } else if (message instanceof NodeMessage.Withdraw withdrawn) {
            listener.withdrawn(withdrawn);
        } else if (message instanceof NodeMessage.Malformed malformed) {
            listener.malformed(malformed, this);
        }
    }

    private void greeted(NodeMessage.Ready greeting) {
        if (isOld(greeting.node())) {
            old = greeting.node();
            process.destroyForcibly();
        } else if (greeting.protocol() != MessageCodec.VERSION) {
            note("its scripts use version " + greeting.protocol() + " of the bridge protocol, and this Pawl version "
                    + MessageCodec.VERSION);
            process.destroyForcibly();
        } else {
            version = greeting.node();
            ready.countDown();
        }
    }

    private void read(Listener listener) {
        try {
            line.readAll();
        } catch (IOException | RuntimeException | StackOverflowError e) {
            note("its messages cannot be read: " + e);
        }
        NodeChildren.end(children.of(process.toHandle()));
        process.destroyForcibly();
        try {
            process.waitFor();
            over.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        var why = why();
        ready.countDown();
        line.end(why);
        if (!leaving) {
            listener.died(why);
        }
    }

    /** Returns whether a Node cannot load modules of the one kind from those of the other, which packages rely on. */
    static boolean isOld(String version) {
        var parts = version.substring(version.startsWith("v") ? 1 : 0).split("[.-]", 3);
        try {
            int major = Integer.parseInt(parts[0]);
            int minor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
            return major < 20 || (major == 20 && minor < 19) || major == 21 || (major == 22 && minor < 12);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Why it ended, as far as that is known. */
    private String why() {
        int code = process.isAlive() ? 0 : process.exitValue();
        if (version == null && (code == 127 || code == 126)) {
            return "TypeScript hooks need Node.js 20 or newer, but \"" + node
                    + "\" could not be started. Install it, or name it in the setting nodePath";
        }
        var options = refusedOptions();
        if (version == null && code == 9 && options != null) {
            return "\"" + node + "\" for TypeScript hooks does not start with the variable NODE_OPTIONS as it is: "
                    + options + ". Correct it, or unset it";
        }
        var found = old;
        if (found != null || (version == null && code == 9)) {
            return "TypeScript hooks need Node.js 20.19 or newer (of 22, 22.12), and \"" + node + "\" is "
                    + (found == null ? "older" : found)
                    + ". Install a newer one, or name one in the setting nodePath";
        }
        var how = code > 128 ? "was ended by signal " + (code - 128) : "ended with code " + code;
        synchronized (lastLines) {
            return "the process of TypeScript hooks " + how
                    + (lastLines.isEmpty() ? "" : "; its last words: " + String.join(" | ", lastLines));
        }
    }

    /** Returns what Node reports about options in the environment; null if it reports nothing. */
    private @Nullable String refusedOptions() {
        synchronized (lastLines) {
            for (var line : lastLines) {
                if (line.contains("NODE_OPTIONS")) {
                    return line;
                }
            }
            return null;
        }
    }

    /** Passes on what extensions print, up to a limit, and reads on so that they are never held up. */
    private void listenToNoise() {
        long passed = 0;
        try (var lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8), 1 << 16)) {
            var text = new StringBuilder();
            var chars = new char[1 << 14];
            for (int count = lines.read(chars); count >= 0; count = lines.read(chars)) {
                for (int i = 0; i < count; i++) {
                    if (chars[i] != '\n' && text.length() < LINE_LIMIT) {
                        text.append(chars[i]);
                    } else if (chars[i] == '\n') {
                        passed = pass(text.toString(), passed);
                        text.setLength(0);
                    }
                }
            }
            if (!text.isEmpty()) {
                pass(text.toString(), passed);
            }
        } catch (IOException e) {
            note("its output cannot be read: " + e.getMessage());
        } finally {
            over.countDown();
        }
    }

    private long pass(String words, long passed) {
        note(words);
        long after = passed + words.length() + 1;
        if (passed < NOISE_LIMIT) {
            noise.accept(after < NOISE_LIMIT ? words : "… TypeScript hooks print too much; the rest is left out");
        }
        return after;
    }

    private void note(String words) {
        synchronized (lastLines) {
            if (!words.isBlank()) {
                lastLines.add(words.strip());
                if (lastLines.size() > LAST_LINES) {
                    lastLines.removeFirst();
                }
            }
        }
    }
}
