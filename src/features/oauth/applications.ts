import { ValidationFailed } from '../../kernel/base/errors.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { parseScopes } from '../../kernel/http/scopes.ts'
import { hashSecret, randomSecret } from '../identity/secrets.ts'
import { isRedirectUri, splitRedirectUris } from './redirect-uris.ts'

export interface ApplicationInput {
  name: string
  /** several are separated by white space */
  redirectUris: string | readonly string[]
  /** separated by spaces; blank means `read` */
  scopes: string
  website: string | null
}

export interface Application {
  id: string
  name: string
  website: string | null
  redirect_uris: string[]
  /** separated by spaces */
  scopes: string
}

/**
 * An application with its secret, shown once at registration: afterwards only a hash of the secret
 * is stored.
 */
export interface RegisteredApplication extends Application {
  client_id: string
  client_secret: string
}

export const DEFAULT_SCOPE = 'read'
const NAME_LENGTH = 60
const REDIRECT_URIS_LENGTH = 2000
const WEBSITE_LENGTH = 2000

/**
 * Registers an application. The same parameters again create another one.
 *
 * @throws ValidationFailed with all errors
 * @see https://docs.joinmastodon.org/methods/apps/#create
 */
export async function registerApplication(
  tx: Tx,
  input: ApplicationInput,
): Promise<RegisteredApplication> {
  const redirectUris = splitRedirectUris(input.redirectUris)
  const scopes = parseScopes(input.scopes.trim() || DEFAULT_SCOPE)
  const website = input.website?.trim() || null
  checkInput(input, redirectUris, scopes, website)
  const secret = randomSecret()
  const application = {
    id: tx.newId(),
    name: input.name,
    website,
    scopes: (scopes ?? []).join(' '),
    client_id: randomSecret(),
  }
  await tx.db
    .insertInto('application')
    .values({
      ...application,
      redirect_uris: JSON.stringify(redirectUris),
      client_secret_hash: hashSecret(secret),
      created_at: tx.now,
    })
    .execute()
  return { ...application, redirect_uris: redirectUris, client_secret: secret }
}

function checkInput(
  input: ApplicationInput,
  redirectUris: string[],
  scopes: readonly string[] | null,
  website: string | null,
): void {
  const problems: string[] = []
  if (input.name.trim() === '') problems.push("Application name can't be blank")
  if ([...input.name].length > NAME_LENGTH) {
    problems.push(`Application name is too long (maximum is ${NAME_LENGTH} characters)`)
  }
  if (redirectUris.length === 0) problems.push("Redirect URI can't be blank")
  if (redirectUris.join('\n').length > REDIRECT_URIS_LENGTH) {
    problems.push(`Redirect URI is too long (maximum is ${REDIRECT_URIS_LENGTH} characters)`)
  }
  if (!redirectUris.every(isRedirectUri)) {
    problems.push('Redirect URI must be an absolute URI without fragment')
  }
  if (scopes === null) {
    problems.push("Scopes doesn't match configured on the server")
  }
  if (website !== null && !isWebsite(website))
    problems.push('Application website is not a valid URL')
  if (problems.length > 0) throw new ValidationFailed(...problems)
}

function isWebsite(text: string): boolean {
  const url = parseUrl(text)
  const web = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
  return web && text.length <= WEBSITE_LENGTH
}

/**
 * @param vapidKey public key of Web Push, as in instance v2
 * @see https://docs.joinmastodon.org/entities/Application/
 */
export function presentApplication(application: Application, vapidKey: string) {
  return {
    id: application.id,
    name: application.name,
    website: application.website,
    scopes: application.scopes.split(' '),
    redirect_uris: application.redirect_uris,
    redirect_uri: application.redirect_uris.join('\n'),
    vapid_key: vapidKey,
  }
}

/** @see https://docs.joinmastodon.org/entities/Application/#CredentialApplication */
export function presentRegistered(application: RegisteredApplication, vapidKey: string) {
  return {
    ...presentApplication(application, vapidKey),
    client_id: application.client_id,
    client_secret: application.client_secret,
    client_secret_expires_at: 0,
  }
}
