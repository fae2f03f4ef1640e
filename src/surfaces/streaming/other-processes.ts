import type { Bus } from '../../kernel/bus/bus.ts'
import type { App } from '../../kernel/core/app.ts'
import { channelsOf } from './bus-channels.ts'
import type { StreamEvent } from './events.ts'
import type { Hub } from './hub.ts'
import { createInterests } from './interests.ts'
import { createQueue } from './queue.ts'
import type { RegistryWatch } from './registry.ts'

/** The streams of other processes. */
export interface Joined {
  /** tells the bus of what this process's connections need */
  readonly interests: RegistryWatch
  /** sends an event to the processes that may have a stream for it */
  publish(event: StreamEvent): void
  /** passes events of other processes to the connections of this one */
  hearFor(hub: Hub): void
}

export type Join = (app: App, bus: Bus) => Joined

/** ids in one message */
const MAX_TOKENS = 100

/** Connects the streams of this process with those of others. */
export const join: Join = (app, bus) => {
  const queue = createQueue<StreamEvent>({
    async work(event) {
      bus.publish(await channelsOf(app.db, event), JSON.stringify(event))
    },
    onError(err, event) {
      app.log.error({ err, event }, 'telling other processes failed')
      bus.reportLoss()
    },
    onFull() {
      app.log.warn('there is too much to tell other processes: some of it is dropped')
      bus.reportLoss()
    },
  })
  return {
    interests: createInterests(bus),
    publish(event) {
      for (const part of partsOf(event)) queue.push(part)
    },
    hearFor(hub) {
      bus.listen(['all', 'account', 'public', 'tag'], (text) => hub.hear(JSON.parse(text)))
      bus.onGap(() => hub.renew())
    },
  }
}

/** Events whose message would be too long, in parts. */
function partsOf(event: StreamEvent): StreamEvent[] {
  if (event.type !== 'token.revoked') return [event]
  const parts: StreamEvent[] = []
  for (let at = 0; at < event.tokenIds.length; at += MAX_TOKENS) {
    parts.push({ ...event, tokenIds: event.tokenIds.slice(at, at + MAX_TOKENS) })
  }
  return parts
}
