package dev.pawl.hooks.remote;

import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;

/**
 * A tool that another process executes. Calls that run side by side reach that process in the order of the answer they
 * stand in, so each reports when it has been sent.
 */
public interface RemoteTool extends Tool.Executor {
    /** The context of a call whose caller wants to know when the call has been sent. */
    interface Call extends ToolContext {
        /** Reports that the call has been sent. */
        void sent();
    }

    /** Reports that a call has been sent. */
    static void sent(ToolContext ctx) {
        if (ctx instanceof Call call) {
            call.sent();
        }
    }
}
