import type { FastifyReply } from 'fastify'
import { DomainError } from '../../errors.ts'
import { UploadedFile } from '../../http/body/uploaded-file.ts'
import { html } from '../../text/html.ts'
import { sendArchive } from '../../transfer/archives/download.ts'
import { TRANSFER_PAGE as PATH } from '../../transfer/archives/mails.ts'
import { archivesOf } from '../../transfer/archives/queries.ts'
import { deleteArchive, requestArchive } from '../../transfer/archives/request.ts'
import { createImport, LARGEST_ARCHIVE } from '../../transfer/imports/create.ts'
import { cancelImport, confirmImport, readChoices } from '../../transfer/imports/decide.ts'
import { failuresStream } from '../../transfer/imports/failures.ts'
import { getOwnImport, importsOf, rowsIn } from '../../transfer/imports/queries.ts'
import { IMPORT_TYPES, isImportType } from '../../transfer/imports/types.ts'
import {
  attachmentHeaders,
  TABLE_FILES,
  TABLE_NAMES,
  tableStream,
} from '../../transfer/tables/files.ts'
import { notice } from '../forms.ts'
import { goTo, textOf } from '../pages.ts'
import type { SignedIn } from '../signed-in.ts'
import { archiveCard, importsCard, tablesCard, uploadCard } from './import-export-views.ts'
import { importBody, isBusy, ROWS_SHOWN } from './import-view.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

const NEWEST = { maxId: null, sinceId: null, minId: null }
/** seconds after which a page of work that goes on is shown again */
const REFRESH = '5'

export const importExportSection: SettingsSection = {
  path: PATH,
  title: 'Import and export',
  summary: 'Take what you have with you, or bring it here',
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

/** Does something and goes on to where it leads; what keeps it from being done is told. */
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

/** @throws what is no reason to show */
function reasonIn(error: unknown): string {
  if (!(error instanceof DomainError) || error.statusCode !== 422) throw error
  return `${error.message.replace(/^Validation failed: /, '')}.`
}

const DONE: Record<string, string> = {
  archive: 'Your archive is being made. A mail tells you when it is ready.',
  deleted: 'The archive was deleted.',
}

async function showAll(
  frame: SettingsFrame,
  caller: SignedIn,
  problem: string | null,
): Promise<FastifyReply> {
  const { db } = frame.app
  const accountId = caller.user.id
  const [archive] = await archivesOf(db, accountId)
  const asked = { accountId, types: IMPORT_TYPES }
  const imports = await importsOf(db, asked, { ...NEWEST, limit: 20 })
  const done = DONE[textOf(caller.request.query, 'done')]
  const makes = archive?.state === 'waiting' || archive?.state === 'running'
  if (makes && problem === null) caller.reply.header('refresh', REFRESH)
  const body = html`${done && notice('success', done)}
${problem && html`<div class="notice danger" role="alert">${problem}</div>`}
${tablesCard(PATH)}
${archiveCard(PATH, caller, archive ?? null)}
${uploadCard(PATH, caller)}
${importsCard(PATH, imports)}`
  return frame.show(caller, { body, status: problem === null ? 200 : 422 })
}

async function showImport(
  frame: SettingsFrame,
  caller: SignedIn,
  problem: string | null,
): Promise<FastifyReply> {
  const { db } = frame.app
  const data = await getOwnImport(db, caller.user.id, idOf(caller.request.params))
  const preview = await rowsIn(db, data.id, { limit: ROWS_SHOWN })
  const failed = await rowsIn(db, data.id, { state: 'failed', limit: ROWS_SHOWN })
  if (isBusy(data)) caller.reply.header('refresh', REFRESH)
  const body = html`${problem && html`<div class="notice danger" role="alert">${problem}</div>`}
${importBody(PATH, caller, { data, preview, failed })}`
  return frame.show(caller, { title: 'Import', body, status: problem === null ? 200 : 422 })
}
