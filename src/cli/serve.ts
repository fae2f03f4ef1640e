import { defineCommand } from './command.ts'

export const serve = defineCommand({
  help: `Runs the server until it gets SIGTERM or SIGINT. It reads its settings from the environment;
the README lists them. The first start makes the database and prints a link that creates the
owner's account. With PostgreSQL several processes may share the work of one server: --only says what
this one does. --workers starts further processes that answer requests, for more cores. --https does without a
reverse proxy: the server gets a certificate for the name in ORIGIN and listens on the ports 443 and 80.`,
  options: {
    only: {
      type: 'string',
      value: 'PARTS',
      help: 'What this process does: web, streaming, jobs; several with commas between them',
    },
    workers: {
      type: 'string',
      value: 'N',
      help: 'Further processes that answer requests; default WORKERS, else as suits the machine; 0: none',
    },
    https: {
      type: 'boolean',
      help: 'Serve HTTPS on port 443 with a certificate of its own; default HTTPS',
    },
  },
  async run({ env }, _words, { only, workers, https }) {
    if (env.ROOKERY_WORKER !== undefined && process.connected) {
      const { serveWorker } = await import('../app/workers/worker.ts')
      return serveWorker(env)
    }
    const { serve } = await import('../main.ts')
    await serve(env, { only, workers, https })
  },
})
