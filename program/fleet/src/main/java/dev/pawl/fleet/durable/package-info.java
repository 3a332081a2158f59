/**
 * The interface of durable engines. {@link Durable} keeps sessions and hands out a {@link Claim} to their only
 * writer; a {@link Worker} advances them.
 */
package dev.pawl.fleet.durable;
