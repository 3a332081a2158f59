/** Reads shell command lines that are plain enough to be understood with certainty. Begin with {@link PlainLine}. */
package dev.pawl.api.shell;
