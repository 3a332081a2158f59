package dev.pawl.acceptance.beside;

import dev.pawl.acceptance.beside.Seen.Kind;
import dev.pawl.acceptance.beside.Seen.Line;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.RpcClient;
import dev.pawl.testkit.program.RpcFailure;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * One fixed conversation with a program over RPC, and what was seen of it.
 *
 * <p>It begins no new session by RPC, for which pi fires {@code session_start} twice; commands of extensions do.
 *
 * <p>What an extension does of its own accord has no end that could be waited for, so a step is over when nothing came for
 * a while and the program is idle.
 */
final class Conversation {
    private static final long QUIET_MILLIS = 700;
    private static final int MOST_COMMANDS = 6;
    private static final int LONGEST = 400;

    /** What repaints something; it may come on a timer for ever. */
    private static final Set<String> REPAINTS = Set.of("setStatus", "setWidget", "setTitle");

    /** Commands of pi's own, which Pawl does not have (docs/typescript-hooks.md). */
    private static final Set<String> OWN_COMMANDS = Set.of("llama", "mcp");

    private static final Script SCRIPT = Script.of(
                    bash("echo one"),
                    Turn.calls(Script.call("write", JsonObject.of("path", "notes.txt", "content", "a note\n"))),
                    Turn.calls(Script.call("read", JsonObject.of("path", "hello.txt"))),
                    Turn.calls(Script.call("helper", JsonObject.of("word", "this"))),
                    Turn.text("That was the first."),
                    bash("echo same"),
                    bash("echo same"),
                    bash("echo same"),
                    bash("echo same"),
                    bash("echo same"),
                    bash("rm -rf ./old && sudo true"),
                    bash("git reset --hard"),
                    Turn.calls(Script.call("write", JsonObject.of("path", ".env", "content", "KEY=1\n"))),
                    Turn.text("That was the second."))
            .endingWith(Turn.text("Nothing more."));

    private final Workplace work;
    private final List<Line> lines = Collections.synchronizedList(new ArrayList<>());
    private final List<Pattern> paths = new ArrayList<>();
    private volatile String phase = "start";
    private volatile long last = System.nanoTime();

    private Conversation(Workplace work, Path extension) {
        this.work = work;
        paths.add(Pattern.compile(Pattern.quote(work.folder().toString())));
        paths.add(Pattern.compile(Pattern.quote(extension.toString())));
    }

    private static Turn bash(String command) {
        return Turn.calls(Script.call("bash", JsonObject.of("command", command)));
    }

    /** Holds it in a folder of its own with some extensions, whose paths begin with a folder that is not shown. */
    static Seen hold(Agent agent, Path folder, Path extension, List<Path> entries) throws Exception {
        return new Conversation(Workplace.make(Files.createDirectories(folder)), extension).with(agent, entries);
    }

    private Seen with(Agent agent, List<Path> entries) throws Exception {
        var args = new ArrayList<>(List.of("--mode", "rpc", "--no-extensions"));
        args.addAll(List.of("--provider", "scripted", "--model", ScriptedModel.MODEL));
        entries.forEach(entry -> args.addAll(List.of("-e", entry.toString())));
        try (var model = ScriptedModel.playing(SCRIPT);
                var _ = new ModelSocket(work.socket(), URI.create(model.url()).getPort())) {
            Files.writeString(
                    work.home().resolve(".pi/agent/models.json"),
                    model.modelsJson("openai-completions").toString());
            var process =
                    agent.in(work, URI.create(model.url()).getPort(), args).start();
            try (var client = RpcClient.of(process)) {
                client.onEvent(this::came);
                client.onDialog(request -> "confirm".equals(request.string("method"))
                        ? JsonObject.of("confirmed", false)
                        : JsonObject.of("cancelled", true));
                drive(client, model);
                phase = "end";
            } finally {
                process.destroyForcibly();
            }
            if (process.waitFor() != 0) {
                add(Kind.ERROR, "ended with status " + process.exitValue());
            }
        }
        phase = "";
        for (var file : work.files()) {
            add(Kind.FILE, file);
        }
        for (var entry : work.entries()) {
            add(Kind.ENTRY, entry);
        }
        var log = work.project().resolve("log.jsonl");
        if (Files.exists(log)) {
            Files.readAllLines(log).forEach(line -> add(Kind.LOG, line));
        }
        for (var line : Files.readAllLines(work.errors())) {
            if (line.contains("ailed to load extension")) {
                add(Kind.ERROR, line);
            }
        }
        return new Seen(List.copyOf(lines));
    }

