import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_SHUTDOWN;

/** Commits what was changed when the program ends, with the agent's last answer as the message. */
class AutoCommitOnExit implements Hook {
    private static final int LONGEST_SUBJECT = 65;

    public void install(Host pi) {
        pi.on(SESSION_SHUTDOWN, (shutdown, ctx) -> {
            var answer = lastAnswer(ctx);
            if (shutdown.reason() == SessionShutdown.Reason.QUIT && answer != null) {
                commit(answer, ctx);
            }
        });
    }

    /** Hooks have two seconds when the program ends: nothing is asked, and nothing is pushed. */
    private static void commit(String answer, HookContext ctx) throws InterruptedException {
        var status = ctx.project().exec("git", "status", "--porcelain");
        if (!status.ok() || status.stdout().isBlank()) {
            return; // No repository, or nothing to commit.
        }
        var added = ctx.project().exec("git", "add", "--all");
        var done = added.ok() ? ctx.project().exec("git", "commit", "--quiet", "--message", message(answer)) : added;
        if (!done.ok()) {
            ctx.ui().notify("Not committed: " + done.stderr().strip(), Severity.ERROR);
        }
    }

    private static @Nullable String lastAnswer(HookContext ctx) {
        for (var message : ctx.messages().list().reversed()) {
            if (message instanceof Message.Assistant answer && !answer.text().isBlank()) {
                return answer.text().strip();
            }
        }
        return null;
    }

    /** The first line as the subject, cut if it is long, and below it what is not in the subject. */
    private static String message(String answer) {
        var line = answer.lines().findFirst().orElse("");
        if (line.length() > LONGEST_SUBJECT) {
            return line.substring(0, LONGEST_SUBJECT - 1) + "…\n\n" + answer;
        }
        return line + "\n\n" + answer.substring(line.length()).strip();
    }
}
