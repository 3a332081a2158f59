/**
 * Finds the libraries that hooks ask for in lines such as {@code //DEPS group:artifact:version}. {@link Directives}
 * reads these lines; {@link Dependencies} fetches the libraries, and {@link DependencyCache} remembers them.
 */
package dev.pawl.loader.depend;
