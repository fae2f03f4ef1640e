import type { FastifyReply } from 'fastify'
import { sendArchive } from '../../../features/transfer/archives/download.ts'
import { TRANSFER_PAGE as PATH } from '../../../features/transfer/archives/mails.ts'
import { archivesOf } from '../../../features/transfer/archives/queries.ts'
import { deleteArchive, requestArchive } from '../../../features/transfer/archives/request.ts'
import {
  cancelImport,
  confirmImport,
  readChoices,
} from '../../../features/transfer/imports/choices.ts'
import { createImport, LARGEST_ARCHIVE } from '../../../features/transfer/imports/create.ts'
import { failuresStream } from '../../../features/transfer/imports/failures-csv.ts'
import { getOwnImport, importsOf, rowsIn } from '../../../features/transfer/imports/queries.ts'
import { IMPORT_TYPES, isImportType } from '../../../features/transfer/imports/types.ts'
import {
  attachmentHeaders,
  TABLE_FILES,
  TABLE_NAMES,
  tableStream,
} from '../../../features/transfer/tables/files.ts'
import { DomainError } from '../../../kernel/base/errors.ts'
import { UploadedFile } from '../../../kernel/http/body/uploaded-file.ts'
import { html } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { notice, sayError } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { goTo, textOf } from '../pages.ts'
import { archiveCard, importsCard, isBusy, tablesCard, uploadCard } from './import-export-views.ts'
import { importBody, ROWS_SHOWN } from './import-view.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

const NEWEST = { maxId: null, sinceId: null, minId: null }
/** Of a page with work in progress: a script shows how far it is; without script the page loads again. */
const MOVING = {
  script: 'progress.js',
  head: html`<noscript><meta http-equiv="refresh" content="5"></noscript>`,
} as const

export const importExportSection: SettingsSection = {
  path: PATH,
  title: t('Import and export'),
  summary: t('Take what you have with you, or bring it here'),
  group: 'data',
  alsoAt: ['/settings/export', '/settings/exports', '/settings/import', '/settings/imports'],
  register(frame) {
    frame.page({ show: (caller) => showAll(frame, caller, null) })
    tableRoutes(frame)
    archiveRoutes(frame)
    importRoutes(frame)
    decisionRoutes(frame)
  },
}

function tableRoutes({ app, page }: SettingsFrame): void {
  for (const name of TABLE_NAMES) {
    page({
      path: `${PATH}/${name}.csv`,
      show: async ({ user, reply }) =>
        reply
          .headers(attachmentHeaders(TABLE_FILES[name].fileName))
          .type('text/csv; charset=utf-8')
          .send(tableStream(app, user.id, name)),
    })
  }
}

function archiveRoutes(frame: SettingsFrame): void {
  const { app } = frame
  frame.page({
    path: `${PATH}/archives/:id`,
    show: (caller) =>
      sendArchive(app, { accountId: caller.user.id, id: idOf(caller.request.params) }, caller),
  })
  frame.form({
    path: `${PATH}/archives`,
    limits: ['transfers'],
    submit: (caller) =>
      attempt(frame, caller, async () => {
        await app.transact((tx) => requestArchive(tx, caller.user.id))
        return `${PATH}?done=archive`
      }),
  })
  frame.form({
    path: `${PATH}/archives/:id/delete`,
    async submit(caller) {
      await app.transact((tx) => deleteArchive(tx, caller.user.id, idOf(caller.request.params)))
      return goTo(caller.reply, `${PATH}?done=deleted`)
    },
  })
}

function importRoutes(frame: SettingsFrame): void {
  const { app } = frame
  frame.form({
    path: `${PATH}/imports`,
    limits: ['transfers'],
    maxBody: LARGEST_ARCHIVE,
    submit: (caller) =>
      attempt(frame, caller, async () => `${PATH}/imports/${await take(frame, caller)}`),
  })
  frame.page({ path: `${PATH}/imports/:id`, show: (caller) => showImport(frame, caller, null) })
  frame.page({
    path: `${PATH}/imports/:id/failures.csv`,
    async show(caller) {
      const data = await getOwnImport(app.db, caller.user.id, idOf(caller.request.params))
      return caller.reply
        .headers(attachmentHeaders(`failures-${data.type}.csv`))
        .type('text/csv; charset=utf-8')
        .send(failuresStream(app, data))
    },
  })
}

