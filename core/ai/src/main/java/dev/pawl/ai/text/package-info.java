/** Reads text as users write it: JSON with comments, and names that are almost right. */
package dev.pawl.ai.text;
