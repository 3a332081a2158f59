/** Installs, updates, lists and configures packages, and updates the program. Begin with {@link PackageCommands}. */
package dev.pawl.commands.packages;
