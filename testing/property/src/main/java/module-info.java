/** Property tests for all rooms: values drawn from a seed, failures shrunk to a small example; and what tests need of the machine. */
@org.jspecify.annotations.NullMarked
module dev.pawl.property {
    requires transitive org.jspecify;
    requires java.net.http;
    requires org.junit.jupiter.api;
    requires org.opentest4j;

    exports dev.pawl.property;

    provides org.junit.jupiter.api.extension.Extension with
            dev.pawl.property.SkipsFail;
}
