/** Measures speed with JMH and with the whole program; each class is one benchmark or its helper. */
package dev.pawl.bench;
