import type { Channel } from './channel.ts'

/** ms between questions whether a reader still works */
const BEAT = 5_000
/** Questions without an answer after which it does not: counted, so that a machine that slept has missed none. */
const MISSED = 4
/** the same before its first answer: a start may take long on a busy machine */
const MISSED_AT_START = 24

/** Asks a reader whether it works. @param onHang called once it does not */
export function watchBeats(channel: Pick<Channel, 'ask'>, onHang: () => void): Disposable {
  let missed = 0
  let most = MISSED_AT_START
  const answered = () => {
    missed = 0
    most = MISSED
  }
  const ask = () => {
    missed += 1
    channel.ask('beat', null).then(answered, () => {})
  }
  const timer = setInterval(() => {
    if (missed === most) onHang()
    ask()
  }, BEAT).unref()
  ask()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
