package dev.pawl.serve.served;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Places;
import dev.pawl.cli.Streams;
import dev.pawl.serve.driven.DrivenEnd;
import dev.pawl.serve.driven.LostRecords;
import dev.pawl.serve.driven.RecordWriter;
import dev.pawl.serve.jsonrpc.Connection;
import dev.pawl.serve.jsonrpc.ServedInput;
import dev.pawl.start.FailureWatch;
import dev.pawl.start.ProgramLife;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * The setup that all sessions of one program share.
 *
 * @param places where a session works
 * @param shutdown called when a hook asks the program to end
 */
public record ServedSetup(CommandLine line, Places places, PrintStream err, FailureWatch failures, Runnable shutdown) {
    /** Answers the requests of a client with sessions of its own. */
    public interface Server extends Connection.Methods {
        /** Ends all sessions. */
        void close() throws InterruptedException;
    }

    /** Makes the server of a protocol. */
    @FunctionalInterface
    public interface Protocol {
        Server server(Connection connection, ServedSetup setup);
    }

    /** Serves a client until its input ends, and returns the exit code. */
    public static int serve(
            CommandLine line, Places places, Streams streams, Connection.Cancelling cancelling, Protocol protocol)
            throws IOException, InterruptedException {
        var records = RecordWriter.to(streams);
        var connection = new Connection(records, cancelling);
        var failures = new FailureWatch();
        try (var end = new DrivenEnd(records, places.leave());
                var life = new ProgramLife(streams.in())) {
            var server = protocol.server(connection, new ServedSetup(line, places, streams.err(), failures, end::now));
            life.endsWith(server::close);
            ServedInput.serve(connection, server, streams.in(), end, () -> {});
        }
        return failures.status(LostRecords.status(records, streams));
    }

    /** Ends sessions, each on its own thread: a slow one does not delay the others. */
    public static void end(List<Runnable> sessions) throws InterruptedException {
        var ending = sessions.stream()
                .map(session -> Thread.ofPlatform().daemon().name("session end").start(session))
                .toList();
        for (var thread : ending) {
            thread.join();
        }
    }

    public ServedSetup at(Places other) {
        return new ServedSetup(line, other, err, failures, shutdown);
    }
}
