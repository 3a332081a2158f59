/**
 * The built-in file tools: read, write, edit, grep, find and ls. Each is one class that describes the tool and reads
 * its arguments.
 */
package dev.pawl.tools.builtin;
