import { type IncomingMessage, ServerResponse } from 'node:http'

/**
 * Sends text that is ASCII as it lies in memory: as UTF-8 it would be measured twice more and written
 * into a buffer for the three times as many bytes that it could take. Most pages of JSON are ASCII.
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
