package dev.pawl.config.trust;

import dev.pawl.api.event.ProjectTrust.Verdict;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.Problem;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether the hooks, settings, skills and prompts that a project brings are used. */
public final class Trust {
    // format:off
    private static final List<String> PROTECTED = List.of(
            "settings.json", "mcp.json", "extensions", "hooks", "skills", "prompts", "rules", "themes", "SYSTEM.md",
            "APPEND_SYSTEM.md");
    // format:on

    private final Folders folders;
    private final TrustFile file;

    public Trust(Folders folders) {
        this.folders = folders;
        this.file = new TrustFile(folders.agentDir().resolve("trust.json"));
    }

    /** The deciders besides files and flags. Null means: no opinion. */
    public interface Voices {
        /** No deciders. */
        Voices NONE = new Voices() {};

        /** The decision of the user's hooks. */
        default @Nullable Verdict hooks() throws InterruptedException {
            return null;
        }

        /** The decision of the user; not requested where no user can be asked. */
        default @Nullable TrustOption user(List<TrustOption> options) throws InterruptedException {
            return null;
        }
    }

    /**
     * Asks in order until there is a decision: the command line, hooks, the decisions kept, the settings, the
     * user. What a hook or the user wants kept is kept.
     */
    public TrustDecision decide(@Nullable Boolean commandLine, Choices.ProjectTrust otherwise, Voices voices)
            throws InterruptedException {
        if (commandLine != null) {
            return decided(commandLine, TrustDecision.By.COMMAND_LINE);
        }
        boolean needed = !protectedResources().isEmpty();
        var verdict = needed ? voices.hooks() : null;
        if (verdict != null) {
            var kept = verdict.remember() ? Map.of(folders.cwd(), verdict.trusted()) : Map.<Path, Boolean>of();
            return kept(verdict.trusted(), TrustDecision.By.HOOK, kept);
        }
        try {
            var known = nearest();
            if (known != null) {
                return decided(known.trusted(), TrustDecision.By.KEPT_DECISION);
            }
        } catch (IOException e) {
            return new TrustDecision(false, TrustDecision.By.UNREADABLE, List.of(problem(e)));
        }
        if (!needed) {
            return decided(true, TrustDecision.By.NOTHING_TO_TRUST);
        }
        if (otherwise != Choices.ProjectTrust.ASK) {
            return decided(otherwise == Choices.ProjectTrust.ALWAYS, TrustDecision.By.SETTINGS);
        }
        var answer = voices.user(options());
        return answer == null ? unused() : kept(answer.trusted(), TrustDecision.By.USER, answer.kept());
    }

    /** What the project brings that is not used without trust. */
    public List<Path> protectedResources() {
        var found = new ArrayList<Path>();
        var project = Folders.canonical(folders.cwd());
        var config = project.resolve(Folders.CONFIG_DIR);
        if (Files.isDirectory(config)) {
            for (var name : PROTECTED) {
                add(found, config.resolve(name));
            }
        }
        if (!project.equals(Folders.canonical(folders.home()))) {
            found.addAll(ForeignFiles.ofProject(project));
        }
        add(found, project.resolve(".mcp.json"));
        var own = SharedSkills.in(Folders.canonical(folders.home()));
        for (var folder = project; folder != null; folder = folder.getParent()) {
            var shared = SharedSkills.in(folder);
            if (!shared.equals(own)) {
                add(found, shared);
            }
        }
        return List.copyOf(found);
    }

    /** The {@link #protectedResources}, with the files directly in those that are folders. */
    public Set<Path> inventory() {
        var all = new HashSet<Path>();
        for (var resource : protectedResources()) {
            all.add(resource);
            if (Files.isDirectory(resource)) {
                try (var children = Files.newDirectoryStream(resource)) {
                    children.forEach(all::add);
                } catch (IOException | DirectoryIteratorException e) {
                    // Then it holds nothing that could be loaded.
                }
            }
        }
        return all;
    }

    /**
     * The parts of the project that can run. Only called if the project is trusted: before that nothing of it is
     * opened.
     */
    public TrustedContent content() {
        return new TrustedContent(folders, protectedResources());
    }

    /**
     * What is not as it was when the project was trusted, if a decision about it is kept.
     *
     * @throws IOException if what is kept cannot be read
     */
    public List<ContentChange> changes() throws IOException, InterruptedException {
        var known = kept();
        return known != null && known.trusted() ? content().changes() : List.of();
    }

    /**
     * The same about content that was looked at already.
     *
     * @throws IOException if what is kept cannot be read
     */
    public List<ContentChange> changes(TrustedContent content) throws IOException, InterruptedException {
        var known = kept();
        return known != null && known.trusted() ? content.changes() : List.of();
    }

    /** The files as they are now, if the user has reviewed them all; null if not, or if no decision is kept. */
    public @Nullable TrustedSet reviewed() throws IOException, InterruptedException {
        var known = kept();
        if (known == null || !known.trusted() || !TrustedContent.isKept(folders)) {
            return null;
        }
        var content = content();
        return content.changes().isEmpty() ? content.set() : null;
    }

    /** The same, to be asked hook by hook. */
    public HookChanges changedHooks() throws IOException, InterruptedException {
        var names = new HashSet<String>();
        changes().forEach(change -> names.add(change.name()));
        return new HookChanges(Folders.canonical(folders.cwd()), names);
    }

