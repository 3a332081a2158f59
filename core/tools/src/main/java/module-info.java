/** The tools a model works with on this machine: read, bash, edit, write, grep, find, ls. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("requires-automatic")
module dev.pawl.tools {
    requires transitive dev.pawl.api;
    requires dev.pawl.base;
    requires io.github.javadiffutils;
    requires re2j;
    // Only for images too large for a model; without it they are named and left out.
    requires static java.desktop;

    exports dev.pawl.tools;
    exports dev.pawl.tools.file;
    exports dev.pawl.tools.image;
    exports dev.pawl.tools.ranking;
    exports dev.pawl.tools.secret;
    exports dev.pawl.tools.shell;
    exports dev.pawl.tools.text;
}
