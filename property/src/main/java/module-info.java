/** Property tests for all rooms: values drawn from a seed, failures shrunk to a small example. */
@org.jspecify.annotations.NullMarked
module dev.pawl.property {
    requires transitive org.jspecify;

    exports dev.pawl.property;
}
