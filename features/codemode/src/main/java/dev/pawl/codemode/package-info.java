/**
 * The tool {@code codemode}: a script of the model that calls other tools. {@link Codemode} runs it, {@code Script} is one
 * run, {@code QuickJs} the engine. The engine reaches nothing but its {@code Script}, which makes each call by
 * {@link dev.pawl.api.tool.ToolContext#prepareTool}: the calls of a script take the same way as those of the model.
 */
package dev.pawl.codemode;
