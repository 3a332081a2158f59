package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.HookContext;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.regex.Pattern;

/** Reports what a prompt names: skills that the user calls, and files. */
final class PromptTelemetry {
    private static final int MOST = 50;

    /** A word that begins with {@code @}, with quotation marks if it contains spaces. */
    private static final Pattern MENTION = Pattern.compile("(?<![^\\s(])@(?:\"([^\"\\n]+)\"|([^\\s\"]+))");

    /** The form in which the command line adds a file to a prompt. */
    private static final Pattern ATTACHED = Pattern.compile("(?m)^<file name=\"([^\"\\n]+)\">");

    private final SessionTelemetry records;

    PromptTelemetry(SessionTelemetry records) {
        this.records = records;
    }

    void install(Host host) {
        host.on(HookPoints.INPUT, (input, ctx) -> {
            skills(input.text(), ctx);
            names(input.text()).forEach(name -> mentioned(name, ctx));
            return input.proceed();
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
                records.skill(command, "user");
            }
        }
    }

    /** Words that name no file, such as parts of mail addresses, are not mentions. */
    private void mentioned(String written, HookContext ctx) {
        try {
            var path = ctx.project().cwd().resolve(written);
            if (Files.exists(path)) {
                records.mention(Files.isDirectory(path) ? "directory" : "file");
            }
        } catch (InvalidPathException e) {
            // It does not name a file.
        }
    }
}
