/**
 * Runs agents for other programs and for printed answers. Each package below is one protocol and has one entry point;
 * {@link AttachedRun} follows a session that another process runs.
 */
package dev.pawl.serve;
