import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.program.RpcClient;

/** Another process, driven over RPC. */
final class Drive {
    public static void main(String[] args) throws Exception {
        try (var agent = RpcClient.of(new ProcessBuilder("pawl", "--mode", "rpc").start())) {
            agent.onDialog(request -> JsonObject.of("confirmed", true));
            agent.promptAndWait("What is in this folder?");
            System.out.println(agent.send("get_last_assistant_text").string("text"));
        }
    }
}