function decisionRoutes(frame: SettingsFrame): void {
  const { app } = frame
  for (const decision of ['confirm', 'cancel'] as const) {
    frame.form({
      path: `${PATH}/imports/:id/${decision}`,
      async submit(caller) {
        const own = { accountId: caller.user.id, id: idOf(caller.request.params) }
        const choices = readChoices(choicesIn(caller))
        try {
          await app.transact((tx) =>
            decision === 'confirm' ? confirmImport(tx, own, choices) : cancelImport(tx, own),
          )
        } catch (error) {
          return showImport(frame, caller, reasonIn(error))
        }
        return goTo(caller.reply, `${PATH}/imports/${own.id}`)
      },
    })
  }
}

/** @throws DomainError */
async function take({ app }: SettingsFrame, caller: SignedIn): Promise<string> {
  const body = caller.request.body as Record<string, unknown>
  const type = textOf(body, 'type')
  if (!isImportType(type) || !(body.file instanceof UploadedFile)) {
    throw new DomainError(422, 'Choose what to import, and a file')
  }
  const choices = { mode: 'merge', replies: 'keep', ...readChoices(choicesIn(caller)) } as const
  return createImport(app, { accountId: caller.user.id, type, file: body.file, ...choices })
}

function choicesIn({ request }: SignedIn) {
  const [mode, replies] = [textOf(request.body, 'mode'), textOf(request.body, 'replies')]
  return { ...(mode === '' ? {} : { mode }), ...(replies === '' ? {} : { replies }) }
}

/** Redirects to the page that the action returns; if the action fails, shows the reason. */
async function attempt(
  frame: SettingsFrame,
  caller: SignedIn,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  let next: string
  try {
    next = await work()
  } catch (error) {
    return showAll(frame, caller, reasonIn(error))
  }
  return goTo(caller.reply, next)
}

/** @throws errors that are not for users */
function reasonIn(error: unknown): Text {
  if (!(error instanceof DomainError) || error.statusCode !== 422) throw error
  return sayError(error)
}

const DONE: Record<string, Text> = {
  archive: t('Your archive is being made. A mail tells you when it is ready.'),
  deleted: t('The archive was deleted.'),
}

async function showAll(
  frame: SettingsFrame,
  caller: SignedIn,
  problem: Text | null,
): Promise<FastifyReply> {
  const { db } = frame.app
  const accountId = caller.user.id
  const [archive] = await archivesOf(db, accountId)
  const asked = { accountId, types: IMPORT_TYPES }
  const imports = await importsOf(db, asked, { ...NEWEST, limit: 20 })
  const done = DONE[textOf(caller.request.query, 'done')]
  const makes = archive?.state === 'waiting' || archive?.state === 'running'
  const isMoving = problem === null && (makes || imports.some(isBusy))
  const body = html`${done && notice('success', done)}
${problem && html`<div class="notice danger" role="alert">${problem}</div>`}
${tablesCard(PATH)}
${archiveCard(PATH, caller, archive ?? null)}
${uploadCard(PATH, caller)}
${importsCard(PATH, imports)}`
  const status = problem === null ? 200 : 422
  return frame.show(caller, { body, status, ...(isMoving ? MOVING : {}) })
}

async function showImport(
  frame: SettingsFrame,
  caller: SignedIn,
  problem: Text | null,
): Promise<FastifyReply> {
  const { db } = frame.app
  const data = await getOwnImport(db, caller.user.id, idOf(caller.request.params))
  const preview = await rowsIn(db, data.id, { limit: ROWS_SHOWN })
  const failed = await rowsIn(db, data.id, { state: 'failed', limit: ROWS_SHOWN })
  const status = problem === null ? 200 : 422
  const isMoving = problem === null && isBusy(data)
  const body = html`${problem && html`<div class="notice danger" role="alert">${problem}</div>`}
${importBody(PATH, caller, { data, preview, failed })}`
  return frame.show(caller, { title: t('Import'), body, status, ...(isMoving ? MOVING : {}) })
}
