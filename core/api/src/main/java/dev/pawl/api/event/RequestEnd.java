package dev.pawl.api.event;

import dev.pawl.api.message.Usage;

/**
 * A request that hooks were asked about is over: answered, failed, aborted or refused.
 *
 * @param request the request as hooks were asked about it
 * @param sent whether it was sent, and not refused by a hook
 * @param usage what it took
 */
public record RequestEnd(RequestAuthorize request, boolean sent, Usage usage) {}
