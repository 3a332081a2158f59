package dev.pawl.ai.openai;

/** Chunks of a chat completion. */
final class Chunks {
    private Chunks() {}

    static String chunk(String delta) {
        return "{\"id\":\"c\",\"model\":\"gpt-5\",\"choices\":[{\"index\":0,\"delta\":" + delta.strip()
                + ",\"finish_reason\":null}]}";
    }

    static String call(String fragments) {
        return chunk("{\"tool_calls\":[" + fragments + "]}");
    }

    static String end(String reason) {
        return "{\"id\":\"c\",\"model\":\"gpt-5\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason
                + "\"}]}";
    }
}
