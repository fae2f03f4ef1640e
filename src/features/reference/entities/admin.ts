import { Type } from '../../../kernel/http/schema.ts'
import { closed, id, mapOf, nullable, ref, text, time } from './kinds.ts'

/** Entities of the staff's API, Mastodon's and Rookery's own. */
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