    private void drive(RpcClient client, ScriptedModel model) throws Exception {
        try {
            step(client, "start", "get_state", JsonObject.empty());
            var commands = new ArrayList<String>();
            for (var command : client.send("get_commands").objects("commands")) {
                var name = command.string("name", "");
                if (!OWN_COMMANDS.contains(name)) {
                    add(Kind.COMMAND, name + ": " + command.string("description", ""));
                    if ("extension".equals(command.string("source"))) {
                        commands.add(name);
                    }
                }
            }
            prompt(client, model, "first", "Please look around.");
            prompt(client, model, "second", "And once more.");
            step(client, "bash", "bash", JsonObject.of("command", "echo by the user"));
            step(client, "name", "set_session_name", JsonObject.of("name", "a name"));
            Collections.sort(commands);
            for (var name : commands.subList(0, Math.min(MOST_COMMANDS, commands.size()))) {
                step(client, "/" + name, "prompt", JsonObject.of("message", "/" + name));
            }
            prompt(client, model, "third", "Something else.");
        } catch (RpcFailure e) {
            add(Kind.ERROR, "the program ended: " + e.getMessage());
        }
    }

    /** Sends a prompt, and adds what the model was asked. */
    private void prompt(RpcClient client, ScriptedModel model, String name, String text) throws Exception {
        int before = model.requests().size();
        step(client, name, "prompt", JsonObject.of("message", text));
        var requests = model.requests();
        add(Kind.REQUEST, (requests.size() - before) + " requests");
        if (requests.size() == before) {
            return;
        }
        for (var tool : requests.get(before).body().objects("tools")) {
            var function = tool.object("function");
            add(Kind.TOOL, function.string("name", "") + " " + canonical(function));
        }
        for (var message : requests.getLast().body().objects("messages")) {
            var said = content(message.get("content"));
            var role = message.string("role", "");
            if (role.equals("system") || role.equals("developer")) {
                said.lines().filter(line -> !line.isBlank()).forEach(line -> add(Kind.PROMPT, line));
            } else {
                var calls = message.has("tool_calls") ? " " + canonical(message.get("tool_calls")) : "";
                add(Kind.REQUEST, role + ": " + said + calls);
            }
        }
        for (var field : requests.getLast().body().names()) {
            if (!Set.of("messages", "tools", "prompt_cache_key").contains(field)) {
                add(
                        Kind.REQUEST,
                        field + " = " + canonical(requests.getLast().body().get(field)));
            }
        }
    }

