/**
 * Values that no text may show. {@link dev.pawl.base.secret.SecretFilter} finds them and puts their names in their
 * place; {@link dev.pawl.base.secret.SecretForms} are the ways in which one can be written.
 */
@org.jspecify.annotations.NullMarked
package dev.pawl.base.secret;
