package dev.pawl.config.settings;

/** Whose settings: the user's, which hold everywhere, or a project's, which win where it is trusted. */
public enum Layer {
    USER,
    PROJECT
}