    /** Sends a command and waits until all that follows from it is over. */
    private void step(RpcClient client, String name, String type, JsonObject fields) throws Exception {
        phase = name;
        last = System.nanoTime();
        var answer = Thread.ofVirtual().start(() -> {
            try {
                var response = client.response(type, fields);
                if (!response.bool("success", false)) {
                    add(Kind.ERROR, type + " refused: " + response.string("error", ""));
                }
            } catch (RpcFailure e) {
                // The next step finds that the program has ended.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        if (!answer.join(Duration.ofSeconds(Patience.SECONDS))) {
            add(Kind.ERROR, type + " had no answer");
        }
        long until = System.nanoTime() + Patience.NANOS;
        while (System.nanoTime() < until) {
            long quiet = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - last);
            if (quiet < QUIET_MILLIS) {
                Thread.sleep(QUIET_MILLIS - quiet);
            } else if (idle(client.state())) {
                return;
            } else {
                last = System.nanoTime();
            }
        }
        add(Kind.ERROR, "it did not come to an end");
        client.abort();
    }

    private static boolean idle(JsonObject state) {
        return !state.bool("isStreaming", false)
                && !state.bool("isCompacting", false)
                && state.number("pendingMessageCount", 0) == 0;
    }

    private void came(JsonObject record) {
        var type = record.string("type", "");
        var method = record.string("method", "");
        if (!REPAINTS.contains(method)) {
            last = System.nanoTime();
        }
        switch (type) {
            // That a handler is slow depends on the machine.
            case "message_update", "tool_execution_update", "hook_waiting" -> {}
            case "extension_ui_request" -> {
                var line = new Line(
                        Kind.UI,
                        phase,
                        plain(method + " "
                                + canonical(record.without("type").without("id").without("method"))));
                // What is only set counts once, however often it is set.
                if (!method.startsWith("set") || !lines.contains(line)) {
                    lines.add(line);
                }
            }
            case "extension_error" -> add(Kind.ERROR, record.string("event", "") + ": " + record.string("error", ""));
            case "tool_execution_end" ->
                add(
                        Kind.RESULT,
                        record.string("toolName", "")
                                + (record.bool("isError", false) ? " failed: " : ": ")
                                + content(record.object("result").get("content")));
            case "message_start", "message_end" -> {
                var message = record.object("message");
                var role = message.string("role", "");
                if (!role.equals("system")) {
                    var custom = message.has("customType")
                            ? " " + message.string("customType") + " " + content(message.get("content"))
                            : "";
                    add(Kind.RECORD, type + " " + role + custom);
                }
            }
            default -> add(Kind.RECORD, type);
        }
    }

    private void add(Kind kind, String text) {
        lines.add(new Line(kind, phase, plain(text)));
    }

    /** The text of a message, whether it is one or has parts. */
    private static String content(@org.jspecify.annotations.Nullable Object content) {
        if (content instanceof List<?> parts) {
            var text = new StringBuilder();
            for (var part : parts) {
                text.append(
                        part instanceof JsonObject each && each.has("text") ? each.string("text") : canonical(part));
            }
            return text.toString();
        }
        return content == null ? "" : content.toString();
    }

    /** JSON with the names of its fields in order. */
    private static String canonical(@org.jspecify.annotations.Nullable Object value) {
        if (value instanceof JsonObject object) {
            var sorted = new TreeMap<String, String>();
            object.names().forEach(name -> sorted.put(name, canonical(object.get(name))));
            return sorted.toString();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Conversation::canonical).toList().toString();
        }
        return String.valueOf(value);
    }

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final Pattern TIME =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d[T ]?\\d\\d[:-]\\d\\d[:-]\\d\\d([.-]\\d+)?Z?");
    private static final Pattern ID =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\b[0-9a-f]{8}\\b|call_\\w+");
    private static final Pattern MILLIS = Pattern.compile("\\b1[0-9]{12}\\b");
    private static final Pattern NUMBER = Pattern.compile("\\b\\d+(\\.\\d+)?( ?(ms|s|t/s|tok/s)\\b)");

    /** A text without what no two runs share: folders, times, ids, durations; a long one is cut. */
    private String plain(String text) {
        var plain = COLOUR.matcher(text).replaceAll("");
        for (var path : paths) {
            plain = path.matcher(plain).replaceAll("…");
        }
        plain = TIME.matcher(plain).replaceAll("TIME");
        plain = ID.matcher(plain).replaceAll("ID");
        plain = MILLIS.matcher(plain).replaceAll("TIME");
        plain = NUMBER.matcher(plain).replaceAll("N$2");
        return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST) + "… " + plain.hashCode();
    }
}
