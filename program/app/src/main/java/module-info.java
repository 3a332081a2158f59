/** The program: dispatches a command line to the room that runs it. */
@org.jspecify.annotations.NullMarked
module dev.pawl.app {
    requires dev.pawl.commands;
    requires dev.pawl.fleet;
    requires dev.pawl.screen;
    requires dev.pawl.serve;
}
