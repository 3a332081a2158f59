/**
 * Helpers of all protocols in which another program drives the agent by lines of JSON: {@link RecordWriter} writes
 * records, {@link CommandThreads} runs commands, and {@link DrivenEnd} ends the program.
 */
package dev.pawl.serve.driven;
