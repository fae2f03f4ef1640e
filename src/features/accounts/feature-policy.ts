import { type Document, documentOf, listOf, namesPublic } from '../../kernel/activitypub/as2.ts'
import type { JsonText } from '../../kernel/base/json.ts'
import type { Db } from '../../kernel/db/database.ts'

/** Audiences, in the words of https://docs.joinmastodon.org/entities/FeatureApproval/ */
type Circle = 'public' | 'followers' | 'following' | 'unsupported_policy'

/** The audiences that may feature an account in a collection: at once, or if the account agrees. */
export interface FeaturePolicy {
  automatic: Circle[]
  manual: Circle[]
}

/** A policy applied to one account; `missing`: the account's server states no policy. */
export type FeatureRight = 'automatic' | 'manual' | 'denied' | 'unknown' | 'missing'

/** The columns that decide an account's policy. */
export interface Featurable {
  id: string
  domain: string | null
  locked: boolean
  discoverable: boolean | null
  feature_policy: string | null
}

const NOBODY: FeaturePolicy = { automatic: [], manual: [] }
/** maximum of URIs per policy that are read */
const MOST_NAMED = 20

/**
 * Discoverable local accounts may be featured; locked ones only by their followers, as in Mastodon.
 * Remote accounts have the policy that their server states.
 *
 * @returns null if the server states none
 */
export function featurePolicyOf(account: Featurable): FeaturePolicy | null {
  if (account.domain !== null) {
    return account.feature_policy === null ? null : JSON.parse(account.feature_policy)
  }
  if (account.discoverable !== true) return NOBODY
  return { automatic: [account.locked ? 'followers' : 'public'], manual: [] }
}

/**
 * Applies the policy to a viewer. It does not replace the account's consent, which every feature
 * needs.
 *
 * @param viewerId null: no signed-in viewer
 */
export async function featureRight(
  db: Db,
  account: Featurable,
  viewerId: string | null,
): Promise<FeatureRight> {
  if (viewerId === null) return 'denied'
  if (viewerId === account.id) return 'automatic'
  const policy = featurePolicyOf(account)
  if (policy === null) return 'missing'
  const known = rightOfAll(policy)
  if (known !== 'unknown' && known !== 'manual') return known
  const circles = new Set<Circle>(['public'])
  if (await follows(db, viewerId, account.id)) circles.add('followers')
  if (await follows(db, account.id, viewerId)) circles.add('following')
  const isIn = (circle: Circle) => circles.has(circle)
  if (policy.automatic.some(isIn)) return 'automatic'
  if (policy.manual.some(isIn)) return 'manual'
  const named = [...policy.automatic, ...policy.manual]
  return named.includes('unsupported_policy') ? 'unknown' : 'denied'
}

/** The right that all signed-in viewers share; `unknown` if it depends on the viewer. */
function rightOfAll({ automatic, manual }: FeaturePolicy): FeatureRight {
  if (automatic.includes('public')) return 'automatic'
  if (manual.includes('public')) return 'manual'
  return automatic.length + manual.length === 0 ? 'denied' : 'unknown'
}

async function follows(db: Db, accountId: string, targetId: string): Promise<boolean> {
  const row = await db
    .selectFrom('follow')
    .select('id')
    .where('account_id', '=', accountId)
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The member `feature_approval` for all signed-in viewers together: accounts are rendered once for
 * everybody.
 */
export function presentFeatureApproval(account: Featurable) {
  const policy = featurePolicyOf(account)
  const { automatic, manual } = policy ?? NOBODY
  return { automatic, manual, current_user: policy === null ? 'missing' : rightOfAll(policy) }
}

/** The same account entity with the right of one viewer. */
export async function withFeatureRight(
  db: Db,
  text: JsonText,
  account: Featurable,
  viewerId: string | null,
): Promise<JsonText> {
  const shared = memberOf(presentFeatureApproval(account))
  const { automatic, manual } = featurePolicyOf(account) ?? NOBODY
  const current_user = await featureRight(db, account, viewerId)
  return text.replace(shared, () => memberOf({ automatic, manual, current_user })) as JsonText
}

function memberOf(approval: object): string {
  return `"feature_approval":${JSON.stringify(approval)}`
}

interface Addresses {
  uri: string
  followersUri: string | null
  followingUri: string | null
}

/**
 * The policy in an actor's `interactionPolicy.canFeature`.
 *
 * @returns null if it has none, which counts as no consent
 * @see https://w3id.org/fep/7aa9
 */
export function readFeaturePolicy(document: Document, actor: Addresses): FeaturePolicy | null {
  const policy = documentOf(documentOf(document.interactionPolicy)?.canFeature)
  if (policy === null) return null
  return {
    automatic: circlesOf(policy.automaticApproval, actor),
    manual: circlesOf(policy.manualApproval, actor),
  }
}

/** The actor's own id stands for nobody. */
function circlesOf(value: unknown, { uri, followersUri, followingUri }: Addresses): Circle[] {
  const circles = listOf(value)
    .slice(0, MOST_NAMED)
    .flatMap((one): Circle[] => {
      if (one === uri) return []
      if (namesPublic([one])) return ['public']
      if (one === followersUri) return ['followers']
      if (one === followingUri) return ['following']
      return ['unsupported_policy']
    })
  return [...new Set(circles)]
}
