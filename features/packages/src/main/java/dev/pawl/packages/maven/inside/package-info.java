/**
 * The classes that are compiled against the resolver of Maven. They are loaded with its jars by a separate class
 * loader and are not on the class path. Begin with {@link MimaResolver}.
 */
package dev.pawl.packages.maven.inside;
