/** Finds the hooks and resources in the folder of a package. Begin with {@link PackageContent}. */
package dev.pawl.packages.content;
