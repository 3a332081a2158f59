package dev.pawl.config.trust;

/** How much of a path belongs to what trust covers; of two for one path the later one counts. */
enum Extent {
    /** One file, also while it is not there: it may come. */
    FILE,
    /** The modules of Python directly in a folder, which take the place of others of the same name. */
    MODULES,
    /** The files directly in a folder: links to programs. */
    DIRECT,
    /** A folder with all that is below it. */
    WHOLE
}
