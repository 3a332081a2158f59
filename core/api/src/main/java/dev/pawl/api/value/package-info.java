/**
 * Small types that the other packages of the vocabulary share. {@link Decision}, the answer of a handler at a gate,
 * is the one that every hook author meets.
 */
package dev.pawl.api.value;
