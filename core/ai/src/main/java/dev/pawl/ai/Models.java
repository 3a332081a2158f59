package dev.pawl.ai;

import dev.pawl.accounts.secret.Resolved;
import dev.pawl.accounts.secret.Secret;
import dev.pawl.accounts.secret.ValueTemplate;
import dev.pawl.accounts.signin.AccountPlaces;
import dev.pawl.accounts.signin.Accounts;
import dev.pawl.accounts.signin.SignIn;
import dev.pawl.ai.catalogue.Catalogue;
import dev.pawl.ai.catalogue.FirstModel;
import dev.pawl.ai.catalogue.ModelChoice;
import dev.pawl.ai.catalogue.ModelChoice.Chosen;
import dev.pawl.ai.catalogue.ModelChoice.Refused;
import dev.pawl.ai.catalogue.ModelLayers;
import dev.pawl.ai.catalogue.ModelProblem;
import dev.pawl.ai.catalogue.ModelScope;
import dev.pawl.ai.catalogue.ModelSearch;
import dev.pawl.ai.catalogue.ModelsFile;
import dev.pawl.ai.catalogue.ProviderInfo;
import dev.pawl.ai.catalogue.Providers;
import dev.pawl.ai.catalogue.Registrations;
import dev.pawl.ai.catalogue.RequestedModel;
import dev.pawl.ai.credentials.AuthFile;
import dev.pawl.ai.credentials.Credentials;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.credentials.UnusableAccounts;
import dev.pawl.ai.http.Caller;
import dev.pawl.ai.http.Exchange;
import dev.pawl.ai.http.Failure;
import dev.pawl.ai.http.Http;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRegistry;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.base.net.Network;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The models that can be asked and the keys to them: those of the catalogue, of models.json and of hooks.
 *
 * <p>Files are read when something in them is asked for, and of the catalogue only the providers that matter.
 */
public final class Models implements ModelRegistry {
    private final ModelsSetup setup;
    private final Supplier<Catalogue> builtIn;
    private final Asking asking;
    private final AuthFile authFile;
    private final Accounts accounts;
    private final Credentials credentials;
    private final ReentrantLock lock = new ReentrantLock();
    private final Pending pending = new Pending();
    private volatile Registrations registrations = Registrations.NONE;
    private @Nullable Catalogue catalogue;
    private @Nullable ModelsFile file;
    private volatile @Nullable Providers providers;

    Models(ModelsSetup setup, Caller caller) {
        this(setup, caller, Catalogue::new);
    }

    Models(ModelsSetup setup, Caller caller, Supplier<Catalogue> builtIn) {
        this(setup, caller, builtIn, new Http(Network.of(setup.environment())));
    }

    /** @param http what sign-ins and the credentials of clouds are fetched with */
    Models(ModelsSetup setup, Caller caller, Supplier<Catalogue> builtIn, Http http) {
        this(
                setup,
                caller,
                builtIn,
                http,
                new Accounts(http, AccountPlaces.PUBLIC, setup.environment(), setup.clock()));
    }

    Models(ModelsSetup setup, Caller caller, Supplier<Catalogue> builtIn, Http http, Accounts accounts) {
        this.accounts = accounts;
        this.setup = setup;
        this.builtIn = builtIn;
        this.authFile = new AuthFile(setup.authFile());
        this.credentials = new Credentials(setup, authFile, http);
        this.asking = new Asking(
                credentials,
                caller,
                setup.clock(),
                setup.environment().getOrDefault("PI_CACHE_RETENTION", "").equals("long"));
    }

    // What hooks bring

    /** Adds a provider, or changes one that exists. A mistake in it is an {@link IllegalArgumentException}. */
    public void register(String name, ProviderConfig config) {
        register(Map.of(name, config), (_, flaw) -> {
            throw new IllegalArgumentException(flaw);
        });
    }

    /** Adds or changes many providers in one go; what has a mistake is left out, and named with the mistake. */
    public void register(Map<String, ProviderConfig> many, BiConsumer<String, String> flawed) {
        locked(() -> {
            var good = new LinkedHashMap<String, ProviderConfig>();
            many.forEach((name, config) -> {
                var flaw = ModelLayers.flaw(name, config, () -> current().withoutHook(name));
                if (flaw == null) {
                    good.put(name, config);
                } else {
                    flawed.accept(name, flaw);
                }
            });
            change(registrations.with(good));
        });
    }

    /** Has something done before models are next looked up. */
    public void beforeNextUse(Runnable work) {
        pending.add(work);
    }

