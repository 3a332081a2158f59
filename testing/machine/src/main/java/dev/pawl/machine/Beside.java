package dev.pawl.machine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks a test that compares Pawl with an installed pi; {@code mvn verify -Pbeside} installs pi, runs them and prints a table. */
@Tag("beside")
@ExtendWith(Comparison.Watcher.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Beside {}
