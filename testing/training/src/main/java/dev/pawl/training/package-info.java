/** The run that start-up caches are made from. */
@org.jspecify.annotations.NullMarked
package dev.pawl.training;
