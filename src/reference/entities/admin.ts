import { Type } from '../../http/schema.ts'
import { closed, id, mapOf, nullable, ref, text, time } from './kinds.ts'

/** Entities of the staff's interface, Mastodon's and ours. */
export const adminEntities = {
  'Audit::Entry': closed({
    id,
    account: nullable(ref('Account')),
    action: text,
    target: closed({ type: text, id: nullable(text), label: text }),
    details: mapOf(Type.Unknown()),
    created_at: time,
  }),
}
