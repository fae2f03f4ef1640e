import type { App } from '../../app.ts'
import { NotFound } from '../../errors.ts'
import { normalizeId } from '../../ids.ts'
import { getVisibleStatus } from '../../statuses/queries.ts'
import { type Call, goTo, type Pages, pageRoute, textOf } from '../pages.ts'
import { getProfile } from '../public-profile-data.ts'
import { signedIn } from '../signed-in.ts'
import { CLIENT_ADDRESSES, type ClientAddress } from './addresses.ts'
import { showClient } from './document.ts'
import { readerOf } from './reader.ts'

/** The client, at the addresses that only it has. The API decides what somebody may see there. */
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
 * Strangers, robots among them, are told what is not there; who is signed in may find it with the client.
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
