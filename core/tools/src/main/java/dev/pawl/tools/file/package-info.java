/**
 * Works on exactly the file that the gates were asked about. {@link FileTarget} identifies a file when the gates are
 * asked, {@link TargetFiles} opens and replaces it, and {@link FileQueue} orders changes of one file.
 */
package dev.pawl.tools.file;
