import type { FastifyReply, FastifyRequest } from 'fastify'
import { anyWordsFor, wordsFor } from '../text/catalogues.ts'
import { OFFERED } from '../text/locales.ts'
import type { Words } from '../text/messages.ts'
import { isParams } from './body/nested-params.ts'
import { readCookie } from './cookies.ts'
import { readWeightedList } from './weighted-list.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** language that the signed-in user of a page chose; null before that is known, and for visitors */
    readerLanguage: string | null
  }
}

/** The language that somebody chose in this browser, with or without an account. */
export const LANGUAGE_COOKIE = 'rookery_language'

const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

/**
 * Language of texts for the caller: the signed-in user's own, else the first choice of
 * Accept-Language, else the server's (S-009). A BCP 47 tag.
 */
export function localeOf(request: FastifyRequest): string {
  const own = request.auth?.user?.locale || languagesIn(request.headers['accept-language'])[0]
  return own ?? request.server.ownLanguage()
}

/**
 * The words of a page for the caller: in the language chosen in this browser, else by the user, else the first of
 * Accept-Language that there is, else the server's (S-588).
 */
export function wordsOfPage(request: FastifyRequest): Words {
  const { readerLanguage, auth, headers, server } = request
  return wordsFor(
    chosenHere(request),
    readerLanguage,
    auth?.user?.locale,
    ...languagesIn(headers['accept-language']),
    server.ownLanguage(),
  )
}

/** The same, named in the header Content-Language. */
export function speakTo(request: FastifyRequest, reply: FastifyReply): Words {
  const words = wordsOfPage(request)
  reply.header('content-language', words.locale.tag)
  return words
}

/** The language of a new account: the one that its owner reads here. */
export function localeOfNew(request: FastifyRequest): string {
  return chosenHere(request) ?? localeOf(request)
}

/** The language chosen in this browser, if there is such a one. */
export function chosenHere(request: FastifyRequest): string | null {
  const kept = readCookie(request, LANGUAGE_COOKIE)
  return OFFERED.find(({ tag }) => tag === kept)?.tag ?? null
}

/**
 * The words of an error for the caller of the API (S-009): in the language of the parameter `lang`, of the user, or the first
 * of Accept-Language that has any words.
 */
export function wordsOfError(request: FastifyRequest): Words {
  const { query, body, auth, headers, server } = request
  const own = [langIn(query), langIn(body), auth?.user?.locale]
  const wanted = [...own, ...languagesIn(headers['accept-language']), server.ownLanguage()]
  return anyWordsFor(wanted.filter((tag) => tag !== undefined))
}

function langIn(params: unknown): string | undefined {
  const lang = isParams(params) ? params.lang : undefined
  return typeof lang === 'string' ? lang : undefined
}

/** Tags of the header, the most preferred first. */
export function languagesIn(header: string | undefined): string[] {
  return readWeightedList(header?.slice(0, 500))
    .filter(({ value, weight }) => weight > 0 && TAG.test(value))
    .sort((a, b) => b.weight - a.weight)
    .map(({ value }) => value)
}
