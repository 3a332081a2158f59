/**
 * The interface of a session that another process runs, through which {@code serve} and {@code fleet} meet. Begin
 * with {@link AttachedSession}.
 */
package dev.pawl.start.attach;
