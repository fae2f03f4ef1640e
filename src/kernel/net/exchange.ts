import type { Writable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { HeaderFields } from './headers.ts'
import type { HopBudget } from './hop-budget.ts'

export interface EgressRequest {
  url: string | URL
  /** default GET; redirects are followed for GET and HEAD only */
  method?: Dispatcher.HttpMethod
  headers?: HeaderFields
  body?: Buffer | string
  /** whether the request may be sent twice, as GET and HEAD may: default false for other methods */
  mayRepeat?: boolean
  /** accepted media types; a successful response of another type is refused */
  accept?: readonly string[]
  /** decoded bytes of the response */
  maxBytes: number
  /** for the whole exchange: DNS, connection, redirects, body */
  timeoutMs: number
  /** default 3 */
  maxRedirects?: number
  /** shared by all requests for one document */
  budget?: HopBudget
  signal?: AbortSignal
  /** headers for one address, such as a signature; called again after each redirect */
  onHop?: (url: URL) => HeaderFields | Promise<HeaderFields>
}

export interface EgressHead {
  status: number
  /** final address, after redirects */
  url: string
  /** names in lower case */
  headers: HeaderFields
  /** `type/subtype` in lower case; null if the response has none */
  contentType: string | null
}

export interface EgressResponse extends EgressHead {
  body: Buffer
}

export interface EgressDownload extends EgressHead {
  /** bytes passed on; 0 unless the status is a success */
  bytes: number
}

export type Sink = Writable | ((chunk: Buffer) => void | Promise<void>)
