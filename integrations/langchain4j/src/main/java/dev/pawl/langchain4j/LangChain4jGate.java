package dev.pawl.langchain4j;

import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.pawl.agent.Pawl;
import dev.pawl.agent.ToolGate;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.hooks.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * A gate around tool calls of LangChain4j. That of the program stands around the tools of all its AI services, because this
 * artefact is on the class path; others are put around tools by hand.
 */
public final class LangChain4jGate {
    /** The system property that names a file in the form of settings.json. */
    public static final String SETTINGS = "pawl.gate.settings";

    /** The variable of the same meaning. */
    public static final String VARIABLE = "PAWL_GATE_SETTINGS";

    private final ToolGate gate;

    public LangChain4jGate(ToolGate gate) {
        this.gate = gate;
    }

    /**
     * Returns the gate of the program: with the hooks that are services of type {@link Hook}, and the settings of the file
     * that {@link #SETTINGS} or {@link #VARIABLE} names.
     *
     * @throws IllegalStateException if it could not be made; then no AI service calls a tool
     */
    public static LangChain4jGate ofProgram() {
        var gate = OfProgram.MADE.gate();
        if (gate == null) {
            throw new IllegalStateException(
                    "no tool is called, because its gate could not be made: " + OfProgram.MADE.failure());
        }
        return gate;
    }

    /** Returns an executor that asks this gate before each call. */
    public ToolExecutor gated(ToolExecutor executor) {
        return executor instanceof GatedExecutor ? executor : new GatedExecutor(executor, gate);
    }

    /** Returns a provider whose tools are behind this gate. */
    public ToolProvider gated(ToolProvider provider) {
        return provider instanceof GatedProvider ? provider : new GatedProvider(provider, this);
    }

    /** Returns the latest decisions in which a hook changed, stopped or broke something, oldest first. */
    public List<Trace> why() {
        return gate.why();
    }

    private static final int LARGEST_SETTINGS = 1 << 20;

    /** Made when the first tools are called. */
    private static final class OfProgram {
        private static final Made MADE = make();

        private record Made(
                @Nullable LangChain4jGate gate, @Nullable String failure) {}

        private static Made make() {
            var pawl = Pawl.ofUser();
            try {
                var builder = pawl.agent(Path.of("."))
                        .notices(notice ->
                                System.getLogger("dev.pawl.langchain4j").log(System.Logger.Level.WARNING, notice));
                var named = System.getProperty(SETTINGS, System.getenv(VARIABLE));
                if (named != null) {
                    builder.settings(JsonObject.parse(RegularFile.read(Path.of(named), LARGEST_SETTINGS)));
                }
                ServiceLoader.load(Hook.class)
                        .forEach(hook -> builder.hook(hook.getClass().getName(), hook));
                var gate = builder.gate();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    gate.close();
                    pawl.close();
                }));
                return new Made(new LangChain4jGate(gate), null);
            } catch (IOException | RuntimeException | Error e) {
                pawl.close();
                return new Made(null, e.toString());
            } catch (InterruptedException e) {
                pawl.close();
                Thread.currentThread().interrupt();
                return new Made(null, "the thread that made it was interrupted; start the program again");
            }
        }
    }
}
