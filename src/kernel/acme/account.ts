import { type Directory, parse, readDirectory } from './documents.ts'
import { type AccountKey, accountKey } from './jws.ts'
import { AuthorityAway, AuthorityProblem, refusalOf } from './problem.ts'
import { retryAfter } from './retry-after.ts'
import type { AuthorityAnswer, Transport } from './transport.ts'

/** An authority may refuse a nonce at any time; more than so many in a row are a fault. */
const MOST_NONCES = 15

/** Refusals that say nothing about the address: a time-out, and too many requests. */
const PASSING = new Set([408, 429])

/** An account of an authority, which it knows by its key. */
export interface Account {
  readonly directory: Directory
  readonly authorize: AccountKey['authorize']
  /**
   * Sends a signed request. Without a payload it only reads.
   * @throws AuthorityProblem for a refusal, AuthorityAway
   */
  post(url: string, payload?: object): Promise<AuthorityAnswer>
}

interface Options {
  /** PEM; an account that is there already is found by it */
  key: string
  email: string | null
  clock: () => number
}

/** Reads the directory. @throws AuthorityAway */
export async function findDirectory({ directory, send }: Transport): Promise<Directory> {
  const answer = await send('GET', directory)
  const { status } = answer
  if (status !== 200) {
    const isOther = status < 500 && !PASSING.has(status)
    throw new AuthorityAway(`${directory} answers with ${status}`, { isOther })
  }
  return readDirectory(answer.text)
}

/**
 * Opens the account of this key, or makes it, agreeing to the authority's terms; doing it again changes nothing.
 * @throws AuthorityProblem, AuthorityAway
 * @see https://www.rfc-editor.org/rfc/rfc8555#section-7.3
 */
export async function openAccount(transport: Transport, options: Options): Promise<Account> {
  const directory = await findDirectory(transport)
  if (directory.needsBinding) throw new AuthorityProblem('externalAccountRequired', BINDING)
  const key = accountKey(options.key)
  const send = createSender(transport, { directory, key, clock: options.clock })
  const contact = options.email === null ? {} : { contact: [`mailto:${options.email}`] }
  const made = await send(null, directory.newAccount, { termsOfServiceAgreed: true, ...contact })
  const kid = made.header('location')
  if (kid === null) throw new AuthorityAway('the authority does not name the account')
  return {
    directory,
    authorize: key.authorize,
    post: (url, payload) => send(kid, url, payload),
  }
}

const BINDING =
  'This authority gives certificates to accounts that were made elsewhere, which Rookery cannot name: choose another one'

interface Sender {
  directory: Directory
  key: AccountKey
  clock: () => number
}

function createSender(transport: Transport, { directory, key, clock }: Sender) {
  let nonce: string | null = null
  const takeNonce = async () => {
    const taken = nonce ?? nonceOf(await transport.send('HEAD', directory.newNonce))
    nonce = null
    if (taken === null) throw new AuthorityAway('the authority gives no nonce')
    return taken
  }
  return async (kid: string | null, url: string, payload?: object): Promise<AuthorityAnswer> => {
    for (let tries = 1; ; tries++) {
      const signed = key.sign({ url, nonce: await takeNonce(), kid, payload })
      const answer = await transport.send('POST', url, signed)
      nonce = nonceOf(answer)
      if (answer.status < 400) return answer
      const failure = failureIn(answer, clock())
      const isNonce = failure instanceof AuthorityProblem && failure.type === 'badNonce'
      if (!isNonce || tries === MOST_NONCES) throw failure
    }
  }
}

/** Its characters are those of base64url. */
function nonceOf({ header }: AuthorityAnswer): string | null {
  const nonce = header('replay-nonce')
  return nonce !== null && /^[\w-]{1,500}$/.test(nonce) ? nonce : null
}

/** A refusal without a problem document comes from something before the authority, or from its failure. */
function failureIn(answer: AuthorityAnswer, now: number): AuthorityProblem | AuthorityAway {
  const document = parse(answer.text) as { type?: unknown } | null
  const retryAt = retryAfter(answer, now)
  if (typeof document?.type === 'string') return refusalOf(document, retryAt)
  const text = `answers with ${answer.status}`
  if (answer.status >= 500) return new AuthorityAway(`the authority ${text}`)
  return new AuthorityProblem('no reason given', `It ${text}`, retryAt)
}
