import { wantsStillness } from './theme.ts'
import { webSetting } from './web-settings.ts'

export const canBuzz = (): boolean => 'vibrate' in navigator

/** ms: a tap, not a signal */
const SHORT = 12

/** Answers what somebody does themselves, where the device can. Nothing that comes by itself may move it. */
export function buzz(): void {
  if (!canBuzz() || !webSetting('haptics').peek() || wantsStillness()) return
  navigator.vibrate(SHORT)
}
