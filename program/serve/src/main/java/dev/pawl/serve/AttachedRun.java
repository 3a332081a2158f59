package dev.pawl.serve;

import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.serve.acp.AcpAttached;
import dev.pawl.serve.attach.PrintedSession;
import dev.pawl.serve.rpc.RpcAttached;
import dev.pawl.start.attach.AttachedSession;
import java.io.IOException;

/** One invocation that follows a session which another process runs, and sends it what the user or a client wants. */
public final class AttachedRun {
    private AttachedRun() {}

    /**
     * Runs the invocation and returns its exit code.
     *
     * @param mode the protocol: text, rpc or acp
     */
    public static int run(AttachedSession session, String mode, Places places, Streams streams)
            throws IOException, InterruptedException {
        return switch (mode) {
            case "text" -> new PrintedSession(session, streams).follow();
            case "rpc" -> new RpcAttached(session, places, streams).run();
            case "acp" -> new AcpAttached(session, places, streams).run();
            default -> throw Refusal.ofArguments("--mode takes text, rpc or acp, not \"" + mode + "\"");
        };
    }
}
