import type { Part } from '../../kernel/base/config.ts'
import type { HttpsSettings } from '../../kernel/base/https-settings.ts'
import type { Channel as BusChannel, ChannelKind } from '../../kernel/bus/bus.ts'
import type { Packet } from '../../kernel/bus/link.ts'
import type { Use } from '../../kernel/core/app.ts'
import type { DeferredJob } from '../../kernel/core/deferred-jobs.ts'
import type { Count } from '../../kernel/counters/count-store.ts'
import type { Family } from '../../kernel/instruments/exposition-format.ts'
import type { TlsState } from '../https/tls-state.ts'

/** Messages without an answer. */
export interface Told {
  /** to a worker: messages of the bus for channels that it subscribed to */
  heard: readonly { kind: ChannelKind; text: string }[]
  /** to a worker that only reads: another process than the writer has changed the database */
  foreignCommit: null
  /** to a worker: end */
  stop: null
  subscribe: BusChannel
  unsubscribe: BusChannel
  /** messages for the bus */
  said: readonly Packet[]
  /** uses of tokens and sessions to record */
  used: Use
  /** a job that a read suggests */
  suggested: DeferredJob
  /** a worker answers on the shared port */
  listens: null
  /** a worker cannot start, with the line for the operator */
  failed: string
}

/** Questions with the types of their body and answer. */
export interface Asked {
  /** of a worker: what it is to do */
  orders: [null, Orders]
  /** of a worker: what it asks is answered after all that it told before */
  settled: [null, null]
  take: [Counting, number[]]
  add: [Counting, number[]]
  /** to a worker: whether it still works */
  beat: [null, null]
  /** to a worker: the metrics of that process */
  metrics: [null, readonly Family[]]
  /** to a worker: the certificate to show; answered once it does */
  tls: [TlsState, null]
  /** of a worker: the metrics of all processes */
  allMetrics: [null, readonly Family[]]
}

export interface Counting {
  counts: readonly Count[]
  now: number
}

export interface Orders {
  /** of this worker among all, from 1 */
  number: number
  /** how many there are */
  workers: number
  /** as in the settings of the whole server */
  parts: readonly Part[]
  severalProcesses: boolean
  https: HttpsSettings | null
  /** the certificate to show, if there is one already */
  tls: TlsState | null
  /** the shared port */
  port: number
  /** path of the writer's local socket, to which a worker that only reads passes requests on; null: it does all itself */
  socket: string | null
}

/** Messages between the parent and one worker. They arrive in order, or the process at the other end has gone. */
export interface Channel {
  tell<Kind extends keyof Told>(kind: Kind, body: Told[Kind]): void
  /** @throws Error if the other process ends before it answers */
  ask<Kind extends keyof Asked>(kind: Kind, body: Asked[Kind][0]): Promise<Asked[Kind][1]>
  onTold<Kind extends keyof Told>(kind: Kind, listener: (body: Told[Kind]) => void): void
  onAsked<Kind extends keyof Asked>(
    kind: Kind,
    answer: (body: Asked[Kind][0]) => Promise<Asked[Kind][1]> | Asked[Kind][1],
  ): void
}

/** The end of an IPC connection: a child process, or the `process` of a child. */
export interface Port {
  readonly connected: boolean
  send?(message: object, handle: undefined, options: object, callback: () => void): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

type Message =
  | { tell: string; body: unknown }
  | { ask: string; id: number; body: unknown }
  | { answer: number; body: unknown }
  | { failure: number; reason: string }

export function createChannel(port: Port): Channel {
  const listeners = new Map<string, (body: never) => void>()
  const answers = new Map<string, (body: never) => unknown>()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  const send = (message: Message) => {
    // a process that has gone is noticed by its exit
    if (port.connected) port.send?.(message, undefined, {}, () => {})
  }
  const answer = async (kind: string, id: number, body: unknown) => {
    try {
      const answer = answers.get(kind)
      if (answer === undefined) throw new Error(`Nobody answers ${kind}`)
      send({ answer: id, body: await answer(body as never) })
    } catch (error) {
      send({ failure: id, reason: String(error) })
    }
  }
  const settle = (id: number, how: (one: PromiseWithResolvers<unknown>) => void) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (one !== undefined) how(one)
  }
  port.on('message', (given) => {
    const message = given as Message
    if ('tell' in message) listeners.get(message.tell)?.(message.body as never)
    else if ('ask' in message) void answer(message.ask, message.id, message.body)
    else if ('answer' in message) settle(message.answer, ({ resolve }) => resolve(message.body))
    else settle(message.failure, ({ reject }) => reject(new Error(message.reason)))
  })
  port.on('disconnect', () => {
    for (const id of waiting.keys()) settle(id, ({ reject }) => reject(new Error(GONE)))
  })
  return {
    tell: (tell, body) => send({ tell, body }),
    ask(ask, body) {
      if (!port.connected) return Promise.reject(new Error(GONE))
      const one = Promise.withResolvers<unknown>()
      waiting.set(++lastId, one)
      send({ ask, id: lastId, body })
      return one.promise as Promise<never>
    },
    onTold: (kind, listener) => void listeners.set(kind, listener as (body: never) => void),
    onAsked: (kind, answer) => void answers.set(kind, answer as (body: never) => unknown),
  }
}

const GONE = 'The other process has ended'
