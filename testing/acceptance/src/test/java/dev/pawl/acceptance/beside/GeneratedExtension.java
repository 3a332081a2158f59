package dev.pawl.acceptance.beside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * An extension in TypeScript that a seed decides: handlers that write down what they see and do something that handlers
 * may do, a tool and commands, in one to three files.
 */
final class GeneratedExtension {
    /** An event, what a handler of it writes down, and what it may do; {@code $} is the handler's own name. */
    private record Event(String name, String seen, List<String> deeds) {}

    private static final String SEND =
            "if (nth('$ sends') === 1) pi.sendMessage({ customType: 'hint', content: 'from $',"
                    + " display: true }, { deliverAs: '%s' });";
    private static final String THROW = "if (nth('$ fails') %s) throw new Error('$ failed');";

    private static final List<Event> EVENTS = List.of(
            new Event(
                    "session_start",
                    "[event.reason, ctx.hasUI, ctx.isIdle()]",
                    List.of(
                            "ctx.ui.notify('$ is here', 'info');",
                            "ctx.ui.setStatus('$', 'ready');",
                            "ctx.ui.setWidget('$', ['one', 'two']);",
                            "ctx.ui.setTitle('title of $');",
                            "pi.appendEntry('mark', { by: '$' });",
                            "pi.setSessionName('named by $');",
                            "pi.setActiveTools(['bash', 'read', 'write', 'helper']); note('$', 'tools',"
                                    + " pi.getActiveTools());",
                            "pi.setThinkingLevel('low'); note('$', 'level', pi.getThinkingLevel());",
                            THROW.formatted("=== 1"))),
            new Event(
                    "input",
                    "[event.text, event.source]",
                    List.of(
                            "if (event.text.startsWith('And')) return { action: 'transform', text: event.text + ' ($)'"
                                    + " };",
                            "return { action: 'continue' };",
                            "if (event.text.startsWith('Something')) return { action: 'handled' };",
                            THROW.formatted("=== 2"))),
            new Event(
                    "before_agent_start",
                    "[event.prompt, event.systemPrompt.includes('Mark of')]",
                    List.of(
                            "return { systemPrompt: event.systemPrompt + '\\nMark of $' };",
                            "return { message: { customType: 'brief', content: 'brief of $', display: true } };",
                            "return { message: { customType: 'brief', content: 'hidden brief of $', display: false }"
                                    + " };",
                            THROW.formatted("=== 1"))),
            new Event(
                    "context",
                    "event.messages.filter((each) => each.role !== 'system').map((each) => each.role)",
                    List.of(
                            "return { messages: [...event.messages, { role: 'user', content: [{ type: 'text', text:"
                                    + " 'context of $' }], timestamp: 1 }] };",
                            "return { messages: event.messages.filter((each) => each.role !== 'custom') };",
                            THROW.formatted("=== 2"))),
            new Event(
                    "tool_call",
                    "[event.toolName, event.input]",
                    List.of(
                            "if (event.toolName === 'bash') return { block: true, reason: 'blocked by $' };",
                            "if (nth('$ blocks') === 3) return { block: true, reason: 'third call, $' };",
                            "if (event.toolName === 'write') return { block: true };",
                            "if (event.toolName === 'bash') event.input.command = event.input.command.replace('same',"
                                    + " 'other $');",
                            "if (event.toolName === 'read') event.input.path = 'old/log.txt';",
                            THROW.formatted("=== 4"))),
            new Event(
                    "tool_result",
                    "[event.toolName, said(event.content), event.isError]",
                    List.of(
                            "if (event.toolName === 'bash') return { content: [{ type: 'text', text: 'result by $' }]"
                                    + " };",
                            "if (event.toolName === 'read') return { isError: true };",
                            "return { content: [...event.content, { type: 'text', text: ' seen by $' }] };",
                            "return { details: { by: '$' } };",
                            THROW.formatted("=== 2"))),
            new Event(
                    "message_end",
                    "[event.message.role, event.message.role === 'system' ? '' : said(event.message.content)]",
                    List.of(
                            "if (event.message.role === 'assistant' && nth('$ rewrites') === 4) return { message: {"
                                    + " ...event.message, content: [{ type: 'text', text: 'rewritten by $' }] } };",
                            "if (event.message.role === 'user') " + SEND.formatted("nextTurn"),
                            "if (event.message.role === 'toolResult') " + THROW.formatted("=== 2"))),
            new Event("turn_start", "event.turnIndex", List.of(SEND.formatted("steer"))),
            new Event(
                    "turn_end",
                    "[event.turnIndex, said(event.message.content), event.toolResults.length]",
                    List.of(
                            SEND.formatted("steer"),
                            SEND.formatted("followUp"),
                            SEND.formatted("nextTurn"),
                            THROW.formatted("=== 3"))),
            new Event("agent_start", "ctx.isIdle()", List.of(SEND.formatted("nextTurn"))),
            new Event(
                    "agent_end",
                    "event.messages.filter((each) => each.role !== 'system').length",
                    List.of(SEND.formatted("nextTurn"), SEND.formatted("followUp"), THROW.formatted("=== 1"))),
            new Event(
                    "agent_settled",
                    "[ctx.isIdle(), ctx.hasPendingMessages()]",
                    List.of("pi.appendEntry('settled', '$');", "ctx.ui.notify('settled, $', 'info');")),
            new Event("tool_execution_start", "[event.toolName, event.args]", List.of()),
            new Event("tool_execution_end", "[event.toolName, event.isError, said(event.result?.content)]", List.of()),
            new Event(
                    "before_provider_request",
                    "[event.payload.model, event.payload.seed, event.payload.temperature]",
                    List.of(
                            "return { ...event.payload, seed: 7 };",
                            "event.payload.temperature = 0.5;",
                            THROW.formatted("=== 2"))),
            new Event("after_provider_response", "event.status", List.of()),
            new Event(
                    "user_bash",
                    "[event.command, event.excludeFromContext]",
                    List.of(
                            "return { result: { output: 'output of $', exitCode: 0, cancelled: false, truncated: false"
                                    + " } };",
                            THROW.formatted("=== 1"))),
            new Event("session_info_changed", "event.name", List.of("ctx.ui.notify('renamed, $', 'info');")),
            new Event(
                    "session_before_switch",
                    "event.reason",
                    List.of("return { cancel: true };", "return { cancel: false };", THROW.formatted("=== 1"))),
            new Event("session_shutdown", "event.reason", List.of()));