    /** Removes what hooks registered for some providers; one that exists without them is again what it was. */
    public void unregister(Collection<String> names) {
        locked(() -> change(registrations.without(names)));
    }

    /**
     * Changes fields of models, in the words of {@code modelOverrides} of models.json, in the place of what was changed before.
     *
     * @param byProvider for each provider the fields, by the ids of its models
     * @param flawed told what cannot be used
     */
    public void override(Map<String, JsonObject> byProvider, Consumer<ModelProblem> flawed) {
        locked(() -> change(registrations.withOverrides(byProvider, flawed)));
    }

    public void register(VirtualModel model) {
        locked(() -> change(registrations.with(model)));
    }

    public void unregisterVirtual(String provider, String id) {
        locked(() -> change(registrations.withoutVirtual(provider, id)));
    }

    /** Returns the virtual model that a model stands for; null if it is a real one. */
    public @Nullable VirtualModel virtual(Model model) {
        pending.run();
        return registrations.virtual(model.provider(), model.id());
    }

    /** Reads models.json and auth.json again when they are next needed; commands that print keys run again. */
    public void reload() {
        locked(() -> {
            file = null;
            providers = null;
            credentials.forget();
        });
    }

    // What there is

    @Override
    public @Nullable Model find(String provider, String id) {
        pending.run();
        var virtual = registrations.virtual(provider, id);
        return virtual == null ? providers().find(provider, id) : Registrations.listed(virtual);
    }

    @Override
    public List<Model> available() {
        return available(null);
    }

    /**
     * Returns what a user chooses from: all that can be asked, and the demonstration's models as long as there are no others.
     */
    public List<Model> choices() {
        var known = known();
        var real = known.real();
        return real.isEmpty() ? known.available() : real;
    }

    /** Returns those that can be asked; the demonstration's only if it is in use and there are no others. */
    public List<Model> available(@Nullable Model inUse) {
        return inUse != null && FirstModel.isDemonstration(inUse.provider()) ? choices() : known().real();
    }

    @Override
    public List<Model> all() {
        return known().all();
    }

    /** Returns whether a model can be asked, as far as that is known without running commands. */
    public boolean isAvailable(Model model) {
        return virtual(model) != null || credentials.has(providers().provider(model.provider()));
    }

    /** Returns the providers, built-in ones first. */
    public List<ProviderInfo> providerList() {
        var infos = new ArrayList<ProviderInfo>();
        for (var id : providers().ids()) {
            var provider = providers().provider(id);
            var login = provider.login();
            infos.add(new ProviderInfo(
                    id,
                    provider.name(),
                    provider.variables(),
                    credentials.source(provider),
                    credentials.has(provider),
                    credentials.isSignedIn(provider),
                    login == null ? null : login.name(),
                    login == null || (login instanceof SignIn account && account.orKey())));
        }
        return List.copyOf(infos);
    }

    /** Returns the environment variables that may hold keys: those of the catalogue, and what is named as a key elsewhere. */
    public Set<String> keyVariables() {
        var names = new TreeSet<String>();
        for (var id : providers().ids()) {
            names.addAll(providers().provider(id).keyVariables());
        }
        var stored = authFile.snapshot().entries();
        for (var name : stored.names()) {
            names.addAll(ValueTemplate.of(stored.object(name).string("key", "")).variables());
        }
        return names;
    }

    /** Returns what could not be used in models.json and auth.json. */
    public List<ModelProblem> problems() {
        var problems = new ArrayList<>(modelsFile().problems());
        problems.addAll(providers().problems(setup.modelsFile().toString()));
        problems.addAll(authFile.snapshot().problems());
        problems.addAll(UnusableAccounts.in(
                authFile,
                id -> providers().ids().contains(id)
                        && credentials.has(providers().provider(id))));
        return List.copyOf(problems);
    }

    // What is chosen

    /** Returns the model that a session begins with. {@code --api-key} is then the key of its provider. */
    public ModelChoice choose(RequestedModel requested) {
        boolean named = requested.provider() != null
                || requested.model() != null
                || !requested.scoped().isEmpty();
        if (setup.apiKey() != null && setup.apiKeyProvider() == null && !named) {
            return new Refused("--api-key does not specify whose key it is. Add --model or --provider.");
        }
        var choice = new FirstModel(known()).choose(requested);
        if (choice instanceof Chosen chosen && named) {
            credentials.apiKeyIsFor(chosen.model().provider());
        }
        return choice;
    }

