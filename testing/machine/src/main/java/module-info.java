/** What tests need of the machine, and property tests: values drawn from a seed, failures shrunk to a small example. */
@org.jspecify.annotations.NullMarked
module dev.pawl.machine {
    requires transitive org.jspecify;
    requires java.net.http;
    requires jdk.httpserver;
    requires org.junit.jupiter.api;
    requires org.opentest4j;

    exports dev.pawl.machine;
    exports dev.pawl.machine.property;

    provides org.junit.jupiter.api.extension.Extension with
            dev.pawl.machine.SkipsFail;
}
