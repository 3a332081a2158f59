package dev.pawl.api.event;

import java.util.Map;

/**
 * The provider answered; its text has not been read yet. Header names are in lower case.
 *
 * @param status the HTTP status
 * @param headers the headers by name
 */
public record AfterProviderResponse(int status, Map<String, String> headers) {}
