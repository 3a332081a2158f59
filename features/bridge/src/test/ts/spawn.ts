import { type BashSpawnContext, createBashTool, type ExtensionAPI } from "@mariozechner/pi-coding-agent";

/** Has pnpm do what npm is asked for, unseen by the model. */
export default function (pi: ExtensionAPI) {
  const bash = createBashTool(process.cwd(), {
    spawnHook: ({ command, cwd, env }: BashSpawnContext): BashSpawnContext => ({
      command: command.replace(/^npm /, "echo pnpm "),
      cwd,
      env: { ...env, CUSTOM_VAR: "1" },
    }),
  });
  pi.registerTool({ ...bash });
}
