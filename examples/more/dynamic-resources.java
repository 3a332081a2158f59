import module dev.pawl.api;
import static dev.pawl.api.HookPoints.RESOURCES_DISCOVER;

/** Brings the skills, prompts and themes of a folder that a flag names: --resources FOLDER. */
class DynamicResources implements Hook {
    public void install(Host pi) {
        pi.flag(new Flag.Text("resources", "A folder with skills, prompts and themes", null));
        pi.on(RESOURCES_DISCOVER, (found, _) -> {
            var named = pi.flagValue("resources");
            if (named == null) {
                return found;
            }
            var folder = found.cwd().resolve(named);
            return found.withSkills(folder.resolve("skills"))
                    .withPrompts(folder.resolve("prompts"))
                    .withThemes(folder.resolve("themes"));
        });
    }
}
