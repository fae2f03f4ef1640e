import { getVisibleStatus } from '../../../features/statuses/queries.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import { normalizeId } from '../../../kernel/base/ids.ts'
import type { App } from '../../../kernel/core/app.ts'
import { signedIn } from '../frame/signed-in.ts'
import { type Call, goTo, type Pages, pageRoute, textOf } from '../pages.ts'
import { getProfile } from '../public/profile-data.ts'
import { CLIENT_ADDRESSES, type ClientAddress } from './addresses.ts'
import { showClient } from './document.ts'
import { readerOf } from './reader.ts'

/** The client's document, at the addresses that only the client serves. The API checks access to the data. */
export const clientPages: Pages = (server, app, door) => {
  for (const address of CLIENT_ADDRESSES.everybody) {
    pageRoute(server, door, address.url, async (call) => {
      await checkThere(app, call, address)
      return showClient(app, call, address)
    })
  }
  for (const address of CLIENT_ADDRESSES.signedIn) {
    pageRoute(server, door, address.url, async (call) => {
      const caller = signedIn(app, call)
      if (caller === null) return call.reply
      if (caller.user.barred !== null) return goTo(call.reply, '/settings/two_factor')
      return showClient(app, caller, address)
    })
  }
}

/**
 * Answers visitors and crawlers with 404 for a missing profile or status; signed-in users get the client, which may
 * find it.
 * @throws NotFound
 */
async function checkThere(app: App, call: Call, { of }: ClientAddress): Promise<void> {
  if (of === undefined || readerOf(call.visitor.user) !== null) return
  const { params } = call.request
  await getProfile(app, textOf(params, 'username'))
  if (of === 'profile') return
  const id = normalizeId(textOf(params, 'id'))
  if (id === null) throw new NotFound()
  await getVisibleStatus(app.db, null, id)
}
