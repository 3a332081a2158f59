package dev.pawl.api.context;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.ToolInfo;
import java.util.List;
import java.util.function.Supplier;

/** The tools of the session that answers; it is asked for at every call. */
record ForwardingTools(Supplier<Tools> target) implements Tools {
    @Override
    public List<String> active() {
        return target.get().active();
    }

    @Override
    public List<ToolInfo> all() {
        return target.get().all();
    }

    @Override
    public void setActive(List<String> names) {
        target.get().setActive(names);
    }

    @Override
    public CalledTool call(String name, JsonObject arguments) throws InterruptedException {
        return target.get().call(name, arguments);
    }

    @Override
    public List<CommandInfo> commands() {
        return target.get().commands();
    }
}
