/**
 * Finds the files of hooks. {@link HookFinder} searches the {@link HookPlaces} of a start and returns
 * {@link FoundHooks} in the order in which they load.
 */
package dev.pawl.loader.find;
