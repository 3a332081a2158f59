/**
 * Cuts and formats the text that tools return. {@link Truncate} limits it to the size that a model receives;
 * {@link ToolFailure} is the exception for the model to read.
 */
package dev.pawl.tools.text;
