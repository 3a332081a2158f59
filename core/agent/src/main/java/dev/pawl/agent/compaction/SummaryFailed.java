package dev.pawl.agent.compaction;

/** There is no summary; the message states the reason, and what to do. */
final class SummaryFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    SummaryFailed(String message) {
        super(message);
    }
}
