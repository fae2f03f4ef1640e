import type { Bus, Channel } from '../../kernel/bus/bus.ts'
import type { RegistryWatch } from './registry.ts'

/**
 * Subscribes the process to what its connections need: the accounts that have one, and the timelines that one of them
 * shows. An account's channel brings its home timeline and lists too.
 */
export function createInterests(bus: Pick<Bus, 'subscribe' | 'unsubscribe'>): RegistryWatch {
  const uses = new Map<Channel, number>()
  const count = (channel: Channel, change: number) => {
    const used = (uses.get(channel) ?? 0) + change
    if (used > 0) uses.set(channel, used)
    else uses.delete(channel)
    if (used === 0) bus.unsubscribe(channel)
    else if (used === 1 && change > 0) bus.subscribe(channel)
  }
  return {
    account(id, isListening) {
      for (const channel of ['all', `account:${id}`] as const) count(channel, isListening ? 1 : -1)
    },
    channel(channel, isListening) {
      for (const source of sourcesOf(channel)) count(source, isListening ? 1 : -1)
    },
  }
}

/** Where the statuses of a public stream or hashtag stream come from; streams of accounts have none. */
export function sourcesOf(channel: string): readonly Channel[] {
  const [stream = '', name = ''] = channel.split(' ')
  if (/^hashtag(:local)?$/.test(stream)) return [`tag:${name}`]
  if (!/^public(:|$)/.test(stream)) return []
  if (/^public:(local|remote)/.test(stream)) return [/:local/.test(stream) ? LOCAL : REMOTE]
  return [LOCAL, REMOTE]
}

const LOCAL = 'public:local'
const REMOTE = 'public:remote'
