import { changeWebSettings, findWebSettings } from '../../../features/accounts/web-settings.ts'
import { chooseLocale } from '../../../features/identity/user-choices.ts'
import { Unprocessable } from '../../../kernel/base/errors.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { setCookie } from '../../../kernel/http/cookies.ts'
import { LANGUAGE_COOKIE } from '../../../kernel/http/locale.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'
import { OFFERED } from '../../../kernel/text/locales.ts'
import { type Call, goTo, type Pages, textOf, wantsJson } from '../pages.ts'
import { LANGUAGE_PATH } from './language-choice.ts'

/** seconds */
const YEAR = 31_536_000

/**
 * The choice of a language for whoever uses this browser, with or without an account. Public pages are the same for all
 * visitors, so their form has no token; browsers say where a form comes from (A98).
 */
export const languagePages: Pages = (server, app, door) => {
  server.post(LANGUAGE_PATH, async (request, reply) => {
    if (!isOfThisSite(app, request.headers)) {
      throw new Unprocessable('This form is out of date, or your browser did not send its cookie')
    }
    const wanted = textOf(request.body, 'lang')
    const tag = OFFERED.find((locale) => locale.tag === wanted)?.tag ?? ''
    const visitor = await door.greet(request, reply)
    const call: Call = { request, reply, visitor }
    const { user } = visitor
    if (user !== null) await app.transact((tx) => keepLanguage(tx, user, tag))
    keepInBrowser(app, call, tag)
    return wantsJson(call) ? reply.code(204).send() : goTo(reply, cameFrom(call))
  })
}

/** The same for the client and the pages, in every browser. @param tag empty: as the browser says */
export async function keepLanguage(tx: Tx, { id, userId }: Viewer, tag: string): Promise<void> {
  if (tag !== '') await chooseLocale(tx, userId, tag)
  const { language = '' } = await findWebSettings(tx.db, id)
  if (language !== tag) await changeWebSettings(tx, id, { language: tag })
}

export function keepInBrowser(app: App, { reply }: Pick<Call, 'reply'>, tag: string): void {
  const { secureCookies: secure } = app.config
  // the client reads it, too (web/shared/load-language.ts)
  setCookie(reply, LANGUAGE_COOKIE, tag, { secure, maxAge: tag === '' ? 0 : YEAR, script: true })
}

function isOfThisSite(app: App, headers: Call['request']['headers']): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === app.config.origin : site === 'same-origin'
}

/** The page that the form was on: browsers tell it to this server alone. */
function cameFrom({ request }: Call): string {
  const url = parseUrl(request.headers.referer ?? '')
  return url === null ? '/' : `${url.pathname}${url.search}`
}
