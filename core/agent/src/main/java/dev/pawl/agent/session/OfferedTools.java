package dev.pawl.agent.session;

import dev.pawl.api.context.CalledTool;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.Tools;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.value.ToolInfo;
import java.util.ArrayList;
import java.util.List;

/** The tools and commands of a session, as hooks see and call them. */
record OfferedTools(SessionScope scope) implements Tools {
    @Override
    public List<String> active() {
        return scope.core().tools().active();
    }

    @Override
    public List<ToolInfo> all() {
        return scope.core().tools().infos();
    }

    @Override
    public void setActive(List<String> names) {
        scope.core().tools().activate(names);
    }

    @Override
    public CalledTool call(String name, JsonObject arguments) throws InterruptedException {
        var called = scope.parts().runner().ofHook(name, arguments);
        return new CalledTool(called.toolCallId(), Content.text(called.output().content()), called.isError());
    }

    @Override
    public List<CommandInfo> commands() {
        var all = new ArrayList<>(scope.commands().infos());
        var resources = scope.core().prompts().resources();
        for (var template : resources.templates().all()) {
            all.add(new CommandInfo(
                    template.name(), template.description(), CommandInfo.Kind.PROMPT, template.source()));
        }
        for (var skill : resources.skills().all()) {
            all.add(new CommandInfo(
                    "skill:" + skill.name(), skill.description(), CommandInfo.Kind.SKILL, skill.source()));
        }
        return List.copyOf(all);
    }
}
