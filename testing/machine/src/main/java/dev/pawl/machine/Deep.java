package dev.pawl.machine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a test of the second tier, which {@code mvn verify -Pdeep} runs.
 *
 * <p>A test belongs there if it starts Pawl as a process, needs a program that a Debian base system does not have, or
 * takes seconds. All other tests run with {@code mvn verify}.
 */
@Tag("deep")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Deep {}
