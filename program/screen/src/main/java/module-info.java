/** The screen on which a user works with an agent. */
@org.jspecify.annotations.NullMarked
module dev.pawl.screen {
    requires transitive dev.pawl.start;
    requires dev.pawl.base;

    exports dev.pawl.screen;
}
