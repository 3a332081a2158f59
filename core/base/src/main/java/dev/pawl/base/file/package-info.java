/** Creates files that only their owner may read, locks them, and removes unfinished ones. */
package dev.pawl.base.file;
