import type { Redis } from '../redis/redis.ts'
import { type Channel, kindOfChannel } from './bus.ts'
import type { OpenLink } from './link.ts'

const PREFIX = 'bus:'

/** Messages over Redis's publish and subscribe: Redis sends each channel only to who subscribed to it. */
export function redisLink(redis: Redis): OpenLink {
  return async (events) => {
    const end = redis.watch({
      lost: () => events.lost('Redis is away'),
      back: () => events.back(),
    })
    const hear = (text: string, channel: string) =>
      events.heard(kindOfChannel(channel.slice(PREFIX.length)), text)
    const name = (channel: Channel) => PREFIX + channel
    if (redis.isReady) events.back()
    else events.lost('Redis is away')
    // changes are made in order, so the last one is the end of all
    let last = Promise.resolve()
    return {
      subscribe(channel) {
        last = redis.subscribe(name(channel), hear)
      },
      unsubscribe(channel) {
        last = redis.unsubscribe(name(channel), hear)
      },
      settled: () => last,
      async send(packets) {
        const sending = packets.flatMap(({ channels, text }) =>
          channels.map((channel) => redis.publish(name(channel), text)),
        )
        await Promise.all(sending)
      },
      async [Symbol.asyncDispose]() {
        end()
      },
    }
  }
}
