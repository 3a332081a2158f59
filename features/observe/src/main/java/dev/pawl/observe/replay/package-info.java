/** Runs hooks over recorded sessions, without tools and without a model. Begin with {@link Replay}. */
package dev.pawl.observe.replay;
