/**
 * Runs single hooks: commands, web addresses, tools of servers, and questions to a model. Begin with {@link Runner}.
 */
package dev.pawl.shellhooks.run;
