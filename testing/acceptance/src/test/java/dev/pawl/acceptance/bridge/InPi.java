package dev.pawl.acceptance.bridge;

import dev.pawl.machine.Comparison;
import dev.pawl.machine.Pi;
import java.lang.reflect.Method;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Runs the tests of a class in pi; those that fail there are what differs from Pawl, where they hold. */
final class InPi implements InvocationInterceptor, AfterAllCallback {
    private final TreeSet<String> differing = new TreeSet<>();

    @Override
    public void interceptTestMethod(
            Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        try {
            test.proceed();
        } catch (AssertionError e) {
            System.out.println(context.getDisplayName() + " in pi: " + e.getMessage());
            differing.add(method.getExecutable().getName());
        }
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        interceptTestMethod(test, method, context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        var name = "tests that hold in pi, "
                + context.getRequiredTestClass().getSuperclass().getSimpleName();
        new Comparison(name, Pi.REFERENCE).found(differing);
    }
}
