/**
 * Serves editors by the Agent Client Protocol. {@link AcpRun} is one run, {@code AcpServer} has the requests,
 * {@code EditorSession} is one session, and {@code SessionUpdates} reports its events. The tools of a session read,
 * write and run through the editor where it offers that: {@code EditorTexts} and {@code EditorShell}.
 */
package dev.pawl.serve.acp;
