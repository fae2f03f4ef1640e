import { createInbox, type Inbox } from './frames.ts'

/** An open server-sent event stream. */
export interface EventStream extends Pick<Inbox, 'next'> {
  status: number
  headers: Headers
  /** text before the first line break */
  firstLine: string
  close(): void
}

/** Opens a stream that the server accepts; an ordinary request is enough for a refused one. */
export async function openEventStream(
  base: string,
  path: string,
  token: string,
): Promise<EventStream> {
  const abort = new AbortController()
  const opening = setTimeout(() => abort.abort(), 5000)
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const response = await fetch(new URL(path, base), { headers, signal: abort.signal })
  const inbox = createInbox()
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader.read()
  clearTimeout(opening)
  const [firstLine = ''] = (first.value ?? '').split('\n')
  void follow(reader, first.value ?? '', inbox)
  return {
    status: response.status,
    headers: response.headers,
    firstLine,
    next: inbox.next,
    close: () => abort.abort(),
  }
}

async function follow(
  reader: ReadableStreamDefaultReader<string>,
  start: string,
  inbox: Inbox,
): Promise<void> {
  let text = start
  try {
    for (;;) {
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) readBlock(block, inbox)
      const { value, done } = await reader.read()
      if (done) return
      text += value
    }
  } catch {
    // closed by us
  }
}

function readBlock(block: string, inbox: Inbox): void {
  const event = /^event: ?(.*)$/m.exec(block)?.[1]
  const payload = /^data: ?(.*)$/m.exec(block)?.[1]
  if (event !== undefined) inbox.put({ event, ...(payload === undefined ? {} : { payload }) })
}
