import module dev.pawl.api;
import static dev.pawl.api.HookPoints.PROJECT_TRUST;

/** Trusts the projects below one folder of your home, and leaves others to the ordinary question. */
class ProjectTrust implements Hook {
    public void install(Host pi) {
        pi.flag(new Flag.Text("trust-below", "Projects below this folder are trusted", null));
        pi.on(PROJECT_TRUST, (project, _) -> {
            var folder = pi.flagValue("trust-below");
            return folder != null && project.cwd().startsWith(java.nio.file.Path.of(folder))
                    ? project.trust(false)
                    : project.undecided();
        });
    }
}
