package dev.pawl.loader.compile;

import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * The classes of a source that are hooks.
 *
 * @param names those that can be made, in the order of the source
 * @param complaints why others cannot
 */
record HookTypes(List<String> names, List<String> complaints) {
    static HookTypes among(List<String> topLevel, Elements elements, Types types) {
        var names = new ArrayList<String>();
        var complaints = new ArrayList<String>();
        var hook = types.erasure(elements.getTypeElement("dev.pawl.api.Hook").asType());
        for (var name : topLevel) {
            var type = elements.getTypeElement(name);
            if (type != null && types.isSubtype(types.erasure(type.asType()), hook)) {
                var complaint = complaint(type);
                if (complaint.isEmpty()) {
                    names.add(name);
                } else {
                    complaints.add(name + " does, but " + complaint);
                }
            }
        }
        return new HookTypes(names, complaints);
    }

    private static String complaint(TypeElement type) {
        if (type.getKind() != ElementKind.CLASS && type.getKind() != ElementKind.RECORD) {
            return "is not a class";
        }
        if (type.getModifiers().contains(Modifier.ABSTRACT)) {
            return "is abstract";
        }
        boolean plain = ElementFilter.constructorsIn(type.getEnclosedElements()).stream()
                .anyMatch(constructor -> constructor.getParameters().isEmpty());
        return plain ? "" : "has no constructor without parameters";
    }

    /** Returns the message if there are none that can be created. */
    String noHook() {
        return "no hook in it: no class implements dev.pawl.api.Hook"
                + (complaints.isEmpty() ? "" : " so that it could be made (" + String.join("; ", complaints) + ")")
                + ". Write a class at the top of the file that does, with a constructor without parameters.";
    }
}
