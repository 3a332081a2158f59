package dev.pawl.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Setting;
import dev.pawl.config.settings.Settings;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The table of settings is whole: every key has a reader, and nothing is read that is not in it. */
class SettingsRuleTest {
    /** Shows and changes settings; that is not an effect of its own. */
    private static final String MENU = "dev.pawl.screen.command.SettingsMenu";

    /** Lists the settings that an embedded agent reads elsewhere. */
    private static final String EMBEDDED = "dev.pawl.agent.EmbeddedSettings";

    private static JavaClasses house;

    @BeforeAll
    static void read() {
        house = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.pawl");
    }

    @Test
    void every_key_has_a_reader() {
        var used = usedMethodsOfSettings();
        var unread = new ArrayList<String>();
        for (var field : Keys.class.getFields()) {
            var key = house.get(Keys.class).getField(field.getName());
            boolean read = key.getAccessesToSelf().stream()
                    .filter(access ->
                            !isIn(access, MENU) && !isIn(access, EMBEDDED) && !isIn(access, Keys.class.getName()))
                    .anyMatch(access -> !isIn(access, Settings.class.getName())
                            || used.contains(access.getOrigin().getName()));
            if (!read) {
                unread.add(field.getName());
            }
        }
        assertThat(Keys.class.getFields()).hasSameSizeAs(Keys.all());
        assertThat(unread).as("keys that nothing reads").isEmpty();
    }

    /** Keys that are read together are components of records, such as those of {@code retry.*}. */
    @Test
    void every_component_of_the_settings_records_is_read() {
        var unread = new ArrayList<String>();
        for (var type : Settings.class.getClasses()) {
            for (var component : type.getRecordComponents()) {
                var accessor = house.get(type).getMethod(component.getName());
                if (accessor.getAccessesToSelf().stream().noneMatch(SettingsRuleTest::isOutside)) {
                    unread.add(type.getSimpleName() + "." + component.getName());
                }
            }
        }
        assertThat(unread).as("components that nothing reads").isEmpty();
    }

    @Test
    void settings_are_read_by_their_keys_only() {
        var callers = new TreeSet<String>();
        for (var access : house.get(Settings.class).getMethod("json").getAccessesToSelf()) {
            callers.add(access.getOrigin().getFullName());
        }
        assertThat(callers)
                .as("what asks for all settings as JSON could read a key that is not in the table")
                .containsExactly(
                        // Only finds the names that are not in the table.
                        "dev.pawl.agent.EmbeddedSettings.checked(dev.pawl.api.json.JsonObject,"
                                + " dev.pawl.api.json.JsonObject, boolean, java.lang.Iterable)",
                        // Only tells whether they are the same as before.
                        "dev.pawl.agent.session.RulesInForce.files()",
                        "dev.pawl.agent.session.SessionContext$OpenProject.settings()");
    }

    @Test
    void only_the_table_makes_keys() {
        assertThat(Arrays.stream(Setting.class.getDeclaredConstructors())
                        .allMatch(one -> Modifier.isPrivate(one.getModifiers())))
                .isTrue();
        var makers = new TreeSet<String>();
        for (var method : house.get(Setting.class).getMethods()) {
            if (method.getName().equals("of")) {
                method.getAccessesToSelf()
                        .forEach(access -> makers.add(access.getOriginOwner().getName()));
            }
        }
        assertThat(makers).containsExactly(Keys.class.getName());
    }

    @Test
    void names_are_unique_and_every_key_is_described() {
        var names = Keys.all().stream().map(Setting::name).toList();
        assertThat(names).doesNotHaveDuplicates();
        assertThat(Keys.all()).noneMatch(key -> key.about().isBlank());
    }

    /** The methods of {@link Settings} that somebody else calls, or that such a method calls. */
    private static Set<String> usedMethodsOfSettings() {
        var settings = house.get(Settings.class);
        var used = new HashSet<String>();
        int before = -1;
        while (used.size() > before) {
            before = used.size();
            for (var method : settings.getMethods()) {
                if (method.getAccessesToSelf().stream()
                        .anyMatch(access -> !isIn(access, Settings.class.getName())
                                || used.contains(access.getOrigin().getName()))) {
                    used.add(method.getName());
                }
            }
        }
        return used;
    }

    private static boolean isOutside(JavaAccess<?> access) {
        return !access.getOriginOwner().getName().startsWith(Settings.class.getName());
    }

    private static boolean isIn(JavaAccess<?> access, String type) {
        return access.getOriginOwner().getName().equals(type);
    }
}
