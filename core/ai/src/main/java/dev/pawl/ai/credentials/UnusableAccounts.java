package dev.pawl.ai.credentials;

import dev.pawl.ai.catalogue.ModelProblem;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Finds the sign-ins that another program keeps in auth.json and that nothing here can use. */
public final class UnusableAccounts {
    private UnusableAccounts() {}

    /**
     * Returns the accounts of a file that cannot be used, each with the reason.
     *
     * @param usable whether there is a key for a provider
     */
    public static List<ModelProblem> in(AuthFile file, Predicate<String> usable) {
        var problems = new ArrayList<ModelProblem>();
        var entries = file.snapshot().entries();
        for (var id : entries.names()) {
            boolean signedIn = entries.get(id) instanceof JsonObject entry && "oauth".equals(entry.string("type"));
            if (signedIn && !usable.test(id)) {
                problems.add(new ModelProblem(
                        file.path() + ": " + id,
                        "is a sign-in that cannot be used here, because no hook is loaded that brings the sign-in of "
                                + id + ". It is kept. Load such a hook, or save a key: /login " + id));
            }
        }
        return problems;
    }
}
