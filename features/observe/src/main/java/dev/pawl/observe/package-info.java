/** The records of a session as a feature of embedded agents; {@link ObserveFeature} is all of it. */
package dev.pawl.observe;
