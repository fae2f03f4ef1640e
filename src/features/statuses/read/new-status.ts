import { NotFound } from '../../../kernel/base/errors.ts'
import type { JsonText } from '../../../kernel/base/json.ts'
import type { Rendering } from '../../accounts/serializer.ts'
import { loadBodies } from './bodies.ts'
import { type Asking, loadListedTexts } from './serializer.ts'
import { loadListedStatuses } from './status-rows.ts'

/** The version of a row that nobody has changed: all that is read of the status is of this version or a later one. */
const FIRST_VERSION = 1

/**
 * As `renderStatus`, for a new status: its body is not cached, so it is asked for together with its row.
 * @throws NotFound if there is no such status or the viewer may not see it
 */
export async function renderNewStatus(
  app: Rendering,
  asking: Asking,
  id: string,
): Promise<JsonText> {
  const [listed] = await Promise.all([
    loadListedStatuses(app.db, asking?.id ?? null, [id]),
    loadBodies(app, [{ id, version: FIRST_VERSION }]),
  ])
  const text = (await loadListedTexts(app, asking, [...listed.values()])).get(id)
  if (text === undefined) throw new NotFound()
  return text
}
