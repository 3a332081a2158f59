/**
 * Finds instructions, skills, prompt templates, rules and themes of a user and a project. {@link ResourceRequest}
 * says where to look; {@link Skills}, {@link PromptTemplates}, {@link ContextFiles}, {@link RuleFiles} and
 * {@link ThemeFiles} return the results.
 */
package dev.pawl.config.resources;
