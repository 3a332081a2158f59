/**
 * Carries tool calls from the model to the tools and back. {@link ToolBatch} runs the calls of one answer,
 * {@link ToolRunner} takes one call through its gates, and {@link CallLedger} records its steps so that a crash
 * repeats none of them.
 */
package dev.pawl.agent.tool;
