import { webSetting } from '../state/web-settings.ts'
import { wantsStillness } from '../theme.ts'
import { isSlow } from './saving.ts'

/** Whether pictures that move may do so by themselves: the person, the device and the network say so. */
export const movesByItself = (): boolean =>
  webSetting('autoplay').value && !wantsStillness() && !isSlow()
