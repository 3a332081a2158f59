/** Agents of Pawl in a Spring Boot application. {@link PawlAgents} begins their sessions. */
@org.jspecify.annotations.NullMarked
package dev.pawl.springboot;
