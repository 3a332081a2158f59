package dev.pawl.observe.telemetry;

/** The metrics that are sent: histograms, and sums. */
enum Metric {
    TOKENS("gen_ai.client.token.usage", "{token}", powers(1, 4, 14)),
    REQUEST_DURATION("gen_ai.client.operation.duration", "s", powers(0.01, 2, 14)),
    RUN_DURATION("gen_ai.invoke_agent.duration", "s", powers(0.01, 2, 14)),
    TOOL_DURATION("gen_ai.execute_tool.duration", "s", powers(0.01, 2, 14)),
    /** Most calls of hooks take less than a millisecond. */
    HOOK_DURATION("pawl.hook.duration", "s", powers(0.000_1, 4, 12)),
    // The conventions specify the bounds of both.
    // format:off
    FIRST_CHUNK("gen_ai.client.operation.time_to_first_chunk", "s",
            0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10),
    NEXT_CHUNK("gen_ai.client.operation.time_per_output_chunk", "s",
            0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5),
    // format:on
    COST("pawl.cost.usage", "USD"),
    SESSIONS("pawl.session.count", "{session}"),
    ACTIVE_TIME("pawl.active_time.total", "s"),
    LINES("pawl.lines_of_code.count", "{line}"),
    COMMITS("pawl.commit.count", "{commit}"),
    PULL_REQUESTS("pawl.pull_request.count", "{pull_request}"),
    EDIT_DECISIONS("pawl.code_edit_tool.decision", "{decision}");

    final String wire;
    final String unit;

    @SuppressWarnings("ImmutableEnumChecker") // Others are given copies.
    private final double[] bounds;

    /** @param bounds the upper bounds of a histogram's buckets; none for a sum */
    Metric(String wire, String unit, double... bounds) {
        this.wire = wire;
        this.unit = unit;
        this.bounds = bounds;
    }

    boolean isSum() {
        return bounds.length == 0;
    }

    double[] bounds() {
        return bounds.clone();
    }

    private static double[] powers(double first, double factor, int count) {
        var bounds = new double[count];
        double bound = first;
        for (int i = 0; i < count; i++) {
            bounds[i] = bound;
            bound *= factor;
        }
        return bounds;
    }
}