    private static final List<String> COMMANDS = List.of(
            "ctx.ui.notify('ran, ' + args, 'warning');",
            "note('$', 'confirmed', await ctx.ui.confirm('Sure?', 'by $'));",
            "note('$', 'chosen', await ctx.ui.select('Which?', ['a', 'b']) ?? 'none');",
            "note('$', 'typed', await ctx.ui.input('What?', 'here') ?? 'nothing');",
            "pi.sendUserMessage('asked by $'); await ctx.waitForIdle(); note('$', 'waited', ctx.isIdle());",
            "pi.sendMessage({ customType: 'hint', content: 'told by $', display: true }, { triggerTurn: true });"
                    + " await ctx.waitForIdle();",
            "pi.appendEntry('mark', { by: '$' }); note('$', 'entries', ctx.sessionManager.getEntries()"
                    + ".filter((each) => each.type === 'custom').map((each) => each.customType));",
            "await ctx.newSession();",
            "throw new Error('$ failed');");

    private static final String PREAMBLE = """
        import { appendFileSync } from "node:fs";
        import { Type } from "typebox";
        const counts: any = {};
        const nth = (name: string) => (counts[name] = (counts[name] ?? 0) + 1);
        const said = (content: any) =>
          typeof content === "string" ? content : (content ?? []).map((part: any) => part.text ?? part.name ?? part.type).join("|");
        const note = (who: string, what: string, saw: any) =>
          appendFileSync("log.jsonl", JSON.stringify([who, what, saw ?? null]) + "\\n");
        """;

    private final Random random;

    GeneratedExtension(long seed) {
        random = new Random(seed * 7919 + 17);
        random.nextInt();
    }

    /** Writes the files; the tool belongs to the first, for pi ends where two have the same. */
    List<Path> write(Path folder) throws IOException {
        var files = new ArrayList<Path>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            var name = "f" + (char) ('a' + i);
            files.add(Files.writeString(Files.createDirectories(folder).resolve(name + ".ts"), source(name, i == 0)));
        }
        return files;
    }

    private String source(String file, boolean first) {
        var parts = new ArrayList<String>();
        int handlers = 4 + random.nextInt(7);
        for (int i = 1; i <= handlers; i++) {
            parts.add(handler(file + i));
        }
        int commands = random.nextInt(3);
        for (int i = 1; i <= commands; i++) {
            var name = file + "-do-" + i;
            parts.add(
                    "pi.registerCommand('%s', { description: 'Does %s', handler: async (args: string, ctx: any) => { %s } });"
                            .formatted(name, name, pick(COMMANDS).replace("$", name)));
        }
        if (first) {
            parts.add(tool(file));
        }
        Collections.shuffle(parts, random);
        return PREAMBLE + "export default function (pi: any) {\n"
                + parts.stream().map(part -> "  " + part + "\n").collect(Collectors.joining()) + "}\n";
    }

    private String handler(String who) {
        var event = pick(EVENTS);
        var deed = event.deeds.isEmpty() || random.nextInt(4) == 0 ? "" : pick(event.deeds);
        return "pi.on('%s', %s(event: any, ctx: any) => { note('%s', '%s', %s); %s });"
                .formatted(
                        event.name,
                        random.nextBoolean() ? "async " : "",
                        who,
                        event.name,
                        event.seen,
                        deed.replace("$", who));
    }

    private String tool(String file) {
        var result = pick(List.of(
                "return { content: [{ type: 'text', text: 'helped with ' + params.word }], details: { by: '$' } };",
                "return { content: [{ type: 'text', text: 'no help' }], isError: true };",
                "throw new Error('$ cannot help');"));
        return "pi.registerTool({ name: 'helper', label: 'Helper', description: 'Helps', parameters:"
                + " Type.Object({ word: Type.String() }), async execute(id: string, params: any) { note('$', 'helper', params); %s"
                        .formatted(result)
                        .replace("$", file)
                + " } });";
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
