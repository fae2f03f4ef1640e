import { defineCommand } from './command.ts'

export const serve = defineCommand({
  help: `Runs the server until it gets SIGTERM or SIGINT. It reads its settings from the environment;
the README lists them. The first start makes the database and prints a link that creates the
owner's account.`,
  async run({ env }) {
    const { serve } = await import('../main.ts')
    await serve(env)
  },
})
