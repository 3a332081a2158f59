import org.jspecify.annotations.NullMarked;

/** The program: arguments, wiring and its modes. */
@NullMarked
module dev.pawl.app {
    requires dev.pawl.api;
    requires dev.pawl.hooks;
}
