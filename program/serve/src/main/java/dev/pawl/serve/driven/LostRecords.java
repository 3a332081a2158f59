package dev.pawl.serve.driven;

import dev.pawl.cli.StandardOutput;
import dev.pawl.cli.Streams;

/** Reports records that could not be written, for a client that stays would wait for them without end. */
public final class LostRecords {
    private LostRecords() {}

    /** Returns the exit status: 1 if records were lost for another reason than a client that went away. */
    public static int status(RecordWriter records, Streams streams) {
        var why = records.isBroken() ? StandardOutput.problem(streams.out()) : null;
        if (why == null) {
            return 0;
        }
        streams.err()
                .println("pawl: " + why
                        + ". The client did not receive all answers and events; the conversation is in the"
                        + " session.");
        return 1;
    }
}
