package dev.pawl.config.trust;

/** How much of a path belongs to what trust covers. */
enum Extent {
    /** One file, also while it is not there: it may come. */
    FILE,
    /** The modules of Python directly in a folder, which take the place of others of the same name. */
    MODULES,
    /** The files directly in a folder by which programs are configured: all but sources and prose. */
    CONFIGURATION,
    /** The files directly in a folder: links to programs. */
    DIRECT,
    /** A folder with all that is below it. */
    WHOLE,
    /** A folder with all that git would track below it, and the packages installed there. */
    TRACKED
}
