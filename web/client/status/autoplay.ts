import { wantsStillness } from '../state/theme.ts'
import { webSetting } from '../state/web-settings.ts'
import { isSlow } from './data-saver.ts'

/** Whether pictures that move may do so by themselves: the person, the device and the network say so. */
export const movesByItself = (): boolean =>
  webSetting('autoplay').value && !wantsStillness() && !isSlow()
