import type { Status } from '../../shared/entities/api.ts'
import { viewer } from '../../shared/session.ts'
import { type Context, type Verdict, verdictFor } from './filter-verdict.ts'

/** The verdict of the signed-in person's filters on a status at a place. */
export const verdictOf = (status: Status, context: Context): Verdict | null =>
  verdictFor(viewer?.account_id ?? null, status, context)

/** Whether a list has to leave a status out. */
export const isHidden = (status: Status, context: Context): boolean =>
  verdictOf(status, context)?.action === 'hide'
