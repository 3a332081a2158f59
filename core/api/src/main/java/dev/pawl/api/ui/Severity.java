package dev.pawl.api.ui;

/** How much a notice matters. */
public enum Severity {
    INFO,
    WARNING,
    ERROR
}
