package dev.pawl.bench;

import dev.pawl.ai.http.RecordedStream;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How fast a provider's stream becomes an answer: milliseconds for a text of 3.5 MB, and for a tool call of 1 MB. */
@SuppressWarnings("NullAway.Init") // JMH calls the set-up method.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class StreamBench {
    @Param({"anthropic-messages", "openai-completions", "openai-responses", "google-generative-ai"})
    public String api;

    /** Characters a delta: 40 is about what models send, 1 the worst there is. */
    @Param({"40"})
    public int chunk;

    private Model model;
    private byte[] text;
    private byte[] call;

    @Setup
    public void record() {
        model = new Model(
                "scripted",
                "scripted-1",
                "Scripted",
                api,
                "http://localhost",
                false,
                List.of(),
                Set.of(Model.Medium.TEXT),
                Cost.NONE,
                1_000_000,
                1_000_000,
                JsonObject.empty());
        text = stream(Script.Turn.text("It was a dark and stormy night. ".repeat(3_500_000 / 32)));
        call = stream(Script.Turn.calls(
                Script.call("write", JsonObject.of("path", "a.txt", "content", "some words ".repeat(1_000_000 / 11)))));
        System.out.println("text: " + text.length + " bytes of stream, call: " + call.length);
    }

    private byte[] stream(Script.Turn turn) {
        return ScriptedModel.stream(api, turn.chunk(chunk)).getBytes(StandardCharsets.UTF_8);
    }

    @Benchmark
    public Message.Assistant textInPiecesOf8K() throws InterruptedException {
        return RecordedStream.read(model, text, 8_192, _ -> {});
    }

    @Benchmark
    public Message.Assistant textByteByByte() throws InterruptedException {
        return RecordedStream.read(model, text, 1, _ -> {});
    }

    @Benchmark
    public Message.Assistant callInPiecesOf8K() throws InterruptedException {
        return RecordedStream.read(model, call, 8_192, _ -> {});
    }
}
