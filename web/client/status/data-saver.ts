import { webSetting } from '../state/web-settings.ts'

/** what browsers tell of the network, as far as they do */
interface Network {
  saveData?: boolean
  effectiveType?: string
}

/** Whether every byte counts: the device saves data, or the network is slow. */
export function isSlow(): boolean {
  const { saveData, effectiveType }: Network =
    'connection' in navigator ? Object(navigator.connection) : {}
  return saveData === true || effectiveType === 'slow-2g' || effectiveType === '2g'
}

/** Whether pictures and videos wait until somebody asks for them. */
export function savesData(): boolean {
  const wish = webSetting('save_data').value
  return wish === 'on' || (wish === 'auto' && isSlow())
}
