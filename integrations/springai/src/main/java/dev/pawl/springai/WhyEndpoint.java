package dev.pawl.springai;

import dev.pawl.agent.ToolGate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.observe.trace.TraceLine;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The endpoint {@code pawlgate}: which hook refused or changed which call, and why. */
@Endpoint(id = "pawlgate")
public final class WhyEndpoint {
    private final ToolGate gate;

    WhyEndpoint(ToolGate gate) {
        this.gate = gate;
    }

    @ReadOperation(produces = "application/json")
    public String why() {
        return JsonObject.of(
                        "why",
                        gate.why().stream()
                                .map(trace -> TraceLine.of(trace).toJson())
                                .toList())
                .toString();
    }
}
