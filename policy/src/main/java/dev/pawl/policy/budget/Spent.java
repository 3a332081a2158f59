package dev.pawl.policy.budget;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import java.util.Locale;

/** Money in dollars, and tokens: those read from and written to caches are counted, too. */
record Spent(double money, double tokens) {
    static final Spent NOTHING = new Spent(0, 0);

    static Spent of(Usage usage) {
        return new Spent(usage.cost().total(), usage.input() + usage.output() + usage.cacheRead() + usage.cacheWrite());
    }

    /** What a message took: an answer itself, a tool's result with the models that the tool asked. */
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

    /** The larger of both, apart for money and tokens. */
    Spent most(Spent other) {
        return new Spent(Math.max(money, other.money), Math.max(tokens, other.tokens));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "$%.4f, %,.0f tokens", money, tokens);
    }
}
