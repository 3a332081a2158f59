/** Talks to model providers: a request in, a stream of deltas out. */
@org.jspecify.annotations.NullMarked
module dev.pawl.ai {
    requires transitive dev.pawl.api;
    requires dev.pawl.base;
    requires java.net.http;

    exports dev.pawl.ai;
}
