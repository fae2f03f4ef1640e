import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Person } from '../api-client.ts'

/** ms until a client connects again */
const PAUSE = 100

/** The `user` stream of a person, with a client that connects again after each loss. */
export class Listener implements Disposable {
  readonly #url: string
  /** ids of statuses that it brought */
  readonly heard = new Set<string>()
  /** times that it connected */
  opened = 0
  #socket: WebSocket | null = null
  #isOver = false

  constructor(origin: string, { token }: Person) {
    const query = new URLSearchParams({ stream: 'user', access_token: token ?? '' })
    this.#url = `${origin.replace('http', 'ws')}/api/v1/streaming?${query}`
    void this.#live()
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  async #live(): Promise<void> {
    while (!this.#isOver) {
      await this.#connect()
      await delay(PAUSE, undefined, { ref: false })
    }
  }

  /** Resolves when the connection ends. */
  #connect(): Promise<void> {
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('open', () => {
      this.opened += 1
    })
    socket.on('message', (data) => {
      const { event, payload } = JSON.parse(String(data))
      if (event === 'update') this.heard.add(JSON.parse(payload).id)
    })
    return new Promise((resolve) => socket.on('close', () => resolve()))
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#socket?.terminate()
  }
}
