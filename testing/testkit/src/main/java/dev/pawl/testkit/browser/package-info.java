/** Drives a browser without a window. Begin with {@link Browser}. */
package dev.pawl.testkit.browser;
