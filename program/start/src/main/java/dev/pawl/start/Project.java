package dev.pawl.start;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Settings;

/**
 * A project as it is used.
 *
 * @param loads whether its hooks, settings and resources are loaded; not those that appeared where there was nothing to trust
 * @param content identifies what of the project can run; empty if nothing of it is loaded
 */
record Project(Folders folders, Settings settings, boolean trusted, boolean loads, String content) {}
