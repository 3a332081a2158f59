package dev.pawl.policy.budget;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import java.util.Locale;

/** Money in dollars, and tokens: including those read from and written to caches. */
public record Spent(double money, double tokens) {
    static final Spent NOTHING = new Spent(0, 0);

    static Spent of(Usage usage) {
        return new Spent(usage.cost().total(), usage.input() + usage.output() + usage.cacheRead() + usage.cacheWrite());
    }

    /** The spending of a message: of an answer, or of the requests that a tool sent. */
    static Spent of(Message message) {
        return switch (message) {
            case Message.Assistant answer -> of(answer.usage());
            case Message.ToolResult result when result.usage() != null -> of(result.usage());
            default -> NOTHING;
        };
    }

    static Spent from(JsonObject json) {
        return new Spent(json.decimal("money", 0), json.decimal("tokens", 0));
    }

    Spent plus(Spent other) {
        return new Spent(money + other.money, tokens + other.tokens);
    }

    Spent times(int factor) {
        return new Spent(money * factor, tokens * factor);
    }

    /** The larger of both, separately for money and tokens. */
    Spent most(Spent other) {
        return new Spent(Math.max(money, other.money), Math.max(tokens, other.tokens));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "$%.4f, %,.0f tokens", money, tokens);
    }
}
