/** Settings, trust, and what a project brings: context files, skills, prompt templates and themes. */
@org.jspecify.annotations.NullMarked
module dev.pawl.config {
    requires transitive dev.pawl.api;
    requires dev.pawl.base;
    requires org.snakeyaml.engine.v2;

    exports dev.pawl.config.resources;
    exports dev.pawl.config.settings;
    exports dev.pawl.config.text;
    exports dev.pawl.config.trust;
}
