import { PageClient } from './page-client.ts'

/** Somebody who comes from many addresses, through a proxy that the server trusts. */
export class Attacker extends PageClient {
  address = '203.0.113.1'

  override send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: string,
    headers: Record<string, string> = {},
  ) {
    return super.send(method, path, payload, { ...headers, 'x-forwarded-for': this.address })
  }
}
