/**
 * Reads the setting {@code packages}. {@link ConfiguredPackages} combines the layers, and {@link PackageSource} reads
 * one address.
 */
package dev.pawl.packages.source;
