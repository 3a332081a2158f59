/**
 * The Gemini API, at Google and on Vertex AI. {@link GoogleGenerativeAi} and {@link GoogleVertex} implement the wire,
 * {@code RequestBody} writes a request, and {@code ContentStream} reads the answer.
 */
package dev.pawl.ai.google;
