package dev.pawl.springai;

import dev.pawl.agent.Pawl;
import dev.pawl.agent.ToolGate;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Puts a gate around the tool calls that the application's {@link ToolCallingManager} makes. The hooks are the beans of type
 * {@link Hook}, in their {@code @Order}; without the gate the application does not start.
 */
@AutoConfiguration
@ConditionalOnClass(ToolCallingManager.class)
@ConditionalOnProperty(name = "pawl.gate.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SpringAiGateProperties.class)
public class SpringAiGateAutoConfiguration {
    private static final System.Logger LOG = System.getLogger("dev.pawl.springai");

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Pawl pawl() {
        return Pawl.ofUser();
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    ToolGate toolGate(Pawl pawl, SpringAiGateProperties properties, ObjectProvider<Hook> hooks)
            throws IOException, InterruptedException {
        var builder = pawl.agent(Path.of(Objects.requireNonNullElse(properties.folder(), ".")))
                .notices(notice -> LOG.log(System.Logger.Level.WARNING, notice));
        var settings = properties.settings();
        if (settings != null) {
            builder.settings(JsonObject.parse(settings.getContentAsByteArray()));
        }
        hooks.orderedStream().forEach(hook -> builder.hook(hook.getClass().getName(), hook));
        return (properties.withProject() ? builder.withProject() : builder).gate();
    }

    /** Static, so that beans that are made early go through it, too. */
    @Bean
    static BeanPostProcessor toolCallGate(ObjectProvider<ToolGate> gate) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return switch (bean) {
                    case GatedToolCalls gated -> gated;
                    case ToolCallingManager manager -> new GatedToolCalls(manager, gate.getObject());
                    case ToolCallbackResolver resolver -> gated(resolver, gate);
                    default -> bean;
                };
            }
        };
    }

    private static ToolCallbackResolver gated(ToolCallbackResolver resolver, ObjectProvider<ToolGate> gate) {
        return name -> {
            ToolCallback tool = resolver.resolve(name);
            return tool == null ? null : GatedToolCallback.of(tool, gate.getObject());
        };
    }

    /** The endpoint that says why a call was refused or changed. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Endpoint.class)
    static class Why {
        @Bean
        @ConditionalOnMissingBean
        WhyEndpoint pawlGateEndpoint(ToolGate gate) {
            return new WhyEndpoint(gate);
        }
    }
}
