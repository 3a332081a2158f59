/**
 * Helps to write hooks: {@code pawl hooks new}, {@code edit}, {@code init} and {@code allow}, and
 * {@code pawl dev publish}, each in one class, such as {@link HookNew}.
 */
package dev.pawl.commands.workbench;
