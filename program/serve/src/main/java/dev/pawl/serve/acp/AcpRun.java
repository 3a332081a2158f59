package dev.pawl.serve.acp;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.serve.driven.DrivenEnd;
import dev.pawl.serve.driven.LostRecords;
import dev.pawl.serve.driven.RecordWriter;
import dev.pawl.serve.jsonrpc.Connection;
import dev.pawl.serve.jsonrpc.ServedInput;
import dev.pawl.serve.served.ServedSetup;
import dev.pawl.start.FailureWatch;
import dev.pawl.start.ProgramLife;
import java.io.IOException;

/** One invocation that an editor drives by the Agent Client Protocol, until the end of its input. */
public final class AcpRun {
    private final CommandLine line;
    private final Places places;
    private final Streams streams;

    public AcpRun(CommandLine line, Places places, Streams streams) {
        this.line = line;
        this.places = places;
        this.streams = streams;
    }

    public int run() throws IOException, InterruptedException {
        if (!line.files().isEmpty() || !line.words().isEmpty()) {
            throw Refusal.ofArguments("--mode acp takes no prompt; the editor sends it");
        }
        var records = new RecordWriter(streams.out());
        var connection = new Connection(records, Connection.Cancelling.ANSWERED);
        var failures = new FailureWatch();
        try (var end = new DrivenEnd(records, places.leave());
                var life = new ProgramLife()) {
            var server = new AcpServer(connection, new ServedSetup(line, places, streams.err(), failures, end::now));
            life.endsWith(server::close);
            ServedInput.serve(connection, server, streams.in(), end, "acp client", () -> {});
        }
        return failures.status(LostRecords.status(records, streams));
    }
}
