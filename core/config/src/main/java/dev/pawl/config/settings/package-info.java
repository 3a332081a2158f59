/**
 * Settings from two layers, the user's and the project's. {@link Keys} is the table of all settings, from which the
 * documentation is generated; {@link Settings} holds the values of one moment, and {@link SettingsStore} reads and
 * writes the files. A wrong value is reported and left out; the others remain in use.
 */
package dev.pawl.config.settings;
