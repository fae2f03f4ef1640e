import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { until } from '../in-time.ts'
import type { Pebble } from '../pebble.ts'
import type { HttpsClient } from './https-client.ts'
import type { Machine } from './machine.ts'

/** ids of posts that are asked for together */
const TOGETHER = 20

interface Parts {
  name: string
  /** of this machine: the machines share a network */
  address: string
  /** for its own machine alone; in a network that others share it has to be another one */
  port: number
  client: HttpsClient
  machine: Machine
  authority: Pebble
}

/** A server of the package on a machine of its own. */
export class Server {
  readonly origin: string
  readonly machine: Machine
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    this.machine = parts.machine
    this.origin = `https://${parts.name}.rookery.test`
  }

  /** Runs commands of the page, with the name of this server in the place of the example. */
  follow(commands: readonly string[]): string {
    assert.ok(commands.length > 0)
    return commands.map((line) => this.machine.do(this.#named(line))).join('')
  }

  /** The same, one command, while this process does other things. */
  async followMeanwhile([line = '']: readonly string[]): Promise<string> {
    const { code, text } = await this.machine.begin(this.#named(line))
    assert.equal(code, 0, `${line}\n${text}`)
    return text
  }

  #named(line: string): string {
    return line.replace('https://social.example', this.origin)
  }

  /** Lets the machine trust authorities, and know where names lead. */
  trust(authorities: readonly string[]): void {
    for (const [index, pem] of authorities.entries()) {
      this.machine.write(`usr/local/share/ca-certificates/authority-${index}.crt`, pem)
    }
    this.machine.do('sudo update-ca-certificates')
    const own = `127.0.0.1 localhost ${this.#parts.name}`
    const hosts = `${own}\n127.0.0.1 alpha.rookery.test\n127.0.0.2 beta.rookery.test\n`
    this.machine.write('etc/hosts', hosts)
  }

  /** Settings for a network of tests: its authority, and addresses that nobody else reaches. */
  prepare(): void {
    const { address, port, authority } = this.#parts
    this.machine.write('etc/ssl/authority.pem', readFileSync(authority.caFile, 'utf8'))
    const settings = [
      `ACME_DIRECTORY=${authority.directory}`,
      'ACME_CA_FILE=/etc/ssl/authority.pem',
      `HOST=${address}`,
      `PORT=${port}`,
      'EGRESS_ALLOW=127.0.0.0/8',
      'RATE_LIMITS=off',
    ]
    this.machine.do(`printf '%s\\n' ${settings.join(' ')} | sudo tee -a /etc/rookery/environment`)
  }

  async untilServing(version: string): Promise<void> {
    const { client } = this.#parts
    await until(() => client.answers(`${this.origin}/health`))
    const url = `${this.origin}/api/v2/instance`
    assert.ok((await client.ask(url)).text.includes(`Rookery ${version}`))
  }

  tokenOf(name: string): string {
    const told = this.machine.do(
      `sudo rookery tokens create ${name} --scopes "read write follow" 2>&-`,
    )
    return told.trim()
  }

  /** Fails unless all of these posts are there. */
  async demandPosts(ids: readonly string[], token: string): Promise<void> {
    for (let at = 0; at < ids.length; at += TOGETHER) {
      const asked = ids.slice(at, at + TOGETHER)
      const query = asked.map((id) => `id[]=${id}`).join('&')
      const url = `${this.origin}/api/v1/statuses?${query}`
      const found = await this.#parts.client.get<{ id: string }[]>(url, token)
      assert.deepEqual(found.map(({ id }) => id).sort(), [...asked].sort())
    }
  }

  /** Files of the data that do not belong to the system user. */
  foreignFiles(): string {
    const folders = '/var/lib/rookery /var/cache/rookery /var/backups/rookery'
    return this.machine.ask(`find ${folders} ! -user rookery`).text
  }
}
