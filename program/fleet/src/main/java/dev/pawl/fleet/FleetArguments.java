package dev.pawl.fleet;

import dev.pawl.cli.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The words behind a command of the fleet; each is taken once. */
final class FleetArguments {
    private final List<String> left;

    FleetArguments(List<String> args) {
        this.left = new ArrayList<>(args);
    }

    /** Returns what follows an option; null if it was not given. */
    @Nullable
    String value(String option) {
        int at = left.indexOf(option);
        if (at < 0) {
            return null;
        }
        if (at + 1 == left.size()) {
            throw Refusal.ofArguments(option + " needs a value");
        }
        left.remove(at);
        return left.remove(at);
    }

    List<String> values(String option) {
        var values = new ArrayList<String>();
        for (var value = value(option); value != null; value = value(option)) {
            values.add(value);
        }
        return values;
    }

    int number(String option, int otherwise) {
        var value = value(option);
        if (value == null) {
            return otherwise;
        }
        if (!value.matches("\\d{1,9}")) {
            throw Refusal.ofArguments(option + " takes a number, not \"" + value + "\"");
        }
        return Integer.parseInt(value);
    }

    /** An amount of money; 0 if it was not given. */
    double amount(String option) {
        var value = value(option);
        if (value == null) {
            return 0;
        }
        if (!value.matches("\\d{1,9}(\\.\\d{1,6})?") || Double.parseDouble(value) == 0) {
            throw Refusal.ofArguments(
                    option + " takes an amount in dollars, such as 25 or 2.50, not \"" + value + "\"");
        }
        return Double.parseDouble(value);
    }

    boolean has(String flag) {
        return left.remove(flag);
    }

    /** The next word that is not an option; null if there is none. */
    @Nullable
    String word() {
        return left.isEmpty() || left.getFirst().startsWith("--") ? null : left.removeFirst();
    }

    String word(String what) {
        var word = word();
        if (word == null) {
            throw Refusal.ofArguments(what + " is missing");
        }
        return word;
    }

    /** Everything that is left. */
    List<String> rest() {
        var rest = List.copyOf(left);
        left.clear();
        return rest;
    }

    void checkEmpty(String command) {
        if (!left.isEmpty()) {
            throw Refusal.ofArguments(
                    command + " does not know " + left.getFirst() + "; pawl fleet --help lists what" + " it takes");
        }
    }
}
