/** One event of a stream, in the form of a WebSocket frame. */
export interface Frame {
  event?: string
  payload?: string
  stream?: string[]
  error?: string
  status?: number
}

/** Buffers frames until they are requested. */
export interface Inbox {
  put(frame: Frame): void
  /** the next matching frame; earlier ones are dropped; null if none comes in time */
  next(wanted: (frame: Frame) => boolean, ms?: number): Promise<Frame | null>
}

const PATIENCE = 3000
const STEP = 10

export function createInbox(): Inbox {
  const frames: Frame[] = []
  return {
    put: (frame) => void frames.push(frame),
    async next(wanted, ms = PATIENCE) {
      for (const end = Date.now() + ms; ; ) {
        for (let frame = frames.shift(); frame !== undefined; frame = frames.shift()) {
          if (wanted(frame)) return frame
        }
        if (Date.now() >= end) return null
        await new Promise((resolve) => setTimeout(resolve, STEP))
      }
    },
  }
}
