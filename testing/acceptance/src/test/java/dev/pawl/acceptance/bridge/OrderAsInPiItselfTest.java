package dev.pawl.acceptance.bridge;

import dev.pawl.machine.Beside;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** The order in which extensions see things are so in pi itself: the tests of {@link OrderAsInPiTest} run there. */
@Beside
@ExtendWith(InPi.class)
class OrderAsInPiItselfTest extends OrderAsInPiTest {
    @Override
    @BeforeEach
    void findPackages() throws IOException {
        place = NodePlace.ofPi(dir);
    }

    @Override
    Process start(ScriptedModel model, Path hook) throws IOException {
        return place.pi(model, hook);
    }
}
