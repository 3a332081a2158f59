package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.message.Message;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Prompts, and what they name: skills that the user calls, and files. */
final class PromptTelemetry {
    private static final int MOST = 50;

    /** A word that begins with {@code @}, with quotation marks if it contains spaces. */
    private static final Pattern MENTION = Pattern.compile("(?<![^\\s(])@(?:\"([^\"\\n]+)\"|([^\\s\"]+))");

    /** The form in which the command line adds a file to a prompt. */
    private static final Pattern ATTACHED = Pattern.compile("(?m)^<file name=\"([^\"\\n]+)\">");

    private final Telemetry telemetry;

    PromptTelemetry(Telemetry telemetry) {
        this.telemetry = telemetry;
    }

    void install(Host host) {
        host.on(HookPoints.INPUT, (input, ctx) -> {
            skills(input.text(), ctx);
            names(input.text()).forEach(name -> mentioned(name, ctx));
            return input.proceed();
        });
        host.on(HookPoints.MESSAGE_END, (end, _) -> {
            if (end.message() instanceof Message.User user) {
                telemetry.log(
                        "user_prompt",
                        new Attributes()
                                .with("prompt_length", user.text().length())
                                .with("prompt", telemetry.content(user.text())));
            }
            return end;
        });
    }

    /** The files that the command line added or, if there are none, those that the user named. */
    private static List<String> names(String text) {
        boolean attached = ATTACHED.matcher(text).find();
        return (attached ? ATTACHED : MENTION)
                .matcher(text)
                .results()
                .limit(MOST)
                .map(found -> attached || found.group(1) != null ? found.group(1) : found.group(2))
                .toList();
    }

    private void skills(String text, HookContext ctx) {
        for (var command : ctx.tools().commands()) {
            boolean called = text.equals("/" + command.name())
                    || (text.startsWith("/" + command.name())
                            && Character.isWhitespace(text.charAt(command.name().length() + 1)));
            if (called && command.kind() == CommandInfo.Kind.SKILL) {
                telemetry.log("skill_activated", skill(command, "user"));
            }
        }
    }

    /** @param trigger who activated it: {@code user} or {@code model} */
    static Attributes skill(CommandInfo skill, String trigger) {
        return new Attributes()
                .with("skill.name", skill.name().substring(skill.name().indexOf(':') + 1))
                .with("skill.source", skill.source().scope().name().toLowerCase(Locale.ROOT))
                .with("invocation_trigger", trigger);
    }

    /** Words that name no file, such as parts of mail addresses, are not mentions. */
    private void mentioned(String written, HookContext ctx) {
        try {
            var path = ctx.project().cwd().resolve(written);
            if (Files.exists(path)) {
                telemetry.log(
                        "at_mention",
                        new Attributes().with("mention_type", Files.isDirectory(path) ? "directory" : "file"));
            }
        } catch (InvalidPathException e) {
            // It does not name a file.
        }
    }
}
