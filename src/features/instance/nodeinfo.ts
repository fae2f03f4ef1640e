import type { Config } from '../../kernel/base/config.ts'
import { type JsonText, toJson } from '../../kernel/base/json.ts'
import { registrationsOpen } from './registrations.ts'
import type { Settings } from './settings.ts'
import { SOFTWARE } from './software.ts'
import { sourceUrlOf } from './source/routes.ts'
import type { Usage } from './usage.ts'

export type NodeInfoVersion = '2.0' | '2.1'

const SCHEMA = 'http://nodeinfo.diaspora.software/ns/schema'

/** URLs of the documents (S-070); 2.0 comes first, as some readers take the first link. */
export function presentDiscovery(origin: string): JsonText {
  const link = (version: NodeInfoVersion) => ({
    rel: `${SCHEMA}/${version}`,
    href: `${origin}/nodeinfo/${version}`,
  })
  return toJson({ links: [link('2.0'), link('2.1')] })
}

/**
 * Renders the NodeInfo document (S-071…S-080).
 * @see https://nodeinfo.diaspora.software/schema.html
 */
export function presentNodeInfo(
  version: NodeInfoVersion,
  { config, settings, usage }: { config: Config; settings: Settings; usage: Usage },
): JsonText {
  const software = { name: SOFTWARE.name, version: SOFTWARE.version }
  return toJson({
    version,
    software:
      version === '2.0' ? software : { ...software, repository: sourceUrlOf(config, settings) },
    protocols: ['activitypub'],
    services: { inbound: [], outbound: [] },
    openRegistrations: registrationsOpen(settings),
    usage: {
      users: {
        total: usage.users,
        activeMonth: usage.activeMonth,
        activeHalfyear: usage.activeHalfYear,
      },
      localPosts: usage.statuses,
    },
    metadata: {
      nodeName: settings.title,
      nodeDescription: settings.description,
      // the API that this server implements, for client libraries that know few names (S-556)
      upstream: { name: 'mastodon' },
    },
  })
}

/** The media type of a document names its schema. */
export function nodeInfoType(version: NodeInfoVersion): string {
  return `application/json; charset=utf-8; profile="${SCHEMA}/${version}#"`
}
