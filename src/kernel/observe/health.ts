import type { FastifyReply } from 'fastify'
import { startDeadline } from '../base/deadline.ts'
import { Unreachable } from '../base/errors.ts'
import type { App } from '../core/app.ts'
import type { Db } from '../db/database.ts'
import type { Routes } from '../http/routes.ts'
import { newKey } from '../storage/keys.ts'

/** ms: monitoring has shorter timeouts than users */
const PATIENCE = 3_000
const NO_DATABASE = 'The database does not answer'
/** ms for which an answer of the storage counts: anybody may ask, and buckets cost money for each request */
const STORAGE_ASKED = 2_000

/** Whether the process lives, and whether it should get requests. */
export const routes: Routes = (server, app) => {
  const askStorage = storageAsker(app)
  server.get('/health', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    await inTime(askDatabase(app.db), NO_DATABASE)
    return asText(reply).send('OK')
  })
  server.get('/health/ready', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    const lacks = server.draining ? [STOPS] : await lacksOf(app, askStorage)
    if (lacks.length === 0) return asText(reply).send('OK')
    return asText(reply)
      .code(lacks.some(({ isVital }) => isVital) ? 503 : 200)
      .send(`${lacks.map(({ line }) => line).join('\n')}\n`)
  })
}

interface Lack {
  line: string
  /** whether the process had better get no requests */
  isVital: boolean
}

const STOPS: Lack = { line: 'The process stops', isVital: true }

function asText(reply: FastifyReply): FastifyReply {
  return reply.type('text/plain; charset=utf-8')
}

/**
 * Lists the things that this process needs and lacks. All processes share the bus and the storage: pages without new pictures are
 * better than no page, so only a process that does nothing but streams is of no use without the bus.
 */
async function lacksOf(
  { config, db, bus }: App,
  askStorage: () => Promise<unknown>,
): Promise<Lack[]> {
  const asked: [Lack, Promise<unknown>][] = [
    [{ line: NO_DATABASE, isVital: true }, askDatabase(db)],
    [{ line: 'The media storage does not answer', isVital: false }, askStorage()],
  ]
  const answers = await Promise.allSettled(asked.map(([{ line }, answer]) => inTime(answer, line)))
  const lacks = asked.map(([lack]) => lack).filter((_, at) => answers[at]?.status === 'rejected')
  if (bus !== null && !bus.isConnected) {
    lacks.push({ line: 'The bus is not connected', isVital: !config.parts.has('web') })
  }
  return lacks
}

/** Asks for a file that nobody has, which the storage has to find out; those who ask together share the answer. */
function storageAsker({ storage, clock }: App): () => Promise<unknown> {
  let last: { answer: Promise<unknown>; at: number } | null = null
  return () => {
    if (last === null || clock() - last.at >= STORAGE_ASKED) {
      last = { answer: storage.open(newKey('media', 'webp')), at: clock() }
    }
    return last.answer
  }
}

function askDatabase(db: Db): Promise<unknown> {
  return db.selectFrom('setting').select('name').limit(1).execute()
}

/** @throws Unreachable if there is no answer in time */
async function inTime(asked: Promise<unknown>, otherwise: string): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  using _ = startDeadline(PATIENCE, () => reject(new Unreachable(otherwise)))
  await Promise.race([asked, late])
}
