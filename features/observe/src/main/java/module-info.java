/** Makes visible what happened: pages of sessions, traces, audit, replay. */
@org.jspecify.annotations.NullMarked
module dev.pawl.observe {
    requires dev.pawl.base;
    requires java.net.http;
    requires jdk.httpserver;
    requires transitive dev.pawl.config;
    requires transitive dev.pawl.hooks;
    requires transitive dev.pawl.session;

    exports dev.pawl.observe;
    exports dev.pawl.observe.audit;
    exports dev.pawl.observe.page;
    exports dev.pawl.observe.replay;
    exports dev.pawl.observe.share;
    exports dev.pawl.observe.telemetry;
    exports dev.pawl.observe.trace;
    exports dev.pawl.observe.watch;

    provides dev.pawl.config.settings.SettingsFeature with
            dev.pawl.observe.ObserveFeature;
}
