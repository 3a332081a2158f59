/**
 * Runs sessions on a durable engine, so that they survive the program and the machine. {@link FleetCommand} submits
 * and controls sessions, {@link WorkerCommand} starts a worker, and {@code FleetSession} runs one claimed session
 * with an agent. Questions of hooks become waits that need no worker ({@code FleetUi}), and {@code RequestLimits}
 * applies the limits that all workers share.
 */
package dev.pawl.fleet;
