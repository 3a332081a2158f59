package dev.pawl.loader.classfile;

import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns a hook's calls of {@code System.exit}, {@code Runtime.exit} and {@code Runtime.halt} into an exception, so that
 * they fail the handler instead of ending the program.
 *
 * <p>The calls go to a private method that the class is given for it and that takes the same operands; so the code
 * around them stays as it is, and method references are covered. Calls by reflection, by method handles that a hook
 * looks up itself, and from native code are not: nothing in Java can refuse them.
 */
public final class ExitGuard implements ClassTransform {
    private static final String REFUSAL = "a hook may not end the program; use ctx.project().shutdown()";
    private static final String METHOD = "pawl$exit";
    private static final ClassDesc RUNTIME = ClassDesc.of("java.lang.Runtime");
    private static final MethodTypeDesc EXIT = MethodTypeDesc.of(CD_void, CD_int);
    private static final MethodTypeDesc RUNTIME_EXIT = MethodTypeDesc.of(CD_void, RUNTIME, CD_int);

    private final ClassDesc self;
    private final boolean isInterface;

    private ExitGuard(ClassModel model) {
        self = model.thisClass().asSymbol();
        isInterface = model.flags().has(AccessFlag.INTERFACE);
    }

    /** Returns the class file without a way out; the same array if there was none. */
    public static byte[] guard(byte[] classFile) {
        if (!mentions(classFile, "exit") && !mentions(classFile, "halt")) {
            return classFile;
        }
        // The frames are handed on as they are, so that no class that the hook knows needs to be looked at.
        var parser = ClassFile.of(StackMapsOption.DROP_STACK_MAPS);
        var model = parser.parse(classFile);
        var guard = new ExitGuard(model);
        boolean exits = model.methods().stream().anyMatch(guard::exits);
        return exits ? parser.transformClass(model, guard) : classFile;
    }

    /** Looks for a name in the constant pool without parsing it; being wrong only costs time. */
    static boolean mentions(byte[] classFile, String name) {
        var entry = ("\u0001\0" + (char) name.length() + name).getBytes(StandardCharsets.ISO_8859_1);
        for (int start = 0; start <= classFile.length - entry.length; start++) {
            int i = 0;
            while (i < entry.length && classFile[start + i] == entry[i]) {
                i++;
            }
            if (i == entry.length) {
                return true;
            }
        }
        return false;
    }

    private boolean exits(MethodModel method) {
        return method.code().stream().flatMap(CodeModel::elementStream).anyMatch(element -> target(element) != null);
    }

    @Override
    public void accept(ClassBuilder builder, ClassElement element) {
        if (element instanceof MethodModel method && exits(method)) {
            builder.transformMethod(
                    method,
                    MethodTransform.transformingCode(new Rerouted(method.code().orElseThrow())));
        } else {
            builder.with(element);
        }
    }

    @Override
    public void atEnd(ClassBuilder builder) {
        int flags = ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC;
        builder.withMethodBody(METHOD, EXIT, flags, ExitGuard::refuse);
        builder.withMethodBody(METHOD, RUNTIME_EXIT, flags, ExitGuard::refuse);
    }

    private static void refuse(CodeBuilder code) {
        var exception = ClassDesc.of("java.lang.IllegalStateException");
        code.new_(exception)
                .dup()
                .loadConstant(REFUSAL)
                .invokespecial(exception, INIT_NAME, MethodTypeDesc.of(CD_void, CD_String))
                .athrow();
    }

    /** Returns what to do instead of an instruction; null if it may stay. */
    private @Nullable Instead target(CodeElement element) {
        return switch (element) {
            case InvokeInstruction call -> {
                var type = replacement(
                        call.owner().asInternalName(),
                        call.name().stringValue(),
                        call.type().stringValue());
                yield type == null ? null : code -> code.invokestatic(self, METHOD, type, isInterface);
            }
            case InvokeDynamicInstruction call -> {
                var arguments = call.bootstrapArgs().stream().map(this::handle).toArray(ConstantDesc[]::new);
                yield call.bootstrapArgs().equals(List.of(arguments))
                        ? null
                        : code -> code.invokedynamic(DynamicCallSiteDesc.of(
                                call.bootstrapMethod(), call.name().stringValue(), call.typeSymbol(), arguments));
            }
            default -> null;
        };
    }

    private ConstantDesc handle(ConstantDesc argument) {
        if (!(argument instanceof DirectMethodHandleDesc handle)) {
            return argument;
        }
        var owner = handle.owner().descriptorString().replaceAll("^L|;$", "");
        var type = replacement(owner, handle.methodName(), handle.lookupDescriptor());
        var kind = isInterface ? DirectMethodHandleDesc.Kind.INTERFACE_STATIC : DirectMethodHandleDesc.Kind.STATIC;
        return type == null ? argument : MethodHandleDesc.ofMethod(kind, self, METHOD, type);
    }

    /** Returns the type of our method that takes the operands of a way out; null for any other method. */
    private static @Nullable MethodTypeDesc replacement(String owner, String name, String descriptor) {
        if (!descriptor.equals("(I)V")) {
            return null;
        }
        return switch (owner + "." + name) {
            case "java/lang/System.exit" -> EXIT;
            case "java/lang/Runtime.exit", "java/lang/Runtime.halt" -> RUNTIME_EXIT;
            default -> null;
        };
    }

    /** Writes another instruction. */
    @FunctionalInterface
    private interface Instead {
        void write(CodeBuilder code);
    }

    /** Copies a method's code with its frames, and other instructions for the ways out. */
    private final class Rerouted implements CodeTransform {
        private final CodeModel original;

        Rerouted(CodeModel original) {
            this.original = original;
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            var instead = target(element);
            if (instead == null) {
                builder.with(element);
            } else {
                instead.write(builder);
            }
        }

        @Override
        public void atEnd(CodeBuilder builder) {
            original.findAttribute(Attributes.stackMapTable()).ifPresent(builder::with);
        }
    }
}
