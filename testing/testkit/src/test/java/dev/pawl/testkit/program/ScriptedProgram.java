package dev.pawl.testkit.program;

import dev.pawl.api.json.JsonLines;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A program inside the test, over real pipes: the test reads what it is sent, and says what it prints. */
final class ScriptedProgram extends Process {
    private final Pipe in = Pipe.open();
    private final Pipe out = Pipe.open();
    private final OutputStream clientsEnd = Channels.newOutputStream(in.sink());
    private final InputStream clientReads = Channels.newInputStream(out.source());
    private final JsonLines commands = new JsonLines(Channels.newInputStream(in.source()));
    private final OutputStream prints = Channels.newOutputStream(out.sink());
    private volatile boolean exited;
    private volatile boolean killed;

    ScriptedProgram() throws IOException {}

    /** Waits for the next command; fails at the end of the input. */
    JsonObject next() throws IOException {
        var line = commands.next();
        if (line == null) {
            throw new AssertionError("no command came before the end of the input");
        }
        return JsonObject.parse(line);
    }

    /** Waits until the client closes the input. */
    boolean isInputClosed() throws IOException {
        return commands.next() == null;
    }

    void print(String line) throws IOException {
        prints.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        prints.flush();
    }

    void print(JsonObject json) throws IOException {
        print(json.toString());
    }

    /** Answers a command with success. */
    void answer(JsonObject command, JsonObject data) throws IOException {
        print(response(command).with("success", true).with("data", data));
    }

    /** Answers a command with a refusal. */
    void refuse(JsonObject command, String error) throws IOException {
        print(response(command).with("success", false).with("error", error));
    }

    private static JsonObject response(JsonObject command) {
        return JsonObject.of("type", "response", "id", command.get("id")).with("command", command.get("type"));
    }

    /** Ends: nothing more is printed. */
    void exit() throws IOException {
        exited = true;
        prints.close();
    }

    /** Reads no more. */
    void closeInput() throws IOException {
        in.source().close();
    }

    boolean wasKilled() {
        return killed;
    }

    @Override
    public OutputStream getOutputStream() {
        return clientsEnd;
    }

    @Override
    public InputStream getInputStream() {
        return clientReads;
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() {
        throw new UnsupportedOperationException("a client must not wait for ever");
    }

    /** A program that has not ended stays, however long one waits. */
    @Override
    public boolean waitFor(long timeout, TimeUnit unit) {
        return exited;
    }

    @Override
    public int exitValue() {
        if (!exited) {
            throw new IllegalThreadStateException("it is running");
        }
        return 0;
    }

    @Override
    public void destroy() {
        killed = true;
        exited = true;
    }

    @Override
    public Process destroyForcibly() {
        destroy();
        return this;
    }
}
