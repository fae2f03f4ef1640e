import type { Tx } from '../../../kernel/core/tx.ts'
import type { PublicKey } from './read-keys.ts'

export interface FoundKey extends PublicKey {
  uri: string
}

/**
 * Replaces the keys of an actor. A key id that another actor of the same server listed first
 * changes its owner only if the id starts with the new owner's id.
 */
export async function saveKeys(
  tx: Tx,
  actor: { accountId: string; actorUri: string; keys: readonly FoundKey[] },
): Promise<void> {
  const { accountId, actorUri, keys } = actor
  const listed = keys.map(({ uri }) => uri)
  await tx.db
    .deleteFrom('actor_key')
    .where('account_id', '=', accountId)
    .$if(listed.length > 0, (query) => query.where('uri', 'not in', listed))
    .execute()
  for (const { uri, algorithm, pem } of keys) {
    const columns = { account_id: accountId, algorithm, public_pem: pem }
    const named = uri.startsWith(`${actorUri}#`) || uri.startsWith(`${actorUri}/`)
    await tx.db
      .insertInto('actor_key')
      .values({ uri, ...columns, private_pem: null })
      .onConflict((conflict) => {
        const replace = conflict.column('uri').doUpdateSet(columns)
        return named ? replace : replace.where('actor_key.account_id', '=', accountId)
      })
      .execute()
  }
}
