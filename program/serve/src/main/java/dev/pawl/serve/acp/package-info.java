/**
 * Serves editors by the Agent Client Protocol. {@link AcpRun} is one run, {@code AcpServer} has the requests,
 * {@code EditorSession} is one session, and {@code SessionUpdates} reports its events.
 */
package dev.pawl.serve.acp;
