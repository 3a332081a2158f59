/**
 * Prepares the tools of servers for the model: their names, schemas and results. {@link ToolSearch} is the tool with
 * which the model finds tools that are not declared to it.
 */
package dev.pawl.mcp.tool;
