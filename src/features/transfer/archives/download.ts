import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { attachmentHeaders } from '../tables/files.ts'
import { getOwnArchive } from './queries.ts'

/**
 * Sends an archive, to its owner only.
 * @throws NotFound if it is another account's, not ready or removed
 */
export async function sendArchive(
  app: App,
  { accountId, id }: { accountId: string; id: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { state, file_key, expires_at, created_at } = await getOwnArchive(app.db, accountId, id)
  const isThere = state === 'ready' && file_key !== null && (expires_at ?? 0) > app.clock()
  const file = isThere ? await app.storage.open(file_key) : null
  if (file === null) throw new NotFound()
  const day = new Date(created_at).toISOString().slice(0, 10)
  reply
    .headers(attachmentHeaders(`archive-${day}.zip`))
    .header('content-length', file.size)
    .type('application/zip')
  if (request.method !== 'HEAD') return reply.send(file.stream())
  await file.close()
  return reply.send()
}
