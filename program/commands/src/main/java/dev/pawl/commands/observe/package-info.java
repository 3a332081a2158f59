/**
 * Works on recorded and running sessions: {@code pawl trace}, {@code share}, {@code watch}, {@code audit},
 * {@code --export} and {@code hooks replay}, each in one class, such as {@link TraceCommand}.
 */
package dev.pawl.commands.observe;
