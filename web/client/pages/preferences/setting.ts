import type { Holder } from '../../../shared/components/fields.tsx'
import { saveWebSetting, type WebSettings, webSetting } from '../../state/web-settings.ts'

type Widened<T> = T extends string ? string : T

/** A setting as fields take it: what is chosen is kept at once. */
export function settingAs<K extends keyof WebSettings>(name: K): Holder<Widened<WebSettings[K]>> {
  return {
    get value() {
      return webSetting(name).value as Widened<WebSettings[K]>
    },
    set value(chosen) {
      saveWebSetting(name, chosen as WebSettings[K])
    },
  }
}
