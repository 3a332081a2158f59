/** Talks to model providers: a request in, a stream of deltas out. */
@org.jspecify.annotations.NullMarked
module dev.pawl.ai {
    requires transitive dev.pawl.accounts;
    requires transitive dev.pawl.api;
    requires dev.pawl.base;
    requires java.net.http;

    exports dev.pawl.ai;
    exports dev.pawl.ai.catalogue;
    exports dev.pawl.ai.credentials;
    exports dev.pawl.ai.http;
    exports dev.pawl.ai.wire;
}
