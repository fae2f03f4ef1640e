import { type JsonText, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { domainDigest } from './domain-block-entity.ts'
import type { DomainBlock } from './domain-blocks.ts'
import type { Settings } from './settings.ts'
import { settings } from './settings.ts'

/**
 * The published domain blocks (S-308), mildest first.
 *
 * @param signedIn whether a local user requests them
 * @returns null if they are not published
 * @see https://docs.joinmastodon.org/methods/instance/#domain_blocks
 */
export async function renderDomainBlocks(app: App, signedIn: boolean): Promise<JsonText | null> {
  const { domain_blocks_shown, domain_block_comments_shown } = await app.cached.get(settings)
  if (!isShown(domain_blocks_shown, signedIn)) return null
  const withComment = isShown(domain_block_comments_shown, signedIn)
  const blocks = await app.db
    .selectFrom('domain_block')
    .selectAll()
    .where('severity', 'in', ['silence', 'suspend'])
    .orderBy('severity')
    .orderBy('domain')
    .execute()
  return toJson(blocks.map((block) => presentShown(block, withComment)))
}

function isShown(to: Settings['domain_blocks_shown'], signedIn: boolean): boolean {
  return to === 'everybody' || (to === 'users' && signedIn)
}

function presentShown(block: DomainBlock, withComment: boolean) {
  return {
    domain: block.obfuscate ? obfuscated(block.domain) : block.domain,
    digest: domainDigest(block.domain),
    severity: block.severity,
    ...(withComment ? { comment: block.public_comment } : {}),
  }
}

/** About a quarter at either end stays visible, and so do the dots. */
function obfuscated(domain: string): string {
  const visible = Math.floor(domain.length / 4)
  const hides = (at: number) => at > visible && at < domain.length - visible
  return [...domain].map((one, at) => (hides(at) && one !== '.' ? '*' : one)).join('')
}
