import type { Subscription } from './registry.ts'

/** @see https://docs.joinmastodon.org/methods/streaming/#events */
export type StreamEventName =
  | 'update'
  | 'status.update'
  | 'delete'
  | 'notification'
  | 'notifications_merged'
  | 'conversation'
  | 'announcement'
  | 'announcement.reaction'
  | 'announcement.delete'
  | 'filters_changed'

/** An event with its payload. Each serialised form is made once, however many connections get it. */
export interface Message {
  bytesFor(subscription: Subscription): Buffer
}

/**
 * @param payload JSON of an entity, or a bare id (S-464); null: no payload, which server-sent events write as
 *   `undefined` like Mastodon does, as clients dispatch no event without data (S-482)
 */
export function createMessage(event: StreamEventName, payload: string | null): Message {
  let serverSent: Buffer | undefined
  let quoted: string | undefined
  const frames = new Map<string, Buffer>()
  return {
    bytesFor({ connection, label }) {
      if (connection.transport === 'sse') {
        serverSent ??= Buffer.from(`event: ${event}\ndata: ${payload ?? 'undefined'}\n\n`)
        return serverSent
      }
      const known = frames.get(label)
      if (known !== undefined) return known
      quoted ??= payload === null ? '' : `,"payload":${JSON.stringify(payload)}`
      const frame = textFrame(`{"stream":${label},"event":"${event}"${quoted}}`)
      frames.set(label, frame)
      return frame
    },
  }
}

/**
 * A whole WebSocket text frame from a server, so without a mask.
 * @see https://www.rfc-editor.org/rfc/rfc6455#section-5.2
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafeSlow(head + length)
  frame[0] = 0x81
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, head)
  return frame
}
