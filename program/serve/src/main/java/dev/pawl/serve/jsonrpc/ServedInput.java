package dev.pawl.serve.jsonrpc;

import dev.pawl.serve.driven.DrivenEnd;
import dev.pawl.serve.driven.PumpedInput;
import java.io.IOException;
import java.io.InputStream;

/** Serves a connection until its input ends, on a thread that no hook can keep busy. */
public final class ServedInput {
    private ServedInput() {}

    /**
     * Returns when the program may end.
     *
     * @param ended runs first when the input has ended
     */
    public static void serve(
            Connection connection, Connection.Methods methods, InputStream input, DrivenEnd end, Runnable ended)
            throws IOException, InterruptedException {
        var in = new PumpedInput(input, () -> {
            ended.run();
            connection.clientGone();
            end.inputEnded();
        });
        end.whenStuck(in::readAhead);
        Thread.ofPlatform().daemon().name("json-rpc client").start(() -> {
            try {
                connection.serve(methods, in);
            } catch (IOException e) {
                // The client is gone, which is how it ends.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                end.now();
            }
        });
        end.await();
    }
}
