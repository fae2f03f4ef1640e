import { useEffect } from 'preact/hooks'
import type { Account } from '../../shared/entities/api.ts'
import { webSetting } from '../state/web-settings.ts'

/** Tints a profile once it is drawn, unless the reader does not want it. @param selector of its part of the page */
export function useTint(selector: string, account: Account, isCovered: boolean): void {
  const isWanted = webSetting('tint_profiles').value && !isCovered
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    let end = () => {}
    // without it the page is whole
    import('./tint.ts').then(
      ({ tint }) => {
        if (!isOver) end = tint(selector, account)
      },
      () => {},
    )
    return () => {
      isOver = true
      end()
    }
  }, [selector, isWanted, account.id, account.header_static, account.avatar_static])
}
