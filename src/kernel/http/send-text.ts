import { type IncomingMessage, ServerResponse } from 'node:http'

/**
 * Sends ASCII text directly from memory: as UTF-8 it would be measured twice more and copied into a buffer of
 * three times its size. Most JSON pages are ASCII.
 */
export class AsciiResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override end(callback?: () => void): this
  override end(chunk: unknown, callback?: () => void): this
  override end(chunk: unknown, encoding: BufferEncoding, callback?: () => void): this
  override end(chunk?: unknown, encoding?: unknown, callback?: () => void): this {
    const isAscii =
      typeof chunk === 'string' && !encoding && Buffer.byteLength(chunk) === chunk.length
    return super.end(chunk, (isAscii ? 'latin1' : encoding) as BufferEncoding, callback)
  }
}
