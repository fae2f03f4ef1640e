import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { selfSigned } from '../../src/kernel/acme/certificates.ts'
import { freePort } from './free-port.ts'
import { until } from './in-time.ts'

/** For `skip` of tests that need an authority: false, or the reason. Where CI is set, it must be there. */
export const withoutPebble: string | false =
  !process.env.CI && spawnSync('pebble', ['-help']).error !== undefined
    ? 'there is no pebble here'
    : false

interface PebbleOptions {
  /** ports of this machine at which names are checked */
  httpPort: number
  tlsPort: number
  /** address of this machine that every name leads to */
  address?: string
  /** seconds that certificates are valid */
  validity?: number
  /** percentage of good nonces that are refused */
  refusedNonces?: number
}

/** An authority for tests, to which every name is this machine. It can stop, and come back without its memory. */
export class Pebble implements AsyncDisposable {
  readonly directory: string
  /** PEM file that its own server is checked against */
  readonly caFile: string
  /** PEM of that */
  readonly ca: string
  readonly #management: number
  readonly #dns: number
  readonly #folder: string
  readonly #env: NodeJS.ProcessEnv
  readonly #address: string
  #processes: ChildProcess[] = []

  private constructor(
    folder: string,
    ports: { own: number; management: number; dns: number },
    { httpPort, tlsPort, address = '127.0.0.1', validity, refusedNonces = 0 }: PebbleOptions,
  ) {
    this.#folder = folder
    this.#address = address
    this.#management = ports.management
    this.#dns = ports.dns
    this.directory = `https://localhost:${ports.own}/dir`
    const { key, cert } = selfSigned('localhost', { from: Date.now() - 60_000, days: 1 })
    this.ca = cert
    this.caFile = join(folder, 'cert.pem')
    writeFileSync(this.caFile, cert)
    writeFileSync(join(folder, 'key.pem'), key)
    const pebble = {
      listenAddress: `127.0.0.1:${ports.own}`,
      managementListenAddress: `127.0.0.1:${ports.management}`,
      certificate: this.caFile,
      privateKey: join(folder, 'key.pem'),
      ...{ httpPort, tlsPort, ocspResponderURL: '', externalAccountBindingRequired: false },
      ...(validity === undefined ? {} : { certificateValidityPeriod: validity }),
    }
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ pebble }))
    this.#env = {
      ...process.env,
      PEBBLE_VA_NOSLEEP: '1',
      PEBBLE_AUTHZREUSE: '0',
      PEBBLE_WFE_NONCEREJECT: String(refusedNonces),
    }
  }

  static async start(options: PebbleOptions): Promise<Pebble> {
    const pebble = await Pebble.prepare(options)
    await pebble.start()
    return pebble
  }

  /** An authority that does not run yet. */
  static async prepare(options: PebbleOptions): Promise<Pebble> {
    const folder = mkdtempSync(join(tmpdir(), 'rookery-pebble-'))
    const ports = { own: await freePort(), management: await freePort(), dns: await freePort() }
    return new Pebble(folder, ports, options)
  }

  async start(): Promise<void> {
    const dns = `127.0.0.1:${this.#dns}`
    const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', '']
    const address = ['-defaultIPv4', this.#address]
    const names = [
      '-dns01',
      dns,
      ...off,
      ...address,
      '-management',
      `127.0.0.1:${await freePort()}`,
    ]
    const config = ['-config', join(this.#folder, 'config.json'), '-dnsserver', dns]
    this.#processes = [
      spawn('pebble-challtestsrv', names, { stdio: 'ignore' }),
      spawn('pebble', config, { stdio: 'ignore', env: this.#env }),
    ]
    await until(async () => (await this.#ask(this.directory)) !== null)
  }

  async stop(): Promise<void> {
    const running = this.#processes.filter((one) => one.exitCode === null)
    this.#processes = []
    for (const one of running) one.kill('SIGKILL')
    await Promise.all(running.map((one) => once(one, 'exit')))
  }

  /** The certificate that the authority's certificates are checked against; another one after each start. */
  async root(): Promise<string> {
    return (await this.#ask(`https://localhost:${this.#management}/roots/0`)) ?? ''
  }

  async #ask(url: string): Promise<string | null> {
    const dispatcher = new Agent({ connect: { ca: this.ca } })
    try {
      const { statusCode, body } = await request(url, { dispatcher })
      const text = await body.text()
      return statusCode === 200 ? text : null
    } catch {
      return null
    } finally {
      await dispatcher.destroy()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
