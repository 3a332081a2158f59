/** A session without an agent in which hooks are tried: it records what they do. */
@org.jspecify.annotations.NullMarked
module dev.pawl.trial {
    requires transitive dev.pawl.api;
    requires transitive dev.pawl.session;
    requires dev.pawl.hooks;

    exports dev.pawl.trial;
}
