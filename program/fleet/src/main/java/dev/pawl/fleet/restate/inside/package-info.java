/**
 * The classes that are compiled against the SDK of Restate. They are loaded with it by a separate class loader. Begin
 * with {@link SdkHost}.
 */
package dev.pawl.fleet.restate.inside;
