/**
 * Shows running sessions on a web page. {@link LiveSession} publishes a session to the {@link LiveFolder}, and
 * {@link WatchServer} serves the page.
 */
package dev.pawl.observe.watch;
