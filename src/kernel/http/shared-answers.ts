import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { namesTag } from '../base/entity-tags.ts'
import { forbidCaching, isShared } from './cache-headers.ts'
import type { CacheKind } from './routes.ts'

/** Limits of the caller, of which the next one would read (S-582). */
const OF_CALLER = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const

/**
 * Completes each answer that shared caches may store: it tells nothing of its first caller, and has an entity tag
 * (S-581), by which it is answered 304. Other answers get no tag, as nobody may store them.
 *
 * @param cache as the route declares it; null: as `Cache-Control` says
 * @see docs/decisions/0048-tags-of-answers.md
 */
export function sharedAnswers(cache: CacheKind | null): onSendHookHandler {
  const tagFor = cache === 'document' ? keepTag() : tagOf
  return (request, reply, payload, done) => {
    // a cache would give the cookie to everybody (A95)
    if (reply.hasHeader('set-cookie')) forbidCaching(reply)
    if (!isShared(reply)) return done(null, payload)
    if (reply.hasHeader(OF_CALLER[0])) forgetCaller(reply)
    const tagged = cache !== 'list' && typeof payload === 'string' && isTaggable(reply)
    done(null, tagged && isKnown(request, reply, tagFor(payload)) ? null : payload)
  }
}

/**
 * Tags a text that is compressed before it is sent: all its encodings have one weak tag.
 * @returns whether the answer is a 304, which has no body
 */
export function tagText(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  return isShared(reply) && isTaggable(reply) && isKnown(request, reply, tagOf(text))
}

function forgetCaller(reply: FastifyReply): void {
  for (const name of OF_CALLER) reply.removeHeader(name)
}

function isTaggable(reply: FastifyReply): boolean {
  return reply.statusCode === 200 && !reply.hasHeader('etag') && !reply.hasHeader('set-cookie')
}

function isKnown(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  if (!namesTag(request.headers['if-none-match'], tag)) return false
  reply.code(304).removeHeader('content-type')
  return true
}

/** Most requests for a document get the very text of the one before. */
function keepTag(): (text: string) => string {
  let kept = { text: '', tag: tagOf('') }
  return (text) => {
    if (kept.text !== text) kept = { text, tag: tagOf(text) }
    return kept.tag
  }
}

/** 132 bits of a hash: whoever chooses a text cannot let it pass for another one. */
function tagOf(text: string): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`
}
