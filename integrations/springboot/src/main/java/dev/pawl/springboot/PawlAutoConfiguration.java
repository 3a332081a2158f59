package dev.pawl.springboot;

import dev.pawl.agent.Pawl;
import dev.pawl.api.Hook;
import io.micrometer.observation.ObservationRegistry;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Configures {@link PawlAgents}. The hooks of all sessions are the beans of type {@link Hook}, in their {@code @Order}. */
@AutoConfiguration(
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@EnableConfigurationProperties(PawlProperties.class)
public class PawlAutoConfiguration {
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Pawl pawl(PawlProperties properties) {
        if (properties.home() == null) {
            return Pawl.ofUser();
        }
        var environment = new HashMap<>(System.getenv());
        environment.put("HOME", properties.home());
        return Pawl.with(environment);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    PawlAgents pawlAgents(
            Pawl pawl, PawlProperties properties, ObjectProvider<Hook> ordered, ListableBeanFactory beans) {
        var names = new IdentityHashMap<Hook, String>();
        beans.getBeansOfType(Hook.class).forEach((name, hook) -> names.put(hook, name));
        var hooks = new LinkedHashMap<String, Hook>();
        ordered.orderedStream()
                .forEach(hook ->
                        hooks.put(names.getOrDefault(hook, hook.getClass().getName()), hook));
        return new PawlAgents(pawl, properties, hooks);
    }

    /** Behind all hooks of the application, so that what they changed is what is observed. */
    @Bean
    @ConditionalOnBean(ObservationRegistry.class)
    @ConditionalOnMissingBean
    @Order(Ordered.LOWEST_PRECEDENCE)
    ObservationHook pawlObservations(ObservationRegistry registry) {
        return new ObservationHook(registry);
    }

    /** Where Actuator is present. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Endpoint.class)
    static class OfActuator {
        @Bean
        @ConditionalOnMissingBean
        PawlEndpoint pawlEndpoint(PawlAgents agents) {
            return new PawlEndpoint(agents);
        }
    }

    /** Where health is reported. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class OfHealth {
        @Bean
        @ConditionalOnMissingBean(name = "pawlHealthIndicator")
        PawlHealthIndicator pawlHealthIndicator(PawlAgents agents) {
            return new PawlHealthIndicator(agents);
        }
    }
}
