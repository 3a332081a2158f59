/**
 * Rewrites class files of hooks before they are loaded. {@link ExitGuard} keeps hooks from ending the program;
 * {@link LambdaClasses} replaces lambdas by classes when a hook is compiled.
 */
package dev.pawl.loader.classfile;
