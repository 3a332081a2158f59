/**
 * Installs packages from npm, git and Maven: into a fresh folder, which is checked before it is renamed.
 * {@link PackageInstaller} is the entry point, and {@link LockFile} records the versions and hashes.
 */
package dev.pawl.packages.install;
