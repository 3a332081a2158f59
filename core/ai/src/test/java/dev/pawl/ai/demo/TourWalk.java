package dev.pawl.ai.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Walks with the tour through a real folder: what it asks for is really done, until it has answered. */
final class TourWalk {
    /** What is between a tool and its result. */
    interface Gate {
        /** What the model is told instead of the result; null to let the tool run. */
        String stop(Content.ToolUse call);
    }

    private final Path folder;
    private final List<String> tools;
    private final Gate gate;
    private final List<Message> messages = new ArrayList<>();
    private final List<Content.ToolUse> calls = new ArrayList<>();
    private String redacted = "";

    TourWalk(Path folder, String... tools) {
        this(folder, call -> null, tools);
    }

    TourWalk(Path folder, Gate gate, String... tools) {
        this.folder = folder;
        this.gate = gate;
        this.tools = List.of(tools);
    }

    /** Blacks a word out of every result. */
    TourWalk redacting(String word) {
        redacted = word;
        return this;
    }

    /** The tools asked for so far. */
    List<Content.ToolUse> calls() {
        return calls;
    }

    List<Message> messages() {
        return messages;
    }

    String ask(String prompt) throws IOException, InterruptedException {
        var config = DemoProvider.config(InstantSource.system(), Duration.ZERO);
        var tour = config.models().getFirst();
        messages.add(Message.user(prompt, 0));
        for (int turn = 0; turn < 8; turn++) {
            var offered =
                    tools.stream().map(name -> JsonObject.of("name", name)).toList();
            var request = new ModelRequest(null, messages, offered, ThinkingLevel.OFF, null, JsonObject.empty());
            var answer = config.answerer().answer(tour, request, event -> {});
            messages.add(answer);
            if (answer.toolCalls().isEmpty()) {
                return answer.text();
            }
            for (var call : answer.toolCalls()) {
                assertThat(tools).as("only what is offered is used").contains(call.name());
                calls.add(call);
                messages.add(result(call));
            }
        }
        throw new AssertionError("the tour does not come to an end: " + calls);
    }

    private Message.ToolResult result(Content.ToolUse call) throws IOException, InterruptedException {
        var stop = gate.stop(call);
        if (stop != null) {
            return result(call, stop, true);
        }
        var arguments = call.arguments();
        return switch (call.name()) {
            case "bash" -> bash(call, arguments.string("command"));
            case "ls" -> bash(call, "ls -1Ap " + arguments.string("path"));
            case "read" -> read(call, folder.resolve(arguments.string("path", "")));
            case "grep" -> bash(call, "grep -rnF -- '" + arguments.string("pattern") + "' . || echo No matches found");
            case "find" -> bash(call, "find . -mindepth 1 -name '" + arguments.string("pattern") + "' | sed 's|^./||'");
            default -> throw new AssertionError("nobody here has the tool " + call.name());
        };
    }

    private Message.ToolResult read(Content.ToolUse call, Path file) throws IOException {
        return Files.exists(file)
                ? result(call, Files.readString(file), false)
                : result(call, "ENOENT: no such file or directory, open '" + file + "'", true);
    }

    private Message.ToolResult bash(Content.ToolUse call, String command) throws IOException, InterruptedException {
        var process = new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        output = output.isEmpty() ? "(no output)" : output;
        return status == 0
                ? result(call, output, false)
                : result(call, output + "\n\nCommand exited with code " + status, true);
    }

    private Message.ToolResult result(Content.ToolUse call, String text, boolean error) {
        var shown = redacted.isEmpty() ? text : text.replace(redacted, "[REDACTED]");
        return new Message.ToolResult(
                call.id(), call.name(), List.of(Content.text(shown)), null, error, null, 0, JsonObject.empty());
    }
}
