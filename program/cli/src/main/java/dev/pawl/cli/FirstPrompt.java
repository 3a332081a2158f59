package dev.pawl.cli;

import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.CallFile;
import dev.pawl.base.ImageType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** What goes along with the first prompt: text that was piped in, and the files behind {@code @}. */
public final class FirstPrompt {
    private final Places places;
    private final StringBuilder text;
    private final List<Content.Image> images = new ArrayList<>();

    private FirstPrompt(Places places, String piped) {
        this.places = places;
        this.text = new StringBuilder(piped);
    }

    public static FirstPrompt of(String piped, List<String> files, Places places) {
        var first = new FirstPrompt(places, piped);
        files.forEach(first::file);
        return first;
    }

    public boolean isEmpty() {
        return text.isEmpty() && images.isEmpty();
    }

    /** The prompts, one after another: the first message with what goes along with it, then the others. */
    public List<Prompt> with(List<String> messages) {
        var prompts = new ArrayList<Prompt>();
        if (!isEmpty() || !messages.isEmpty()) {
            if (!messages.isEmpty()) {
                line(messages.getFirst());
            }
            prompts.add(Prompt.of(text.toString()).withImages(images));
        }
        messages.stream().skip(1).forEach(message -> prompts.add(Prompt.of(message)));
        return prompts;
    }

    private void file(String named) {
        var path = places.folders().find(places.cwd(), named);
        if (named.isBlank() || path == null || !Files.exists(path)) {
            throw Refusal.because("there is no file " + (path == null ? named : path) + " (given as @" + named + ")");
        }
        if (Files.isDirectory(path)) {
            throw Refusal.because(
                    "@" + named + " is a folder. Name the files in it, or only its path, without the @, and"
                            + " let the agent look.");
        }
        // Hooks see in the prompt which file it really was; a pipe has no such name.
        if (Files.isRegularFile(path)) {
            path = CallFile.of(path).path();
        } else if (!isInherited(path)) {
            throw Refusal.because("@" + named + " is not a regular file but a pipe, socket or device, which may never"
                    + " end. Pipe its content in instead: pawl -p \"…\" < " + path);
        }
        var bytes = read(path);
        if (bytes.length == 0) {
            return;
        }
        var type = ImageType.forModels(bytes);
        if (type != null) {
            images.add(Content.image(Base64.getEncoder().encodeToString(bytes), type));
            line("<file name=\"" + path + "\"></file>");
            return;
        }
        var content = BoundedInput.text(bytes);
        if (content == null) {
            throw Refusal.because(
                    "the file " + path + " is neither text (UTF-8) nor an image (PNG, JPEG, GIF, WebP), so it cannot"
                            + " be sent to a model. Name its path without the @, and the agent can look at"
                            + " it with its tools.");
        }
        line("<file name=\"" + path + "\">\n" + content + "\n</file>");
    }

    /** Returns whether it is a descriptor that the shell opened for this program: {@code @<(git diff)}. */
    private static boolean isInherited(Path path) {
        return path.startsWith("/dev/fd") || path.startsWith("/proc/self/fd");
    }

    private static byte[] read(Path path) {
        try (var in = Files.isRegularFile(path)
                ? Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)
                : Files.newInputStream(path)) {
            return BoundedInput.bytes(in, "the file " + path);
        } catch (IOException e) {
            throw Refusal.because("the file " + path + " cannot be read: " + e.getMessage());
        }
    }

    private void line(String more) {
        text.append(text.isEmpty() || text.charAt(text.length() - 1) == '\n' ? "" : "\n")
                .append(more);
    }
}
