/** Helpers that several modules need and no hook sees, each independent of the others. */
package dev.pawl.base;