    /** Keeps one file of the project as looked at, if a decision about it is kept. */
    public void approve(Path file) throws IOException, InterruptedException {
        var known = kept();
        if (known != null && known.trusted() && Folders.canonical(file).startsWith(Folders.canonical(folders.cwd()))) {
            content().approve(file);
        }
    }

    /** Keeps the project's packages and the settings that name them as looked at, if a decision about it is kept. */
    public void approvePackages() throws IOException, InterruptedException {
        var known = kept();
        if (known != null && known.trusted()) {
            content().approve(ProjectContent::isOfPackages);
        }
    }

    /** Keeps what the project brings as looked at, if a decision about it is kept. */
    public void approve(TrustedContent content) throws IOException, InterruptedException {
        var known = kept();
        if (known != null && known.trusted()) {
            content.approve();
        }
    }

    /** All decisions that are kept. */
    public Map<Path, Boolean> decisions() throws IOException {
        try {
            return file.all();
        } catch (IOException e) {
            throw named(e);
        }
    }

    /** Takes the decision about the project back, with what was looked at. */
    public boolean revoke() throws IOException, InterruptedException {
        boolean there = decisions().containsKey(Folders.canonical(folders.cwd()));
        var taken = new HashMap<Path, @Nullable Boolean>();
        taken.put(folders.cwd(), null);
        file.keep(taken);
        content().forget();
        return there;
    }

    private static void add(List<Path> found, Path path) {
        if (Files.exists(path)) {
            found.add(path);
        }
    }

    /** The answers that a user can choose from. */
    public List<TrustOption> options() {
        return TrustOption.of(folders.cwd());
    }

    /** Keeps an answer for the next time, if it is one that holds then. */
    public void keep(TrustOption answer) throws IOException, InterruptedException {
        try {
            if (answer.isKept()) {
                keepAll(answer.kept());
            }
        } catch (IOException e) {
            throw named(e);
        }
    }

    /**
     * The decision that holds for the project. A yes to a folder above it is about what was there when it was given: a
     * project below that folder which came later, such as a clone, and brings something of its own is not meant.
     */
    private TrustFile.@Nullable Decision nearest() throws IOException {
        var known = file.nearest(folders.cwd());
        return known == null
                        || !known.trusted()
                        || known.folder().equals(Folders.canonical(folders.cwd()))
                        || !bringsItsOwn(known.folder())
                        || TrustedContent.isKept(folders)
                ? known
                : null;
    }

    /** Whether something is below a folder and not directly in it. */
    private boolean bringsItsOwn(Path above) {
        var shared = SharedSkills.in(above);
        return protectedResources().stream().anyMatch(path -> path.startsWith(above) && !path.equals(shared));
    }

    /** Keeps what is below a folder that is trusted as a whole, so that what comes later is told from it. */
    private void keepBelow(Path above) throws InterruptedException {
        for (var project : ProjectsBelow.in(above)) {
            var below = new Trust(folders.at(project));
            if (!below.protectedResources().isEmpty()) {
                try {
                    below.content().approve();
                } catch (IOException _) {
                    // Then it is asked about when one works in it.
                }
            }
        }
    }

    private void keepAll(Map<Path, ? extends @Nullable Boolean> decisions) throws IOException, InterruptedException {
        file.keep(decisions);
        var project = Folders.canonical(folders.cwd());
        for (var decision : decisions.entrySet()) {
            if (Boolean.TRUE.equals(decision.getValue())
                    && !Folders.canonical(decision.getKey()).equals(project)) {
                keepBelow(decision.getKey());
                content().approve();
            }
        }
    }

    /** The decision that is kept for the project or the closest folder above it; null if there is none. */
    public @Nullable TrustOption kept() throws IOException {
        try {
            var known = nearest();
            return known == null
                    ? null
                    : new TrustOption(
                            (known.trusted() ? "Trusted" : "Not trusted") + " by the decision for " + known.folder(),
                            known.trusted(),
                            Map.of(known.folder(), known.trusted()));
        } catch (IOException e) {
            throw named(e);
        }
    }

    private TrustDecision kept(boolean trusted, TrustDecision.By by, Map<Path, ? extends @Nullable Boolean> kept)
            throws InterruptedException {
        if (kept.isEmpty()) {
            return decided(trusted, by);
        }
        try {
            keepAll(kept);
            return decided(trusted, by);
        } catch (IOException e) {
            return new TrustDecision(trusted, by, List.of(problem(e)));
        }
    }

    private TrustDecision unused() {
        var brought = new StringBuilder();
        for (var path : protectedResources()) {
            brought.append(brought.isEmpty() ? "" : ", ").append(path);
        }
        return new TrustDecision(
                false,
                TrustDecision.By.NO_DECISION,
                List.of(Problem.warning(
                        folders.cwd(),
                        "this project brings " + brought
                                + ", which is not used because it is not trusted. Look at it,"
                                + " then run with --approve.")));
    }

    private static TrustDecision decided(boolean trusted, TrustDecision.By by) {
        return new TrustDecision(trusted, by, List.of());
    }

    private Problem problem(IOException e) {
        return Problem.error(file.path(), String.valueOf(e.getMessage()));
    }

    private IOException named(IOException e) {
        return new IOException(file.path() + ": " + e.getMessage(), e);
    }
}
