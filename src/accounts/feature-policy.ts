import { type Document, documentOf, listOf, namesPublic } from '../activitypub/as2.ts'
import type { Db } from '../db/database.ts'
import type { JsonText } from '../json.ts'

/** Who is meant, by the words of https://docs.joinmastodon.org/entities/FeatureApproval/ */
type Circle = 'public' | 'followers' | 'following' | 'unsupported_policy'

/** Who may show an account in a collection, at once or if the account agrees. */
export interface FeaturePolicy {
  automatic: Circle[]
  manual: Circle[]
}

/** How a policy applies to somebody; `missing`: the account's server said nothing of it. */
export type FeatureRight = 'automatic' | 'manual' | 'denied' | 'unknown' | 'missing'

/** What the policy of an account follows from. */
export interface Featurable {
  id: string
  domain: string | null
  locked: boolean
  discoverable: boolean | null
  feature_policy: string | null
}

const NOBODY: FeaturePolicy = { automatic: [], manual: [] }
/** addresses of a policy that are looked at */
const MOST_NAMED = 20

/**
 * People here let themselves be featured if they let themselves be found, and by their followers alone
 * if they choose who follows them, as with Mastodon; others' servers say it of them.
 *
 * @returns null where nothing was said
 */
export function featurePolicyOf(account: Featurable): FeaturePolicy | null {
  if (account.domain !== null) {
    return account.feature_policy === null ? null : JSON.parse(account.feature_policy)
  }
  if (account.discoverable !== true) return NOBODY
  return { automatic: [account.locked ? 'followers' : 'public'], manual: [] }
}

/**
 * How the policy applies to somebody. Without an agreement nobody is featured, whatever this says.
 *
 * @param viewerId null: nobody signed in
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

/** What can be told of everybody who is signed in; `unknown` where it depends on who asks. */
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

/** The member `feature_approval` as all see it who are signed in: accounts are rendered once for all. */
export function presentFeatureApproval(account: Featurable) {
  const policy = featurePolicyOf(account)
  const { automatic, manual } = policy ?? NOBODY
  return { automatic, manual, current_user: policy === null ? 'missing' : rightOfAll(policy) }
}

/** The same account as one viewer sees it. */
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
