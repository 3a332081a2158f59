package dev.pawl.session.page;

import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.SessionView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A session as a page of HTML that needs nothing besides itself: what was said on the current branch, in order.
 *
 * <p>All texts are escaped, and the page forbids scripts and whatever would be fetched: it shows what models and programs
 * have written.
 */
public final class SessionPage {
    private static final Set<String> IMAGES = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

    private final StringBuilder page = new StringBuilder();

    private SessionPage() {}

    /** The name of the file if nobody names one. */
    public static String fileName(SessionView session) {
        var file = session.file();
        var name = file == null ? session.id() : String.valueOf(file.getFileName());
        return "pawl-session-" + name.replaceFirst("\\.jsonl$", "") + ".html";
    }

    /**
     * Writes the page, over one that is there.
     *
     * @throws IllegalStateException if nothing was said yet
     */
    public static void write(SessionView session, Path target) throws IOException {
        if (session.branch().stream().noneMatch(Entry.MessageEntry.class::isInstance)) {
            throw new IllegalStateException("there is nothing to export yet: send a message first");
        }
        replace(target, of(session));
    }

    /** A full disk leaves the page that was there. */
    private static void replace(Path target, String page) throws IOException {
        var file = Files.exists(target) ? target.toRealPath() : target;
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            Files.writeString(file, page);
            return;
        }
        var fresh = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.writeString(fresh, page, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    static String of(SessionView session) {
        var page = new SessionPage();
        page.head(session);
        session.branch().forEach(page::entry);
        return page.page.append("</body>\n</html>\n").toString();
    }

    private void head(SessionView session) {
        var name = session.name();
        var title = escaped(name == null ? "Session " + session.id() : name);
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"" + POLICY + "\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width\">\n")
                .append("<title>" + title + "</title>\n<style>\n" + style() + "</style>\n</head>\n<body>\n")
                .append("<header><h1>" + title + "</h1><p>")
                .append(escaped(session.id()) + " · " + escaped(session.cwd().toString()) + "</p></header>\n");
    }

    private void entry(Entry entry) {
        if (entry instanceof Entry.MessageEntry said) {
            message(said.message(), entry.timestamp());
        } else if (entry instanceof Entry.CustomMessage said && said.display()) {
            begin("hook", said.customType(), entry.timestamp());
            blocks(said.content().blocks());
            end();
        } else if (entry instanceof Entry.Compaction compaction) {
            begin("summary", "Summary of what came before", entry.timestamp());
            text(compaction.summary());
            end();
        } else if (entry instanceof Entry.BranchSummary branch) {
            begin("summary", "Summary of a branch that was left", entry.timestamp());
            text(branch.summary());
            end();
        } else if (entry instanceof Entry.ModelChange change) {
            begin("change", "Model: " + change.provider() + "/" + change.modelId(), entry.timestamp());
            end();
        }
    }

    private void message(Message message, Instant at) {
        if (message instanceof Message.User user) {
            begin("user", "User", at);
            blocks(user.content().blocks());
        } else if (message instanceof Message.Assistant answer) {
            begin(answer.errorMessage() == null ? "assistant" : "assistant failed", answer.model(), at);
            blocks(answer.content());
            if (answer.errorMessage() != null) {
                text(answer.errorMessage());
            }
        } else if (message instanceof Message.ToolResult result) {
            begin(result.isError() ? "tool failed" : "tool", "Result of " + result.toolName(), at);
            folded("Show", result.content());
        } else if (message instanceof Message.BashExecution bash) {
            begin("tool", "$ " + bash.command(), at);
            code(bash.output());
        } else if (message instanceof Message.Custom custom && custom.display()) {
            begin("hook", custom.customType(), at);
            blocks(custom.content().blocks());
        } else if (message instanceof Message.SystemPrompt) {
            begin("system", "System prompt", at);
            folded("Show", List.of(Content.text(message.text())));
        } else {
            return;
        }
        end();
    }

    private void blocks(List<Content> blocks) {
        for (var block : blocks) {
            if (block instanceof Content.Text text) {
                text(text.text());
            } else if (block instanceof Content.Thinking thinking
                    && !thinking.thinking().isBlank()) {
                folded("Thinking", List.of(Content.text(thinking.thinking())));
            } else if (block instanceof Content.ToolUse call) {
                text(call.name());
                code(call.arguments().toString());
            } else if (block instanceof Content.Image image) {
                image(image);
            }
        }
    }

    private void image(Content.Image image) {
        boolean shown = IMAGES.contains(image.mimeType())
                && image.data().chars().allMatch(c -> Character.isLetterOrDigit(c) || "+/=".indexOf(c) >= 0);
        if (shown) {
            page.append("<img alt=\"\" src=\"data:" + image.mimeType() + ";base64," + escaped(image.data()) + "\">\n");
        } else {
            text("[" + image.mimeType() + "]");
        }
    }

    private void folded(String title, List<Content> blocks) {
        page.append("<details><summary>" + escaped(title) + "</summary>\n");
        blocks(blocks);
        page.append("</details>\n");
    }

    private void begin(String kind, String title, Instant at) {
        page.append("<section class=\"" + kind + "\"><h2>" + escaped(title) + " <time>"
                + at.truncatedTo(ChronoUnit.SECONDS) + "</time></h2>\n");
    }

    private void end() {
        page.append("</section>\n");
    }

    private void text(String text) {
        if (!text.isBlank()) {
            page.append("<pre>" + escaped(text) + "</pre>\n");
        }
    }

    private void code(String text) {
        page.append("<pre class=\"code\">" + escaped(text) + "</pre>\n");
    }

    private static String escaped(String text) {
        var safe = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                // What no page may hold: control characters but for tab and line breaks.
                default -> safe.append(c < ' ' && c != '\t' && c != '\n' && c != '\r' ? '\ufffd' : c);
            }
        }
        return safe.toString();
    }

    private static String style() {
        try (var css = SessionPage.class.getResourceAsStream("session-page.css")) {
            return new String(Objects.requireNonNull(css).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the style of the page is not part of this program", e);
        }
    }
}
