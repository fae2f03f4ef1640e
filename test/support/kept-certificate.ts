import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CertificateStore,
  openCertificateStore,
} from '../../src/app/https/certificate-store.ts'
import { keepCertificate, showStored } from '../../src/app/https/keep-certificate.ts'
import type { Keeping } from '../../src/app/https/keeping.ts'
import { createTlsState } from '../../src/app/https/tls-state.ts'
import type { CertificateTrouble } from '../../src/features/identity/mail-queue.ts'
import { createTransport } from '../../src/kernel/acme/transport.ts'

/** ms of real time that any wait takes; the clock of the test takes all of it */
const SHORT = 30

/** A certificate that is kept in this process, by a clock that runs ahead as soon as somebody waits. */
export interface KeptCertificate extends AsyncDisposable {
  readonly dataDir: string
  readonly store: CertificateStore
  /** lines of the log, with their level */
  readonly lines: string[]
  /** when the staff was told, by the test's clock, and what */
  readonly told: (CertificateTrouble & { at: number })[]
  /** chains that were shown, the newest last */
  readonly shown: string[]
  /** ms since 1970 */
  clock(): number
  /** ms by which the clock runs ahead */
  ahead(): number
  /** moves the clock */
  move(ms: number): void
  /** ends as a process does, and leaves its files */
  stop(): Promise<void>
}

interface Options {
  directory: string
  ca: string | null
  tokens: Keeping['tokens']
  /** of one that was kept before, which this one goes on with; another process of the same server */
  before?: KeptCertificate
}

export async function keepForTest(options: Options): Promise<KeptCertificate> {
  const { directory, ca, tokens, before } = options
  const dataDir = before?.dataDir ?? mkdtempSync(join(tmpdir(), 'rookery-kept-'))
  const lines: string[] = []
  const shown: string[] = []
  const told: KeptCertificate['told'] = []
  let offset = before?.ahead() ?? 0
  const clock = () => Date.now() + offset
  const state = createTlsState({
    async apply({ certificate }) {
      if (certificate !== null && shown.at(-1) !== certificate.cert) shown.push(certificate.cert)
    },
  })
  const stopped = new AbortController()
  const transport = createTransport({ directory, ca, userAgent: 'test', clock })
  const store = openCertificateStore(dataDir)
  const keeping: Keeping = {
    ...{
      name: 'social.example',
      email: 'admin@example.org',
      transport,
      store,
      state,
      tokens,
      clock,
    },
    async pause(ms) {
      await pause(SHORT, undefined, { signal: stopped.signal })
      offset += ms
    },
    lookUp: async () => ['192.0.2.1'],
    ownAddresses: () => ['10.0.0.7'],
    async tellStaff(trouble) {
      told.push({ at: clock(), ...trouble })
    },
    log: {
      info: (line: string) => void lines.push(`info ${line}`),
      warn: (line: string) => void lines.push(`warn ${line}`),
      error: (line: string) => void lines.push(`error ${line}`),
    } as Keeping['log'],
  }
  await showStored(keeping)
  const ended = keepCertificate(keeping).catch(() => {})
  const stop = async () => {
    stopped.abort()
    await transport[Symbol.asyncDispose]()
    await ended
  }
  return {
    ...{ dataDir, store, lines, shown, told, clock },
    ahead: () => offset,
    move: (ms) => {
      offset += ms
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
