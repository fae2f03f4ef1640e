import type { FastifyRequest } from 'fastify'
import type { WebSettings } from '../../features/accounts/web-settings.ts'
import type { App } from '../../kernel/core/app.ts'
import type { ErrorPage } from '../../kernel/http/error-replies.ts'
import { wordsOfPage } from '../../kernel/http/locale.ts'
import { html, type SafeHtml } from '../../kernel/text/html.ts'
import { asText, type Text, t } from '../../kernel/text/messages.ts'
import { readerOf } from './client/reader.ts'
import { accountLinks } from './frame/account-links.ts'
import { frameFor } from './frame/frame.ts'
import { drawWithoutQuery } from './frame/layout.ts'
import { looksOf } from './frame/looks.ts'
import { createFrontDoor, type Visitor } from './frame/visitor.ts'
import { prepareProgram } from './program.ts'

/** The page of the client for addresses without one, in its frame. */
const MISSING = new Set([404, 410])

/**
 * Draws the page that a browser gets instead of an error in JSON, in the frame of whoever asks. Where something is
 * missing, the client takes it over. A failure of the server makes no query, as the database may have failed.
 */
export function createErrorPage(app: App): ErrorPage {
  const door = createFrontDoor(app)
  return async (request, status, message) => {
    const body = errorCard(status, message)
    const title = wordsOf(status).title
    if (status >= 500)
      return { document: drawWithoutQuery(app, wordsOfPage(request), { title, body }) }
    const visitor = await door.recognize(request)
    const frame = await frameFor(app, request, visitor)
    const chosen = frame?.chosen ?? null
    const program = await clientFor(app, request, { status, visitor, chosen })
    const looks = looksOf(request, chosen)
    const around = { frame, looks, width: 'wide', account: accountLinks(visitor) } as const
    const page = { title, body, program, ...around }
    return {
      document: drawWithoutQuery(app, wordsOfPage(request), page),
      options: { script: program !== null, worker: program !== null },
    }
  }
}

/** @returns null where the client would not say it better: it shows what it reads from the API */
async function clientFor(
  app: App,
  { method }: FastifyRequest,
  {
    status,
    visitor,
    chosen,
  }: { status: number; visitor: Visitor | null; chosen: WebSettings | null },
) {
  if (method !== 'GET' || !MISSING.has(status)) return null
  // who has yet to add a second factor has no client
  if (visitor !== null && readerOf(visitor.user) === null) return null
  const nobody = { user: null, csrfToken: '' }
  return prepareProgram(app, { name: 'client', chosen }, visitor ?? nobody)
}

function errorCard(status: number, message: string): SafeHtml {
  const { title, advice } = wordsOf(status)
  const said = PLAIN[message] ?? asText({ text: message, values: {} })
  return html`<div class="card error-page">
  <p class="error-code" aria-hidden="true">${status}</p>
  <h1>${title}</h1>
  <p>${said}${/[.!?]$/.test(message) ? '' : '.'}</p>
  <p class="muted">${advice}</p>
  <p><a class="button secondary" href="/">${t('Go to the start page')}</a></p>
</div>`
}

/** Messages that are the API's words, for people. */
const PLAIN: Readonly<Record<string, Text>> = {
  'Record not found': t('There is nothing at this address'),
  'This address does not exist': t('There is no page at this address'),
}

const wordsOf = (status: number) => ERRORS[status] ?? ERRORS[status >= 500 ? 500 : 400]!

const ERRORS: Record<number, { title: Text; advice: Text }> = {
  400: {
    title: t('That did not work'),
    advice: t('The address or the form holds something unusable.'),
  },
  401: { title: t('Please sign in'), advice: t('This is for people who are signed in.') },
  403: { title: t('Not allowed'), advice: t('You may not see or do this.') },
  404: {
    title: t('Nothing here'),
    advice: t('It may have been deleted, or the link is not right.'),
  },
  410: { title: t('No longer here'), advice: t('It was here once, and will not come back.') },
  422: {
    title: t('That did not work'),
    advice: t('Please go back, load the page anew and try again.'),
  },
  429: { title: t('Too many tries'), advice: t('Please wait a few minutes and try again.') },
  500: {
    title: t('Something broke'),
    advice: t('It is not your fault. Please try again in a moment.'),
  },
  503: {
    title: t('Not available'),
    advice: t('The server cannot do this right now. Please try again soon.'),
  },
}
