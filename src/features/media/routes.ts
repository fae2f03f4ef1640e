import { NotFound, Unprocessable, ValidationFailed } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { IdParams } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { mediaLimits } from '../../kernel/processing/limits.ts'
import { createSemaphore } from '../../kernel/processing/semaphore.ts'
import { changeDetails, detailFields, File, type MediaDetails, readDetails } from './details.ts'
import { removeFromDrafts } from './drafts.ts'
import { removeUnattached } from './jobs.ts'
import { processMedia } from './process.ts'
import { getOwnMedia } from './queries.ts'
import { type MediaAttachment, presentMedia } from './serializer.ts'
import { uploadMedia } from './upload.ts'

const MULTIPART_OVERHEAD = 64 * 1024

const UploadBody = Type.Object({ file: Type.Optional(File), ...detailFields })
const UpdateBody = Type.Object(detailFields)

export const routes: Routes = (server, app) => {
  // base64 takes four bytes for three
  const maxBody = Math.ceil((mediaLimits.videoBytes * 4) / 3) + MULTIPART_OVERHEAD

  // version 1 answers after conversion: one video at a time
  const oneAtATime = createSemaphore(1)

  for (const version of ['v1', 'v2'] as const) {
    // https://docs.joinmastodon.org/methods/media/#v2 and #v1
    server.post(
      `/api/${version}/media`,
      {
        config: { scope: 'write:media', limits: ['media'], maxBody },
        schema: { body: UploadBody },
      },
      async (request, reply) => {
        const { file, ...given } = request.body
        const accountId = viewerOf(request).id
        if (file === undefined) throw new ValidationFailed("File can't be blank")
        await using unused = new AsyncDisposableStack()
        const details = await readDetails(app, given, unused)
        const id = await uploadMedia(app, { accountId, file, details, byJob: version === 'v2' })
        unused.move()
        if (version === 'v1') await oneAtATime(() => processMedia(app, id))
        const media = await getOwnMedia(app.db, accountId, id)
        if (media.state === 'waiting') reply.code(202)
        return showMedia(app, media)
      },
    )
  }

  server.get(
    '/api/v1/media/:id',
    { config: { scope: 'write:media' }, schema: { params: IdParams } },
    async (request, reply) => {
      const media = await getUnattached(app.db, viewerOf(request).id, request.params.id)
      if (media.state === 'waiting') reply.code(206)
      return showMedia(app, media)
    },
  )

  server.put(
    '/api/v1/media/:id',
    { config: { scope: 'write:media', maxBody }, schema: { params: IdParams, body: UpdateBody } },
    async (request, reply) => {
      const accountId = viewerOf(request).id
      const { id } = request.params
      checkNotFailed(await getUnattached(app.db, accountId, id))
      await using unused = new AsyncDisposableStack()
      const details = await readDetails(app, request.body, unused)
      await app.transact((tx) => changeUnattached(tx, { accountId, id, details }))
      unused.move()
      const media = await getOwnMedia(app.db, accountId, id)
      if (media.state === 'waiting') reply.code(206)
      return showMedia(app, media)
    },
  )

  server.delete(
    '/api/v1/media/:id',
    { config: { scope: 'write:media' }, schema: { params: IdParams } },
    async (request) => {
      const { id } = request.params
      await app.transact((tx) => deleteMedia(tx, viewerOf(request).id, id))
      return {}
    },
  )
}

async function getUnattached(db: Db, accountId: string, id: string): Promise<MediaAttachment> {
  const media = await getOwnMedia(db, accountId, id)
  if (media.status_id !== null) throw new NotFound()
  return media
}

/** Media of a status change only through an edit of the status. */
async function changeUnattached(
  tx: Tx,
  change: { accountId: string; id: string; details: MediaDetails },
): Promise<void> {
  await lockRow(tx.db, 'media_attachment', change.id)
  await getUnattached(tx.db, change.accountId, change.id)
  await changeDetails(tx, change.id, change.details)
}

async function deleteMedia(tx: Tx, accountId: string, id: string): Promise<void> {
  const media = await getOwnMedia(tx.db, accountId, id)
  if (media.status_id !== null || media.scheduled_status_id !== null) {
    throw new Unprocessable('Media attachment is currently used by a status')
  }
  await removeFromDrafts(tx, id)
  await removeUnattached(tx, [id])
}

function checkNotFailed(media: MediaAttachment): void {
  if (media.state !== 'failed') return
  throw new Unprocessable(`Error processing the file: ${media.error ?? 'it cannot be read'}`)
}

/** @throws Unprocessable if it could not be converted (S-347) */
function showMedia(app: App, media: MediaAttachment) {
  checkNotFailed(media)
  return presentMedia(app.config, media)
}
