package dev.pawl.api.event;

import java.util.Map;

/** The provider answered; its text has not been read yet. Header names are in lower case. */
public record AfterProviderResponse(int status, Map<String, String> headers) {}
