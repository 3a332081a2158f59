package dev.pawl.field;

/**
 * What became of one agent in one situation.
 *
 * @param kind {@code held}, {@code leaked}, {@code not offered} or {@code not tried}
 * @param reason what was seen, or why there is nothing to see
 */
record Verdict(String kind, String reason) {
    static Verdict held(String reason) {
        return new Verdict("held", reason);
    }

    static Verdict leaked(String reason) {
        return new Verdict("leaked", reason);
    }

    static Verdict notOffered(String reason) {
        return new Verdict("not offered", reason);
    }

    static Verdict notTried(String reason) {
        return new Verdict("not tried", reason);
    }
}
