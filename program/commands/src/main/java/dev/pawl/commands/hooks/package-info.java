/**
 * Lists, checks and tries hooks: {@code pawl hooks}, and its commands {@code points}, {@code try}, {@code test} and
 * {@code doctor}, each in one class, such as {@link HookTry}.
 */
package dev.pawl.commands.hooks;
