package dev.pawl.config.settings;

/**
 * Whose settings: an organisation's, which nothing below them loosens; the user's, which hold everywhere; or a project's,
 * which win over the user's where it is trusted.
 */
public enum Layer {
    MANAGED,
    USER,
    PROJECT
}
