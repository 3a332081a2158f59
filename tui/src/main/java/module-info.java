/** The terminal: keys in, lines out; it has never heard of a model. */
@org.jspecify.annotations.NullMarked
module dev.pawl.tui {
    requires transitive dev.pawl.api;
}
