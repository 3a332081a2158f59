import module dev.pawl.api;
import static dev.pawl.api.HookPoints.INPUT;

/** Puts the output of commands into a prompt: what is the branch !{git branch --show-current} about? */
class InlineBash implements Hook {
    private static final java.util.regex.Pattern COMMAND = java.util.regex.Pattern.compile("!\\{([^}]+)\\}");

    public void install(Host pi) {
        pi.on(INPUT, (input, ctx) -> {
            if (input.source() == Input.Source.EXTENSION || !COMMAND.matcher(input.text()).find()) {
                return input.proceed();
            }
            var text = new StringBuilder();
            var found = COMMAND.matcher(input.text());
            while (found.find()) {
                var ran = ctx.project().exec("bash", "-c", found.group(1));
                var output = ran.code() == 0 ? ran.stdout().strip() : "(failed: " + ran.stderr().strip() + ")";
                found.appendReplacement(text, java.util.regex.Matcher.quoteReplacement(output));
            }
            found.appendTail(text);
            return input.transform(text.toString());
        });
    }
}
