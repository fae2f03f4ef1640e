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
  /** whether the other side may get it twice, as is so for GET and HEAD: default false for other methods */
  mayRepeat?: boolean
  /** media types asked for; a successful reply of another type is refused */
  accept?: readonly string[]
  /** decoded bytes of the reply */
  maxBytes: number
  /** for everything: name, connection, redirects, body */
  timeoutMs: number
  /** default 3 */
  maxRedirects?: number
  /** shared by all requests on the way to one document */
  budget?: HopBudget
  signal?: AbortSignal
  /** headers for this address alone, such as a signature; asked again after each redirect */
  onHop?: (url: URL) => HeaderFields | Promise<HeaderFields>
}

export interface EgressHead {
  status: number
  /** where the reply came from, after redirects */
  url: string
  /** names in lower case */
  headers: HeaderFields
  /** `type/subtype` in lower case; null where the reply has none */
  contentType: string | null
}

export interface EgressResponse extends EgressHead {
  body: Buffer
}

export interface EgressDownload extends EgressHead {
  /** bytes handed over; 0 unless the status is a success */
  bytes: number
}

export type Sink = Writable | ((chunk: Buffer) => void | Promise<void>)
