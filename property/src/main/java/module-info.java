/** Property tests for all rooms: values drawn from a seed, failures shrunk to a small example; and what tests need of the machine. */
@org.jspecify.annotations.NullMarked
module dev.pawl.property {
    requires transitive org.jspecify;
    requires java.net.http;
    requires org.junit.jupiter.api;

    exports dev.pawl.property;
}
