package dev.pawl.bridge.forms;

import static dev.pawl.bridge.forms.WireForm.notice;

import dev.pawl.api.HookPoints;
import dev.pawl.hooks.form.JsonForm;
import java.util.List;

/** The forms of requests to models, by any sender. */
final class RequestForms {
    private RequestForms() {}

    static void addTo(List<WireForm<?>> forms) {
        forms.add(new WireForm<>(
                HookPoints.REQUEST_AUTHORIZE,
                List.of(),
                (event, to) -> to.all(JsonForm.of(event).without("origin"))
                        .put("requestId", event.requestId())
                        .given("agentId", event.agentId()),
                (event, answer) -> answer.yes("block") ? event.block(ToolForms.reason(answer)) : null));
        forms.add(notice(
                HookPoints.REQUEST_END,
                (event, to) -> to.put("requestId", event.request().requestId())
                        .put("model", ModelShape.of(event.request().model()))
                        .put("purpose", WireJson.word(event.request().purpose()))
                        .given("toolCallId", event.request().toolCallId())
                        .given("agentId", event.request().agentId())
                        .put("sent", event.sent())
                        .put("usage", event.usage().toJson())));
    }
}
