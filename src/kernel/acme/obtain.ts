import { createPrivateKey, X509Certificate } from 'node:crypto'
import { SECOND } from '../base/durations.ts'
import type { Account } from './account.ts'
import { certificateRequest } from './certificates.ts'
import { type Order, readAuthorization, readOrder } from './documents.ts'
import { AuthorityAway, AuthorityProblem } from './problem.ts'
import { retryAfter } from './retry-after.ts'

export type ChallengeKind = 'http-01' | 'tls-alpn-01'

/** Answers the authority, which looks whether the name leads here. */
export interface Responder {
  readonly kind: ChallengeKind
  /** @returns after the answer can be seen */
  present(token: string, keyAuthorization: string): Promise<void>
  withdraw(token: string): Promise<void>
}

export interface Wanted {
  name: string
  /** PEM, of the new certificate alone */
  key: string
  /** address of an order for it that was begun before; null: there is none */
  order: string | null
  /** the certificate that it takes the place of, if the authority wants to know (RFC 9773, section 5) */
  replaces: string | null
  responder: Responder
  clock: () => number
  /** waits so many ms */
  pause(ms: number): Promise<void>
  /** called with the address of a new order, before anything else is asked for it */
  onOrder(url: string): Promise<void>
}

/** Of one document that changes by itself. With its pauses that is some minutes. */
const MOST_POLLS = 40
const FIRST_POLL = SECOND / 4
const LONGEST_POLL = 15 * SECOND

/**
 * Orders a certificate, answers the challenges and takes it. An order that was begun is gone on with.
 * @returns the chain, PEM, whose first certificate is for the name and the key
 * @throws AuthorityProblem, AuthorityAway
 * @see https://www.rfc-editor.org/rfc/rfc8555#section-7.4
 */
export async function obtainCertificate(account: Account, wanted: Wanted): Promise<string> {
  const url = (await resumable(account, wanted.order)) ?? (await begin(account, wanted))
  const { authorizations, status } = await orderAt(account, url)
  if (status === 'pending') {
    for (const one of authorizations) await authorize(account, one, wanted)
  }
  const ready = await poll(account, wanted, url, readOrder, ({ status }) => status === 'pending')
  if (ready.status === 'ready') {
    const csr = certificateRequest(wanted.name, wanted.key).toString('base64url')
    await account.post(ready.finalize, { csr })
  }
  const isUnderWay = ({ status }: Order) => status === 'ready' || status === 'processing'
  const done = await poll(account, wanted, url, readOrder, isUnderWay)
  if (done.status !== 'valid' || done.certificate === null) {
    throw done.error ?? new AuthorityProblem('orderNotReady', `The order is ${done.status}`)
  }
  const { text } = await account.post(done.certificate)
  return checkChain(text, wanted)
}

async function orderAt(account: Account, url: string): Promise<Order> {
  return readOrder((await account.post(url)).text)
}

/** Null where the authority knows it no more, or has refused it. */
async function resumable(account: Account, url: string | null): Promise<string | null> {
  if (url === null) return null
  try {
    return (await orderAt(account, url)).status === 'invalid' ? null : url
  } catch (error) {
    if (error instanceof AuthorityProblem && !error.passes) return null
    throw error
  }
}

async function begin(account: Account, { name, replaces, onOrder }: Wanted): Promise<string> {
  const identifiers = [{ type: 'dns', value: name }]
  const order = (more: object) => account.post(account.directory.newOrder, { identifiers, ...more })
  const answer =
    replaces === null
      ? await order({})
      : await order({ replaces }).catch((error) => {
          // it was replaced before, or is of another authority: then it is an order like any other
          if (REFUSED_REPLACING.has((error as AuthorityProblem).type)) return order({})
          throw error
        })
  const url = answer.header('location')
  if (url === null) throw new AuthorityAway('the authority does not name the order')
  await onOrder(url)
  return url
}

const REFUSED_REPLACING = new Set(['alreadyReplaced', 'malformed', 'unauthorized'])

/** Lets the authority look. An authorization may be valid already, from an order before. */
async function authorize(account: Account, url: string, wanted: Wanted): Promise<void> {
  const { responder } = wanted
  const before = readAuthorization((await account.post(url)).text)
  if (before.status === 'valid') return
  const challenge = before.challenges.find(({ type }) => type === responder.kind)
  if (challenge === undefined) {
    throw new AuthorityProblem('unsupported', `The authority offers no challenge ${responder.kind}`)
  }
  const { token } = challenge
  try {
    await responder.present(token, account.authorize(token))
    await account.post(challenge.url, {})
    const after = await poll(
      ...([account, wanted, url, readAuthorization] as const),
      ({ status }) => status === 'pending',
    )
    if (after.status === 'valid') return
    const reason = after.challenges.find(({ error }) => error !== null)?.error
    throw reason ?? new AuthorityProblem('unauthorized', `The authorization is ${after.status}`)
  } finally {
    await responder.withdraw(token)
  }
}

/** Reads a document until it is no longer under way. */
async function poll<Document>(
  account: Account,
  { clock, pause }: Pick<Wanted, 'clock' | 'pause'>,
  url: string,
  read: (text: string) => Document,
  isUnderWay: (document: Document) => boolean,
): Promise<Document> {
  for (let polls = 0; polls < MOST_POLLS; polls++) {
    const answer = await account.post(url)
    const document = read(answer.text)
    if (!isUnderWay(document)) return document
    const asked = (retryAfter(answer, clock()) ?? 0) - clock()
    await pause(Math.min(LONGEST_POLL, Math.max(asked, FIRST_POLL * 2 ** Math.min(polls, 5))))
  }
  throw new AuthorityAway('the authority takes too long')
}

/** The chain is shown to everybody, so it is checked. A wrong one ends the order, which would give it again. */
function checkChain(text: string, { name, key }: Wanted): string {
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  const [own] = (certificates ?? []).map(readCertificate)
  if (!own) throw new AuthorityProblem('malformed', 'It sends no certificate that can be read')
  if (!own.checkPrivateKey(createPrivateKey(key)) || own.checkHost(name) === undefined) {
    throw new AuthorityProblem('malformed', 'It sends a certificate for another name or key')
  }
  return `${certificates!.join('\n')}\n`
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}