    /** Returns the model a user names, in the words of {@code --model}. */
    public ModelChoice search(@Nullable String provider, String written, @Nullable ThinkingLevel thinking) {
        return new ModelSearch(known()).find(provider, written, thinking);
    }

    /** Returns the short list, in the words of {@code --models}. */
    public ModelScope scope(List<String> patterns) {
        return patterns.isEmpty() ? new ModelScope(List.of(), List.of()) : ModelScope.of(patterns, known().available());
    }

    /** Returns the model of a provider that is used when none is specified; null if none is set. */
    public @Nullable Model defaultModel(String provider) {
        var id = providers().defaultModel(provider);
        return id == null ? null : find(provider, id);
    }

    // Keys

    /** Keeps a key in auth.json: the key itself, {@code $NAME} or {@code !command}. */
    public void saveKey(String provider, Secret key) throws IOException, InterruptedException {
        var value = key.value().strip();
        if (value.isEmpty()) {
            throw new IllegalArgumentException("An empty key was not saved.");
        }
        if (Resolved.sendable(value, "The key") instanceof Resolved.Missing missing) {
            throw new IllegalArgumentException(missing.why());
        }
        authFile.change(
                provider,
                before -> (before == null || !before.has("env") ? JsonObject.empty() : before)
                        .without("access", "refresh", "expires")
                        .with("type", "api_key")
                        .with("key", value));
    }

    /** Signs in to a provider by account, and keeps what that yields. */
    public void login(String provider, ProviderConfig.Prompts prompts) throws IOException, InterruptedException {
        var login = providers().provider(provider).login();
        if (login == null) {
            throw new IllegalArgumentException("There is no sign-in for \"" + provider + "\"; save a key instead.");
        }
        var entry = login.login(prompts).with("type", "oauth");
        authFile.change(provider, _ -> entry);
    }

    /** Removes what auth.json keeps for a provider; false if there was nothing. */
    public boolean logout(String provider) throws IOException, InterruptedException {
        boolean kept = authFile.snapshot().entries().has(provider);
        if (kept) {
            authFile.change(provider, _ -> null);
        }
        return kept;
    }

    @Override
    public @Nullable String apiKey(Model model) throws InterruptedException {
        var found = credentials.find(providers().provider(model.provider()));
        var key = found instanceof Credentials.Found.Key some ? some.key() : null;
        return key == null ? null : key.value();
    }

    // Asking

    @Override
    public Message.Assistant complete(Model model, ModelRequest request) throws InterruptedException {
        return stream(model, request, _ -> {});
    }

    /**
     * A request without an exchange comes from a hook or a program, for which an interruption is an exception and not
     * an answer.
     */
    @Override
    public Message.Assistant stream(Model model, ModelRequest request, Consumer<ModelEvent> events)
            throws InterruptedException {
        var answer = stream(model, request, Exchange.PLAIN, events);
        if (answer.stopReason() == StopReason.ABORTED) {
            throw new InterruptedException("the request to " + model.reference() + " was aborted");
        }
        return answer;
    }

    /** Asks a model; keys and header values are looked up now. Where one is missing the answer is a failed one. */
    public Message.Assistant stream(Model model, ModelRequest request, Exchange exchange, Consumer<ModelEvent> events)
            throws InterruptedException {
        return virtual(model) == null
                ? asking.ask(providers(), model, request, exchange, events)
                : asking.fail(
                        model,
                        Failure.Kind.BAD_REQUEST,
                        model.reference() + " is a virtual model: the session routes it, it cannot be asked by itself.",
                        events);
    }

    // Layers

    private void locked(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }

    private void change(Registrations changed) {
        registrations = changed;
        providers = null;
    }

    private Providers providers() {
        pending.run();
        return current();
    }

    private Providers current() {
        var current = providers;
        if (current != null) {
            return current;
        }
        lock.lock();
        try {
            current = providers;
            if (current == null) {
                catalogue = catalogue == null ? builtIn.get() : catalogue;
                current = new Providers(catalogue, modelsFile(), registrations, accounts::of);
                providers = current;
            }
            return current;
        } finally {
            lock.unlock();
        }
    }

    private ModelsFile modelsFile() {
        lock.lock();
        try {
            var read = file == null ? ModelsFile.read(setup.modelsFile()) : file;
            file = read;
            return read;
        } finally {
            lock.unlock();
        }
    }

    private KnownModels known() {
        return new KnownModels(providers(), registrations, credentials::has, credentials::models);
    }
}
