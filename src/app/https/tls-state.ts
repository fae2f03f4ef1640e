import { randomBytes } from 'node:crypto'
import type { KeyAndChain } from '../../kernel/acme/certificate-facts.ts'

/** All that a process shows which ends TLS; plain data, which a parent sends to its workers. */
export interface TlsState {
  /** null: there is none yet, so nobody is served */
  certificate: KeyAndChain | null
  /** shown to the authority alone while it checks the name (RFC 8737) */
  challenge: KeyAndChain | null
  /** base64 of 48 bytes, the same in all processes, so that a session goes on in another one */
  ticketKeys: string
}

/** The processes that end TLS: this one, or the workers. */
export interface TlsProcesses {
  /** @returns after all show it */
  apply(state: TlsState): Promise<void>
  /** takes no more connections */
  stop(): void
  /** after `stop`: all connections are closed */
  ended(): Promise<void>
}

export function createTlsState(processes: Pick<TlsProcesses, 'apply'>) {
  let state: TlsState = { certificate: null, challenge: null, ticketKeys: newTicketKeys() }
  const change = (part: Partial<TlsState>) => {
    state = { ...state, ...part }
    return processes.apply(state)
  }
  return {
    get certificate() {
      return state.certificate
    },
    // a certificate that was replaced may have been stolen, and so may the keys of its sessions
    show: (certificate: KeyAndChain) => change({ certificate, ticketKeys: newTicketKeys() }),
    showChallenge: (challenge: KeyAndChain | null) => change({ challenge }),
  }
}

export type TlsStateHolder = ReturnType<typeof createTlsState>

function newTicketKeys(): string {
  return randomBytes(48).toString('base64')
}
