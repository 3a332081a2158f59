/** Runs agents in situations; {@link dev.pawl.field.Field} is the program. */
package dev.pawl.field;
