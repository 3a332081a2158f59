/** Situations that several agents are put into with a hook in their way, and the table of what became of each. */
@org.jspecify.annotations.NullMarked
module dev.pawl.field {
    requires transitive dev.pawl.api;
    requires dev.pawl.machine;
    requires dev.pawl.testkit;
    requires static org.jspecify;
}
