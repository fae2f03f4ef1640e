import type { Config } from '../../kernel/base/config.ts'
import { BadRequest, Gone, NotFound } from '../../kernel/base/errors.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import {
  accountUri,
  accountUrl,
  fileUrl,
  instanceActorName,
  instanceActorUri,
} from '../../kernel/base/urls.ts'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { contentTypeOf, type StorableExtension } from '../../kernel/storage/content-types.ts'

const localByName = prepared((db, p: { name: string }) =>
  db
    .selectFrom('account')
    .select(['username', 'avatar_key', 'activated_at', 'deleted_at'])
    .where('username_lower', '=', p.name)
    .where('domain', 'is', null),
)

/**
 * The WebFinger document of the local account that a handle or URL names, in any letter case.
 *
 * @param resource `acct:name@domain`, with or without the scheme, or the account's page or id
 * @param avatar whether its picture may be public (S-427)
 * @throws BadRequest if it is neither a handle nor a URL
 * @throws NotFound if there is no such account here, or it waits for confirmation or approval
 * (S-277)
 * @throws Gone if it was deleted
 * @see https://www.rfc-editor.org/rfc/rfc7033
 */
export async function describeResource(db: Db, config: Config, resource: string, avatar: boolean) {
  const name = nameIn(config, resource)
  if (name === null) throw new NotFound()
  if (name === instanceActorName(config)) return describeInstanceActor(config)
  const [account] = await localByName(db, { name })
  if (account === undefined) throw new NotFound()
  if (account.deleted_at !== null) throw new Gone()
  if (account.activated_at === null) throw new NotFound()
  const page = accountUrl(config, account.username)
  const uri = accountUri(config, account.username)
  const shown =
    avatar && account.avatar_key !== null ? [avatarLink(config, account.avatar_key)] : []
  return {
    subject: `acct:${account.username}@${config.handleDomain}`,
    aliases: [page, uri],
    links: [
      { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: page },
      { rel: 'self', type: 'application/activity+json', href: uri },
      {
        rel: 'http://ostatus.org/schema/1.0/subscribe',
        template: `${config.origin}/authorize_interaction?uri={uri}`,
      },
      ...intents(config),
      ...shown,
    ],
  }
}

/**
 * URL templates for other sites whose visitors want to act with their account here.
 * @see https://codeberg.org/fediverse/fep/src/branch/main/fep/3b86/fep-3b86.md
 */
function intents({ origin }: Config) {
  const shown = `${origin}/authorize_interaction?uri={object}`
  const templates = {
    Object: shown,
    Create: `${origin}/share?text={content}`,
    Follow: `${shown}&intent=follow`,
    Like: `${shown}&intent=favourite`,
    Announce: `${shown}&intent=reblog`,
  }
  return Object.entries(templates).map(([name, template]) => ({
    rel: `https://w3id.org/fep/3b86/${name}`,
    template,
  }))
}

/** The server itself; usernames of accounts contain no dots. */
function describeInstanceActor(config: Config) {
  const page = `${config.origin}/about`
  const uri = instanceActorUri(config)
  return {
    subject: `acct:${instanceActorName(config)}@${config.handleDomain}`,
    aliases: [uri],
    links: [
      { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: page },
      { rel: 'self', type: 'application/activity+json', href: uri },
    ],
  }
}

function avatarLink(config: Config, key: string) {
  const extension = key.slice(key.lastIndexOf('.') + 1) as StorableExtension
  const type = contentTypeOf(extension) ?? 'application/octet-stream'
  return { rel: 'http://webfinger.net/rel/avatar', type, href: fileUrl(config, key) }
}

/** The username in lower case, or null if the resource is on another server. */
function nameIn(config: Config, resource: string): string | null {
  if (/^https?:\/\//i.test(resource)) return nameInAddress(config, resource)
  const handle = /^(?:acct:)?@?([^@]+)@([^@]+)$/i.exec(resource.trim())
  if (handle === null) throw new BadRequest('The resource must be a handle or an address')
  const domain = handle[2]!.toLowerCase()
  const ours = domain === config.handleDomain || domain === config.domain
  return ours ? handle[1]!.toLowerCase() : null
}

function nameInAddress(config: Config, address: string): string | null {
  const url = parseUrl(address)
  if (url === null) throw new BadRequest('The resource must be a handle or an address')
  if (url.host !== config.domain) return null
  if (/^\/(?:actor\/?)?$/.test(url.pathname)) return instanceActorName(config)
  return /^\/(?:@|users\/)([^/@]+)\/?$/.exec(url.pathname)?.[1]?.toLowerCase() ?? null
}
