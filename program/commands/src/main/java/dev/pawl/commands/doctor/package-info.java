/**
 * Checks the machine and what is set up on it: {@link Doctor} finds, {@link SupportBundle} writes it down for others, without
 * secrets.
 */
package dev.pawl.commands.doctor;
